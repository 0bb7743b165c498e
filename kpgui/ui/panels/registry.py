"""The panels of the window, in the order of their docks."""

from kpgui.ui.panels.analysis import AnalysisPanel
from kpgui.ui.panels.base import Panel
from kpgui.ui.panels.curves import CurvesPanel
from kpgui.ui.panels.data import DataPanel
from kpgui.ui.panels.ghosts import GhostsPanel
from kpgui.ui.panels.history import HistoryPanel
from kpgui.ui.panels.kernel import KernelPanel
from kpgui.ui.panels.learner import LearnerPanel
from kpgui.ui.panels.ledger import LedgerPanel
from kpgui.ui.panels.mechanism import MechanismPanel
from kpgui.ui.panels.points import PointsPanel
from kpgui.ui.panels.probe import ProbePanel
from kpgui.ui.panels.progress import ProgressPanel
from kpgui.ui.panels.run import RunPanel
from kpgui.ui.panels.why import WhyPanel

PANELS: tuple[type[Panel], ...] = (
    DataPanel,
    KernelPanel,
    LearnerPanel,
    RunPanel,
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
