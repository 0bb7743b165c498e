"""Learners as Python source: the plain loop of each, as its paper has it, without anything that makes it fast."""

from typing import NamedTuple

from kpgui.figure.script import budgets, gradients, perceptrons
from kpgui.figure.script.template import constants, facts_of, kept
from kpgui.language import _
from kpgui.learners import Learner
from kpgui.model.errors import KpguiError


class LearnerSource(NamedTuple):
    """The source of one learner.

    constants: its parameters. functions: `train`, `f` and what they use. results: what `train` returns beside α, by
    name. arguments: those of them that f takes. margin: the margin, as an expression of them.
    """

    constants: str
    functions: str
    results: tuple[str, ...]
    arguments: tuple[str, ...]
    margin: str


TRAINS = {
    "kernel_perceptron": perceptrons.KERNEL_PERCEPTRON,
    "perceptron": perceptrons.PERCEPTRON,
    "averaged_perceptron": perceptrons.AVERAGED_PERCEPTRON,
    "voted_perceptron": perceptrons.VOTED_PERCEPTRON,
    "forgetron": budgets.FORGETRON,
    "random_budget_perceptron": budgets.RANDOM_BUDGET_PERCEPTRON,
    "projectron": budgets.PROJECTRON,
    "norma": gradients.NORMA,
    "pegasos": gradients.PEGASOS,
    "passive_aggressive": gradients.PASSIVE_AGGRESSIVE,
    "svm": gradients.SVM,
}


def learner_source(learner: Learner) -> LearnerSource:
    """The source of a learner with its settings. Raises KpguiError for one of which there is none."""
    if learner.key not in TRAINS:
        raise KpguiError(
            _("A script cannot be written: of the learner {learner} there is none in Python.").format(
                learner=learner.key
            )
        )
    facts = facts_of(learner)
    train = kept(TRAINS[learner.key], facts)
    parts = [perceptrons.SCORE] if "score(beta" in train or "score(y" in train else []
    results: tuple[str, ...] = ("beta", "b")
    arguments: tuple[str, ...] = results
    if learner.key == "voted_perceptron":
        parts += [train, kept(perceptrons.VOTE, facts)]
        results, arguments = ("beta", "b", "points", "votes"), ("points", "votes")
    else:
        parts += [train, perceptrons.DECISION]
    if learner.key == "norma":
        results = ("beta", "b", "rho")
    functions = "\n\n\n".join(part.strip("\n") for part in parts)
    settings = constants(learner, functions) + (perceptrons.TINY.lstrip("\n") if "TINY" in functions else "")
    return LearnerSource(settings, functions, results, arguments, "rho if rho > 0 else 1" if "rho" in results else "1")
