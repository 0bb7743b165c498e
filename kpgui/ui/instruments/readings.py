"""The readings, which are what instruments show of a run: one file for each, and one line here. No Qt.

A reading is a pure function of a run at a moment, the focus and the reading's settings; the trainer computes it while
its panel is visible. A long reading is computed in the background on request. See `kpgui.model.reading`.
"""

from kpgui.geometry.bump import Bump
from kpgui.model.reading import LongReading, Reading
from kpgui.ui.instruments.analysis.reading import Analysis
from kpgui.ui.instruments.inside.hypotheses_reading import Hypotheses
from kpgui.ui.instruments.inside.ledger_reading import Ledger
from kpgui.ui.instruments.inside.reading import Mechanism
from kpgui.ui.instruments.points.reading import Alpha
from kpgui.ui.instruments.progress.curves_reading import Curves
from kpgui.ui.instruments.progress.reading import Mistakes
from kpgui.ui.instruments.timeline.reading import RunMarks
from kpgui.ui.instruments.why.probe_reading import Probe
from kpgui.ui.instruments.why.reading import Why

READINGS: tuple[type[Reading], ...] = (
    Mistakes,
    Alpha,
    Ledger,
    Probe,
    RunMarks,
    Curves,
    Mechanism,
    Hypotheses,
    Why,
    Bump,
)

LONG_READINGS: tuple[type[LongReading], ...] = (Analysis,)
