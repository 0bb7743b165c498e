"""What a legend says of curves, and its entries."""

from typing import NamedTuple

from PySide6.QtGui import QPen

from kpgui.drawing.lines import hatched_sample, line_sample
from kpgui.drawing.symbols import Symbol
from kpgui.language import _

SAMPLE = 22.0
"""Width of the widest sample on the canvas, in logical pixels."""


class LegendEntry(NamedTuple):
    """One line of a legend. width: of the sample.

    drawn: whether there is any on the canvas now; else there is no such line. look: tells symbols apart that a layer
    has for the same words in one palette.
    """

    text: str
    symbol: Symbol
    drawn: bool = True
    look: object = None
    width: float = SAMPLE


def boundary_entry(f: str, pen: QPen, *, drawn: bool = True, width: float = SAMPLE) -> LegendEntry:
    """f: what the function is called."""
    return LegendEntry(_("boundary: {symbol} = 0").format(symbol=f), line_sample(pen, width), drawn, width=width)


def ties_entry(f: str, pen: QPen, *, drawn: bool = True, width: float = SAMPLE) -> LegendEntry:
    text = _("region of ties: {symbol} = 0").format(symbol=f)
    return LegendEntry(text, hatched_sample(pen, width), drawn, width=width)


def margins_entry(f: str, margin: str, pen: QPen, *, drawn: bool = True, width: float = SAMPLE) -> LegendEntry:
    text = _("margins: {symbol} = ±{margin}").format(symbol=f, margin=margin)
    return LegendEntry(text, line_sample(pen, width), drawn, width=width)
