"""Analysis of the kernel on the points: is it valid, does it separate them, how many mistakes are there at most?"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from kpgui.learners import learner
from kpgui.model.cancel import Token
from kpgui.model.reading import LongReading
from kpgui.model.session import Session

if TYPE_CHECKING:
    from kpgui.analysis.findings import Findings, Trial


@dataclass(frozen=True)
class Analysis(LongReading):
    """The findings, for f with a bias if the session's learner has one, and the trial run of a perceptron."""

    key: ClassVar[str] = "analysis"

    def question(self, session: Session) -> tuple[object, ...]:
        return session.dataset, session.kernel, session.learner, session.order, session.seed

    def read(self, session: Session, token: Token) -> "tuple[Findings, Trial | None]":
        from kpgui import api  # the window opens sooner without it

        return api.analyse(session, bias=learner(session.learner).biased, stop=token.cancelled)
