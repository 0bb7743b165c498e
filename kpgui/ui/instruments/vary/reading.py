"""What is asked of a variation: a sweep over the values of settings, or the same run in many orders."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from kpgui.language import _
from kpgui.model.errors import KpguiError, Token
from kpgui.model.reading import LongReading, Numbers
from kpgui.model.session import Session
from kpgui.words.replay import SETTINGS
from kpgui.words.variation import Case, Variation, cases

if TYPE_CHECKING:
    from kpgui.analysis.comparing import RunSummary, SweptCase

MOST_CASES = 400
"""Most runs of a sweep: as many cells of a map as can be told apart."""

SEED = "run.seed"
"""The setting whose values are other orders."""

FOLDS_SEED = 0
"""Of the folds, so that the same points give the same folds."""

COUNTS = ("steps", "epochs", "mistakes", "updates", "support", "training_error", "held_out_error", "kernel_values")
"""Columns of a table, fields of an `RunSummary`."""


def settings_of(session: Session) -> tuple[object, ...]:
    return tuple(getattr(session, name) for name in SETTINGS)


def checked(session: Session, variations: tuple[Variation, ...]) -> tuple[Case, ...]:
    """The cases that are to be run. Raises KpguiError as `cases` does, and where there are no points to train on."""
    if not len(session.dataset.training):
        raise KpguiError(_("There are no points to train on yet."))
    return cases(session, variations, most=MOST_CASES)


@dataclass(frozen=True, eq=False)
class Swept:
    """A sweep, or as much of it as has arrived, by the numbers of the cases."""

    session: Session
    variations: tuple[Variation, ...]
    folds: int
    cases: tuple[Case, ...]
    found: "dict[int, SweptCase]"

    @cached_property
    def best(self) -> tuple[int, int] | None:
        """The case of the least error, and the simplest within one standard error.

        None where none is known, and before all have arrived: the first few say little of the rest.
        """
        if len(self.found) < len(self.cases):
            return None
        from kpgui.analysis.comparing import best  # the window opens sooner without it

        numbers = sorted(self.found)
        found = best([self.found[number] for number in numbers])
        return None if found is None else (numbers[found[0]], numbers[found[1]])


@dataclass(frozen=True, eq=False)
class Ordered:
    """The ends of the same run in many orders, by seed, as far as they have arrived. own: that of the session."""

    session: Session
    seeds: tuple[int, ...]
    own: "RunSummary"
    found: "dict[int, RunSummary]"


@dataclass(frozen=True)
class Comparison(LongReading):
    """arrived: called with a value without what is found, then with each number and what is found for it."""

    key: ClassVar[str] = "vary"
    arrived: Callable[[Any], None] = field(default=lambda value: None, compare=False, kw_only=True)

    def table(self, value: Swept | Ordered) -> Numbers:
        """A row for each run: what is different, its end, and the error of each fold, as shares."""
        rows: list[list[Any]] = []
        each: Any
        names, folds = ["seed"], 0
        if isinstance(value, Swept):
            names, folds = [each.name for each in value.variations], value.folds
        for number, each in sorted(value.found.items()):
            end, row = (each, [number]) if isinstance(value, Ordered) else (each.outcome, [v for __, v in each.chosen])
            row += ["" if (count := getattr(end, name)) is None else count for name in COUNTS]
            rows.append([*row, *([each.mean, each.deviation, *each.fold_errors.tolist()] if folds else [])])
        spread = ["mean", "deviation", *(f"fold_{k + 1}" for k in range(folds))] if folds else []
        columns = tuple(np.array(column, dtype=object) for column in zip(*rows, strict=True))
        return Numbers((*names, *COUNTS, *spread), columns)


@dataclass(frozen=True)
class Sweep(Comparison):
    """A run for each value of what varies, and those without each fold. folds: 0 for the points held out alone."""

    key: ClassVar[str] = "sweep"
    variations: tuple[Variation, ...]
    folds: int

    def question(self, session: Session) -> tuple[object, ...]:
        """What the session has besides what varies."""
        try:
            first = cases(session, tuple(Variation(each.name, each.values[:1]) for each in self.variations))[0].session
        except KpguiError as error:
            return (str(error),)
        return session.dataset, session.conventions, *settings_of(first)

    def read(self, session: Session, token: Token) -> Swept:
        """Raises KpguiError for values that are not allowed, or too many."""
        from kpgui.analysis.comparing import sweep  # the window opens sooner without it

        chosen, about = checked(session, self.variations), (session, self.variations, self.folds)
        self.arrived(Swept(*about, chosen, {}))
        found = sweep(chosen, self.folds, FOLDS_SEED, token, lambda *arrived: self.arrived(arrived))
        return Swept(*about, chosen, dict(enumerate(found)))


@dataclass(frozen=True)
class Orders(Comparison):
    """The same run in many orders, by the values of the seed."""

    key: ClassVar[str] = "orders"
    seeds: tuple[str, ...] = ()

    def question(self, session: Session) -> tuple[object, ...]:
        return session.dataset, session.conventions, session.kernel, session.learner, session.shuffled

    def read(self, session: Session, token: Token) -> Ordered:
        from kpgui.analysis.comparing import orders, outcome  # the window opens sooner without it

        varied = checked(session, (Variation(SEED, self.seeds),))
        seeds = tuple(dict.fromkeys(case.session.seed for case in varied))
        own = outcome(session, Token(token.cancelled))
        self.arrived(Ordered(session, seeds, own, {}))
        found = orders(session, seeds, token, lambda *arrived: self.arrived(arrived))
        return Ordered(session, seeds, own, dict(zip(seeds, found, strict=True)))
