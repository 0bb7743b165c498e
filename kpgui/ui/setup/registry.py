"""The sections of the setup, in their order: a file and a line each."""

from kpgui.ui.forms.panel import Panel
from kpgui.ui.setup.data import DataPanel
from kpgui.ui.setup.kernel import KernelPanel
from kpgui.ui.setup.learner import LearnerPanel
from kpgui.ui.setup.run import RunPanel

SECTIONS: tuple[type[Panel], ...] = (DataPanel, KernelPanel, LearnerPanel, RunPanel)
