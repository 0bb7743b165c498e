"""The instruments, in the order of their docks: a room and a line each."""

from kpgui.ui.forms.panel import Panel
from kpgui.ui.instruments.analysis.panel import AnalysisPanel
from kpgui.ui.instruments.history import HistoryPanel
from kpgui.ui.instruments.inside.panel import LedgerPanel, MechanismPanel
from kpgui.ui.instruments.kept import GhostsPanel
from kpgui.ui.instruments.points import PointsPanel
from kpgui.ui.instruments.progress.panel import CurvesPanel, ProgressPanel
from kpgui.ui.instruments.why.panel import ProbePanel, WhyPanel

INSTRUMENTS: tuple[type[Panel], ...] = (
    ProgressPanel,
    CurvesPanel,
    GhostsPanel,
    LedgerPanel,
    WhyPanel,
    ProbePanel,
    MechanismPanel,
    AnalysisPanel,
    PointsPanel,
    HistoryPanel,
)
