"""The entries of the View menu that show and hide parts of the canvas."""

from functools import partial

from PySide6.QtCore import QObject

from kpgui.ui.actions.actions import Actions
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.layers import TOGGLES, Toggle
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.forms.workbench import Workbench
from kpgui.ui.session.settings import Settings
from kpgui.ui.window.reduced_motion import ReducedMotion


class ViewToggles(QObject):
    """Keeps the actions, the layers of the canvas and the settings in step."""

    def __init__(self, commands: Actions, canvas: Canvas, workbench: Workbench, settings: Settings) -> None:
        super().__init__(commands)
        self._canvas = canvas
        self._settings = settings
        for toggle in TOGGLES:
            action = commands[toggle.action]
            action.setChecked(toggle.key not in settings.hidden)
            canvas.set_shown(toggle.layer, action.isChecked())
            action.toggled.connect(partial(self._show, toggle))
        legend = canvas.stage.layer(LegendLayer)
        if settings.legend_right >= 0:
            legend.put((settings.legend_right, settings.legend_down))
        legend.placed.connect(self._keep_place)
        commands["view.place_legend"].triggered.connect(partial(legend.put, None))
        ReducedMotion(commands["view.reduced_motion"], canvas, workbench, settings)

    def _keep_place(self, place: tuple[float, float] | None) -> None:
        self._settings.legend_right, self._settings.legend_down = place or (-1.0, -1.0)

    def _show(self, toggle: Toggle, shown: bool) -> None:
        self._canvas.set_shown(toggle.layer, shown)
        others = [key for key in self._settings.hidden if key != toggle.key]
        self._settings.hidden = others if shown else [*others, toggle.key]
