"""The instruments, in the order of their docks: a room and a line each."""

from kpgui.ui.forms.panel import Panel
from kpgui.ui.instruments.analysis.panel import AnalysisPanel
from kpgui.ui.instruments.gram.panel import GramPanel
from kpgui.ui.instruments.history import HistoryPanel
from kpgui.ui.instruments.inside.panel import InsidePanel
from kpgui.ui.instruments.kept import KeptPanel
from kpgui.ui.instruments.points import PointsPanel
from kpgui.ui.instruments.progress.panel import ProgressPanel
from kpgui.ui.instruments.space.panel import SpacePanel
from kpgui.ui.instruments.vary.panel import VaryPanel
from kpgui.ui.instruments.why.panel import WhyPanel

INSTRUMENTS: tuple[type[Panel], ...] = (
    WhyPanel,
    ProgressPanel,
    InsidePanel,
    SpacePanel,
    GramPanel,
    AnalysisPanel,
    VaryPanel,
    KeptPanel,
    PointsPanel,
    HistoryPanel,
)
