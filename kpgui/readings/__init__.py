"""What instruments show of a run: one file a reading, and one line here. No Qt.

A reading is a pure function of a run at a moment, the focus and its settings; the trainer computes it while its panel
is visible. A long one is computed in the background when it is asked for. See `kpgui.model.reading`.
"""

from kpgui.model.reading import LongReading, Reading
from kpgui.readings.alpha import Alpha
from kpgui.readings.analysis import Analysis
from kpgui.readings.ledger import Ledger
from kpgui.readings.mistakes import Mistakes

READINGS: tuple[type[Reading], ...] = (Mistakes, Alpha, Ledger)

LONG_READINGS: tuple[type[LongReading], ...] = (Analysis,)
