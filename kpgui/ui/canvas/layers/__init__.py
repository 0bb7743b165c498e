"""The layers painted on the canvas: one file and one line here for each."""

from kpgui.ui.canvas.layers.badge import BadgeLayer
from kpgui.ui.canvas.layers.band import BandLayer
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.layers.boundaries import BoundariesLayer
from kpgui.ui.canvas.layers.boundary import BoundaryLayer, TiesLayer
from kpgui.ui.canvas.layers.brush import BrushLayer
from kpgui.ui.canvas.layers.cards import PointCardLayer
from kpgui.ui.canvas.layers.examined import ExaminedLayer
from kpgui.ui.canvas.layers.expansion import BumpLayer
from kpgui.ui.canvas.layers.field import FieldLayer
from kpgui.ui.canvas.layers.flashes import FlashesLayer
from kpgui.ui.canvas.layers.forgotten import ForgottenLayer
from kpgui.ui.canvas.layers.ground import GridLayer
from kpgui.ui.canvas.layers.handles import HandlesLayer
from kpgui.ui.canvas.layers.hint import HintLayer
from kpgui.ui.canvas.layers.hovered import HoveredLayer
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.canvas.layers.links import LinksLayer
from kpgui.ui.canvas.layers.margins import MarginsLayer
from kpgui.ui.canvas.layers.pointer import HaloLayer
from kpgui.ui.canvas.layers.points import PointsLayer
from kpgui.ui.canvas.layers.preview import PreviewLayer
from kpgui.ui.canvas.layers.run_marks import RingsLayer
from kpgui.ui.canvas.layers.selection import SelectionLayer
from kpgui.ui.canvas.layers.weights import WeightsLayer
from kpgui.ui.canvas.layers.wrong import WrongLayer

LAYERS: tuple[type[Layer], ...] = (
    FieldLayer,
    GridLayer,
    MarginsLayer,
    TiesLayer,
    BoundaryLayer,
    LinksLayer,
    RingsLayer,
    PointsLayer,
    ForgottenLayer,
    WrongLayer,
    BoundariesLayer,
    SelectionLayer,
    HoveredLayer,
    PreviewLayer,
    WeightsLayer,
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
