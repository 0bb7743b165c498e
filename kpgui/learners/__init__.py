"""Learners: one file each."""

from kpgui.learners.base import Learner, Problem, State
from kpgui.learners.kernel_perceptron import KernelPerceptron
from kpgui.model.construct import construct
from kpgui.model.registry import Registry

__all__ = ["LEARNERS", "Learner", "Problem", "State", "learner"]

LEARNERS: Registry[type[Learner]] = Registry("learner", (KernelPerceptron,))


def learner(text: str) -> Learner:
    """The learner of an expression, as in `learner("kernel_perceptron(epochs=20)")`.

    Raises KpguiError naming the position and the nearest known name, or the parameter that is out of range.

    >>> learner("kernel_perceptron(epochs=20)").epochs
    20
    """
    return construct(text, LEARNERS)
