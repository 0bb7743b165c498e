"""What is asked of a variation: a sweep over the values of settings, or the same run in many orders."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from kpgui.kernels import kernel
from kpgui.learners import learner
from kpgui.model.errors import KpguiError, Token
from kpgui.model.reading import LongReading, Numbers
from kpgui.model.session import Session
from kpgui.words.variation import Case, Variation, cases

if TYPE_CHECKING:
    from kpgui.analysis.comparing import Outcome, SweptCase

MOST_CASES = 400
"""Most runs of a sweep: as many cells of a map as can be told apart."""

ORDERS = 100
"""Orders, by seeds from 0, of which the histogram is."""

SEED = 0
"""Of the folds, so that the same points give the same folds."""


def settings_of(session: Session) -> tuple[str, ...]:
    """Kernel, learner, order and seed in their canonical form, by which cases are told apart."""
    return str(kernel(session.kernel)), str(learner(session.learner)), session.order, str(session.seed)


def shuffled(session: Session) -> str:
    """The order of the runs in other orders: shuffled once, unless in each epoch already."""
    return session.order if session.order == "shuffled_each_epoch" else "shuffled_once"


@dataclass(frozen=True, eq=False)
class Swept:
    """A sweep, or as much of it as has arrived: what was found by the numbers of the cases."""

    session: Session
    variations: tuple[Variation, ...]
    folds: int
    cases: tuple[Case, ...]
    found: "dict[int, SweptCase]"
    best: tuple[int, int] | None = None
    """The case of the least error, and the simplest within one standard error of it; None until all have arrived."""

    def now(self, session: Session) -> int | None:
        """The case that has the settings of a session."""
        wanted = settings_of(session)
        return next((k for k, case in enumerate(self.cases) if settings_of(case.session) == wanted), None)


@dataclass(frozen=True, eq=False)
class Ordered:
    """The ends of the same run in many orders, by seed, as far as they have arrived. own: that of the session."""

    session: Session
    found: "dict[int, Outcome]"
    own: "Outcome | None" = None


def _drop(__: Any) -> None:
    pass


@dataclass(frozen=True)
class Sweep(LongReading):
    """A run and its folds for each value of what varies. folds: 0 for the points held out."""

    key: ClassVar[str] = "vary"
    variations: tuple[Variation, ...] = ()
    folds: int = 0
    arrived: Callable[[Any], None] = field(default=_drop, compare=False)

    def question(self, session: Session) -> tuple[object, ...]:
        """What the session has besides what varies."""
        try:
            first = self.cases(session)[0].session
        except KpguiError as error:
            return (str(error),)
        return session.dataset, session.conventions, *settings_of(first)

    def cases(self, session: Session) -> tuple[Case, ...]:
        """Raises KpguiError for values that are not allowed, or too many."""
        return cases(session, self.variations, most=MOST_CASES)

    def read(self, session: Session, token: Token) -> Swept:
        from kpgui.analysis.comparing import best, sweep  # the window opens sooner without it

        chosen = self.cases(session)
        self.arrived(Swept(session, self.variations, self.folds, chosen, {}))
        found = sweep(chosen, self.folds, SEED, token, lambda number, each: self.arrived((number, each)))
        numbered = dict(enumerate(found))
        return Swept(session, self.variations, self.folds, chosen, numbered, best(found))

    def table(self, value: Swept) -> Numbers:
        from kpgui.ui.instruments.vary.words import sweep_table

        return sweep_table(value)


@dataclass(frozen=True)
class Orders(LongReading):
    """The same run in many orders, by seeds from 0."""

    key: ClassVar[str] = "vary"
    arrived: Callable[[Any], None] = field(default=_drop, compare=False)

    def question(self, session: Session) -> tuple[object, ...]:
        return session.dataset, session.conventions, *settings_of(session)[:2], shuffled(session)

    def read(self, session: Session, token: Token) -> Ordered:
        from kpgui.analysis.comparing import orders, outcome  # the window opens sooner without it

        own = outcome(session, Token(token.cancelled))
        self.arrived(Ordered(session, {}, own))
        found = orders(session, ORDERS, token, lambda number, each: self.arrived((number, each)))
        return Ordered(session, dict(enumerate(found)), own)

    def table(self, value: Ordered) -> Numbers:
        from kpgui.ui.instruments.vary.words import orders_table

        return orders_table(value)
