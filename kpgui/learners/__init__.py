"""Learners: one file each."""

from functools import lru_cache

from kpgui.learners.averaged_perceptron import AveragedPerceptron
from kpgui.learners.base import Learner
from kpgui.learners.forgetron import Forgetron
from kpgui.learners.kernel_perceptron import KernelPerceptron
from kpgui.learners.norma import Norma
from kpgui.learners.passive_aggressive import PassiveAggressive
from kpgui.learners.pegasos import Pegasos
from kpgui.learners.perceptron import Perceptron
from kpgui.learners.projectron import Projectron
from kpgui.learners.random_budget_perceptron import RandomBudgetPerceptron
from kpgui.learners.svm import SVM
from kpgui.learners.voted_perceptron import VotedPerceptron
from kpgui.model.registry import Registry, construct
from kpgui.model.session import Session

__all__ = ["LEARNERS", "Learner", "learner", "learner_of"]

LEARNERS: Registry[type[Learner]] = Registry(
    "learner",
    (
        KernelPerceptron,
        Perceptron,
        AveragedPerceptron,
        VotedPerceptron,
        Forgetron,
        RandomBudgetPerceptron,
        Projectron,
        Norma,
        Pegasos,
        PassiveAggressive,
        SVM,
    ),
)


def learner(text: str) -> Learner:
    """The learner of an expression, as in `learner("kernel_perceptron(epochs=20)")`.

    Raises KpguiError naming the position and the nearest known name, or the parameter that is out of range.

    >>> learner("kernel_perceptron(epochs=20)").epochs
    20
    """
    return _read(text)


def learner_of(session: Session) -> Learner:
    """The session's learner, under its conventions. Raises KpguiError as `learner` does."""
    return learner(session.learner).under(session.conventions)


@lru_cache
def _read(text: str) -> Learner:
    """Cached: learners are frozen, and the same session's learner is asked for again and again."""
    return construct(text, LEARNERS)
