"""What panels and the ghosts show on the canvas."""

from collections.abc import Sequence
from functools import partial

from kpgui.geometry.boundaries import NamedBoundary
from kpgui.language import _
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.layers.boundaries import BoundariesLayer
from kpgui.ui.forms.workbench import Workbench
from kpgui.ui.session.ghosts import Ghosts
from kpgui.words.ghosts import boundaries


def connect_canvas(workbench: Workbench, canvas: Canvas) -> None:
    """Connects what the workbench announces to the layers that draw it."""
    workbench.points_generated.connect(canvas.fit_view)
    workbench.preview_changed.connect(canvas.show_preview)
    workbench.links_changed.connect(canvas.links.show_links)
    workbench.bumps.found.connect(canvas.bump.show_bump)
    workbench.forgotten_changed.connect(canvas.forgotten.show_forgotten)
    workbench.prototypes_changed.connect(partial(_show_prototypes, canvas.boundaries))
    workbench.weights_changed.connect(canvas.weights.show_weights)
    workbench.ghosts.changed.connect(partial(_show_ghosts, workbench.ghosts, canvas.boundaries))
    _show_ghosts(workbench.ghosts, canvas.boundaries)
    workbench.ghosts.pointed.connect(canvas.boundaries.emphasise)
    workbench.closing.connect(canvas.boundaries.stop)


def _show_ghosts(ghosts: Ghosts, layer: BoundariesLayer) -> None:
    layer.show_boundaries("ghosts", boundaries(ghosts.kept), _("ghost: a kept moment"))


def _show_prototypes(layer: BoundariesLayer, prototypes: Sequence[NamedBoundary]) -> None:
    layer.show_boundaries("prototypes", prototypes, _("boundary of a prototype"))
