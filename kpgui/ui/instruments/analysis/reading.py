"""Analysis of the kernel on the points: is it valid, does it separate them, how many mistakes are there at most?"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from kpgui.learners import learner
from kpgui.model.errors import Token
from kpgui.model.reading import LongReading, Numbers
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

    def table(self, value: "tuple[Findings, Trial | None]") -> Numbers:
        """The results by name, then the eigenvalues in descending order."""
        found, trial = value
        margin, spectrum = found.margin, found.spectrum
        results = {
            "radius": margin.radius,
            "gamma_at_least": margin.lower,
            "gamma_at_most": margin.upper,
            "bound_at_least": margin.least_bound,
            "bound_at_most": margin.bound,
            "rank": spectrum.rank,
        }
        if trial is not None:
            results |= {"perceptron_epochs": trial.epochs, "perceptron_mistakes": trial.mistakes}
        eigenvalues = np.sort(spectrum.values)[::-1]
        names = [*results, *(f"eigenvalue_{k + 1}" for k in range(len(eigenvalues)))]
        return Numbers(("quantity", "value"), (np.array(names), np.array([*results.values(), *eigenvalues], object)))
