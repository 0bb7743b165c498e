"""What panels and the ghosts show on the canvas."""

from collections.abc import Sequence
from functools import partial

from kpgui.geometry.boundaries import NamedBoundary
from kpgui.language import _
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.layers.boundaries import BoundariesLayer
from kpgui.ui.canvas.layers.expansion import BumpLayer, LinksLayer, WeightsLayer
from kpgui.ui.canvas.layers.run_marks import ForgottenLayer
from kpgui.ui.forms.workbench import Workbench
from kpgui.ui.session.ghosts import Ghosts
from kpgui.words.ghosts import boundaries


def connect_canvas(workbench: Workbench, canvas: Canvas) -> None:
    """Connects what the workbench announces to the layers that draw it."""
    stage, lines = canvas.stage, canvas.stage.layer(BoundariesLayer)
    workbench.points_generated.connect(canvas.fit_view)
    workbench.preview_changed.connect(canvas.show_preview)
    workbench.links_changed.connect(stage.layer(LinksLayer).show_value)
    workbench.bumps.found.connect(stage.layer(BumpLayer).show_value)
    workbench.forgotten_changed.connect(stage.layer(ForgottenLayer).show_forgotten)
    workbench.prototypes_changed.connect(partial(_show_prototypes, lines))
    workbench.weights_changed.connect(stage.layer(WeightsLayer).show_value)
    workbench.ghosts.changed.connect(partial(_show_ghosts, workbench.ghosts, lines))
    _show_ghosts(workbench.ghosts, lines)
    workbench.ghosts.pointed.connect(lines.emphasise)
    workbench.closing.connect(lines.stop)


def _show_ghosts(ghosts: Ghosts, layer: BoundariesLayer) -> None:
    layer.show_boundaries("ghosts", boundaries(ghosts.kept), _("ghost: a kept moment"))


def _show_prototypes(layer: BoundariesLayer, prototypes: Sequence[NamedBoundary]) -> None:
    layer.show_boundaries("prototypes", prototypes, _("boundary of a prototype"))
