"""The layers painted on the canvas, and which of them can be switched off: one line here for each."""

from typing import NamedTuple

from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.layers.boundaries import BoundariesLayer
from kpgui.ui.canvas.layers.cards import BadgeLayer, HintLayer, PointCardLayer
from kpgui.ui.canvas.layers.curves import BoundaryLayer, MarginsLayer, TiesLayer
from kpgui.ui.canvas.layers.expansion import BumpLayer, CoefficientsLayer, LinksLayer, WeightsLayer
from kpgui.ui.canvas.layers.ground import FieldLayer, GridLayer
from kpgui.ui.canvas.layers.handles import HandlesLayer
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.canvas.layers.marks import AskedLayer, HoveredLayer, SelectionLayer
from kpgui.ui.canvas.layers.pointer import BandLayer, BrushLayer, HaloLayer
from kpgui.ui.canvas.layers.points import AsideLayer, PlacesLayer, PointsLayer, PreviewLayer
from kpgui.ui.canvas.layers.support_rings import ExaminedLayer, FlashesLayer, ForgottenLayer, RingsLayer, WrongLayer

LAYERS: tuple[type[Layer], ...] = (
    FieldLayer,
    GridLayer,
    MarginsLayer,
    TiesLayer,
    BoundaryLayer,
    LinksLayer,
    CoefficientsLayer,
    AsideLayer,
    RingsLayer,
    PointsLayer,
    ForgottenLayer,
    WrongLayer,
    BoundariesLayer,
    SelectionLayer,
    HoveredLayer,
    PreviewLayer,
    PlacesLayer,
    WeightsLayer,
    AskedLayer,
    ExaminedLayer,
    FlashesLayer,
    BumpLayer,
    LegendLayer,
    BadgeLayer,
    HintLayer,
    PointCardLayer,
    HandlesLayer,
    BandLayer,
    BrushLayer,
    HaloLayer,
)
"""From the bottom to the top."""


class Toggle(NamedTuple):
    """One entry of the View menu, `view.<key>`, that shows and hides a layer.

    key: also the one in the settings. text, tip, shortcut: of the action.
    """

    key: str
    layer: type[Layer]
    text: str
    tip: str
    shortcut: str

    @property
    def action(self) -> str:
        """The id of its action."""
        return f"view.{self.key}"


TOGGLES = (
    Toggle("field", FieldLayer, "F&ield", "Show f as colours", "Shift+F"),
    Toggle("margins", MarginsLayer, "&Margins", "Show the margins, the dashed curves f = ±1", "Shift+M"),
    Toggle("rings", RingsLayer, "&Rings", "Show rings around the support vectors", "Shift+R"),
    Toggle("wrong", WrongLayer, "&Wrong points", "Mark the points that are on the wrong side now", "W"),
    Toggle("grid", GridLayer, "Grid", "Show the lines of the grid", "Shift+G"),
    Toggle("legend", LegendLayer, "Lege&nd", "Explain what is drawn, in a corner of the canvas", "Shift+L"),
    Toggle("card", PointCardLayer, "Point &card", "Show the numbers of a point where the pointer rests", "Shift+N"),
)
"""In the order of the menu."""
