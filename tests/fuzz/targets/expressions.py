"""Expressions of kernels and learners, and a few steps with what they describe; rules such as `y > sin(3*x)`."""

import random
from functools import cached_property
from typing import Any

import numpy as np

from kpgui.api import train
from kpgui.generators.base import HALF_HEIGHT, HALF_WIDTH
from kpgui.kernels import Kernel, kernel
from kpgui.learners import learner
from kpgui.model.arithmetic import parse_rule
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from kpgui.ui.setup.kernel_lines import lines_of
from tests.fuzz.case import Case
from tests.fuzz.expressions import formula_text, kernel_text, learner_text
from tests.fuzz.rules import Ask, Broken

PROPERTIES = tuple(
    name for name, value in vars(Kernel).items() if isinstance(value, property | cached_property) and name[0] != "_"
)

STEPS = 30


def check_kernel(case: Case, ask: Ask[Any]) -> None:
    """An expression, and everything that is asked of the kernel that it describes."""
    text, points = case.text, _points(case)
    made = ask("kernel", lambda: kernel(text))
    if made is None:
        return
    for name in PROPERTIES:
        ask(name, lambda name=name: getattr(made, name))
    ask("terms", lambda: made.terms() and None)
    ask("lines", lambda: lines_of(made))
    if ask("str", lambda: kernel(str(made))) != made:
        raise Broken("round trip", f"{str(made)[:200]} is not read as the same kernel")
    ask("gram", lambda: made.gram(points, points[:5]))
    ask("diagonal", lambda: made.diagonal(points))
    ask("value_error", lambda: made.value_error(points, points[:5]))
    ask("magnitude", lambda: made.magnitude(points))
    ask("relative_error", lambda: (made.relative_error(points), made.norm_error(2)))
    ask("columns", lambda: (columns := made.columns(points, 1e-9)) and columns(0))
    _check_training(Session(_dataset(points), text, case.options.get("learner", "kernel_perceptron()")), ask)


def check_learner(case: Case, ask: Ask[Any]) -> None:
    text = case.text
    made = ask("learner", lambda: learner(text))
    if made is not None:
        if ask("str", lambda: learner(str(made))) != made:
            raise Broken("round trip", f"{str(made)[:200]} is not read as the same learner")
        _check_training(Session(_dataset(_points(case)), case.options.get("kernel", "rbf()"), text), ask)


def _check_training(session: Session, ask: Ask[Any]) -> None:
    """A few steps, and what is looked at after them."""
    model = ask("train", lambda: train(session, steps=STEPS))
    if model is None:
        return
    for pixels in (32, 200):  # larger ones are made in another way
        ask("field", lambda pixels=pixels: model.field((-3, 3, -2, 2), (pixels, pixels)))
    ask("decision", lambda: model.decision(session.dataset.points[:5] + 0.1))
    ask("guarantee", lambda: model.guarantee)


def _points(case: Case) -> np.ndarray:
    """Points in the plane: 12 of them, some on whole numbers, two on one place."""
    rng = np.random.default_rng(case.options.get("seed", 0))
    points = np.vstack([rng.normal(size=(6, 2)), rng.integers(-2, 3, (5, 2))])
    return np.vstack([points, points[:1]]) * case.options.get("scale", 1.0)


def _dataset(points: np.ndarray) -> Dataset:
    return Dataset.of(points, np.where(np.arange(len(points)) % 3, 1, -1))


def check_formula(case: Case, ask: Ask[Any]) -> None:
    """A rule such as `y > sin(3*x)`."""
    rule = ask("rule", lambda: parse_rule(case.text))
    if rule is not None:
        rng = np.random.default_rng(0)
        places = rng.uniform((-HALF_WIDTH, -HALF_HEIGHT), (HALF_WIDTH, HALF_HEIGHT), (2000, 2))
        ask("sides", lambda: rule.sides(places))


def _kernel(rng: random.Random) -> Case:
    options = {"seed": rng.randrange(10), "scale": rng.choice((1.0,) * 8 + (1e-8, 100.0, 1e100, 0.0))}
    if rng.random() < 0.3:
        options["learner"] = learner_text(rng)
    return Case("kernel", "kernel", kernel_text(rng).encode(), options)


def _learner(rng: random.Random) -> Case:
    options = {
        "seed": rng.randrange(10),
        "kernel": rng.choice(("rbf()", "linear()", "poly(degree=3)", kernel_text(rng))),
    }
    return Case("learner", "learner", learner_text(rng).encode(), options)


def _formula(rng: random.Random) -> Case:
    return Case("formula", "formula", formula_text(rng).encode())


TARGETS = {"kernel": check_kernel, "learner": check_learner, "formula": check_formula}
MAKERS = {"kernel": (15, _kernel), "learner": (4, _learner), "formula": (4, _formula)}
