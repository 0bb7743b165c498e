"""What varies from panel to panel in small multiples: one or two settings, or the place in the run."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.model.quoting import short
from kpgui.model.session import Session
from kpgui.model.stopping import END, StoppingPoint
from kpgui.words.overrides import overridden

AT = "at"
"""Name of the place in the run, among those of settings."""

MOST_PANELS = 36
_OPENING, _CLOSING, _QUOTES = "([{", ")]}", "\"'"


@dataclass(frozen=True)
class Variation:
    """A setting by name, as in `kernel.sigma`, or `at` for the place in the run, and its values as texts."""

    name: str
    values: tuple[str, ...]

    @classmethod
    def parse(cls, name: str, text: str) -> "Variation":
        """The values are separated by commas outside brackets and quotes.

        >>> Variation.parse("kernel", "linear(), poly(degree=2, c=1)").values
        ('linear()', 'poly(degree=2, c=1)')
        """
        return cls(name, tuple(part.strip() for part in _parts(text)))


@dataclass(frozen=True)
class Case:
    """The content of a panel: a session, where its run is stopped, and what is different here, as (name, value)."""

    session: Session
    stop: StoppingPoint
    chosen: tuple[tuple[str, str], ...]


def cases(session: Session, variations: tuple[Variation, ...], stop: StoppingPoint = END) -> tuple[Case, ...]:
    """A case for each value, or for each pair of values, those of the first variation changing most slowly.

    Raises KpguiError for more than two variations or too many cases, and for a name or value that is not allowed.
    """
    if not 1 <= len(variations) <= 2:
        raise KpguiError(
            _("One or two settings can vary, in rows and columns, not {count}.").format(count=len(variations))
        )
    if variations[0].name == variations[-1].name and len(variations) == 2:
        raise KpguiError(
            _("{name} varies already; let something else vary in the other direction.").format(
                name=short(variations[0].name)
            )
        )
    count = prod(len(each.values) for each in variations)
    if count > MOST_PANELS:
        raise KpguiError(
            _("A figure has at most {most} panels, not {count}; leave some values out.").format(
                most=MOST_PANELS, count=count
            )
        )
    combinations = [
        tuple(zip([each.name for each in variations], values, strict=True))
        for values in product(*(each.values for each in variations))
    ]
    return tuple(_case(session, stop, chosen) for chosen in combinations)


def _case(session: Session, stop: StoppingPoint, chosen: tuple[tuple[str, str], ...]) -> Case:
    for name, text in sorted(chosen, key=lambda pair: "." in pair[0]):  # the whole before its parts
        if name == AT:
            stop = StoppingPoint.parse(text)
        else:
            session = overridden(session, name, text)
    return Case(session, stop, chosen)


def _parts(text: str) -> Iterator[str]:
    start = depth = 0
    quote = ""
    for at, each in enumerate(text):
        if quote:
            quote = "" if each == quote else quote
        elif each in _QUOTES:
            quote = each
        elif each in _OPENING:
            depth += 1
        elif each in _CLOSING:
            depth -= 1
        elif each == "," and depth <= 0:
            yield text[start:at]
            start = at + 1
    yield text[start:]
