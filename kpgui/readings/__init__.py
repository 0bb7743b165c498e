"""The readings, which are what instruments show of a run: one file for each, and one line here. No Qt.

A reading is a pure function of a run at a moment, the focus and the reading's settings; the trainer computes it while
its panel is visible. A long reading is computed in the background on request. See `kpgui.model.reading`.
"""

from kpgui.model.reading import LongReading, Reading
from kpgui.readings.alpha import Alpha
from kpgui.readings.analysis import Analysis
from kpgui.readings.bump import Bump
from kpgui.readings.curves import Curves
from kpgui.readings.hypotheses import Hypotheses
from kpgui.readings.ledger import Ledger
from kpgui.readings.mechanism import Mechanism
from kpgui.readings.mistakes import Mistakes
from kpgui.readings.probe import Probe
from kpgui.readings.run_marks import RunMarks
from kpgui.readings.why import Why

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
