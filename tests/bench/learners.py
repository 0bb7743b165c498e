"""Learners on a budget: a pass over many points, how long it takes, and what memory it needs for ten times as many."""

import tracemalloc
from collections.abc import Iterator

import numpy as np

import kpgui
from kpgui.engine.run.problem import Problem
from kpgui.kernels import kernel
from kpgui.learners import learner
from kpgui.model.session import Session
from tests.bench.table import Row, seconds, shown
from tests.strategies import noisy_moons

KERNEL = "rbf(sigma=0.5)"
FEW, MANY = 10_000, 100_000
SLICE = 1000
"""Steps after which the record is handed over, as the trainer does every few milliseconds."""

LEARNERS = (
    "forgetron(budget=100, epochs=1)",
    "forgetron(budget=100, variant='basic', epochs=1)",
    "random_budget_perceptron(budget=100, epochs=1)",
    "projectron(eta=0.1, epochs=1)",
    "norma(truncate=100, epochs=1)",
)


def rows() -> Iterator[Row]:
    dataset = noisy_moons(MANY)
    for text in LEARNERS:
        session = Session(dataset, KERNEL, text)
        duration, model = seconds(lambda session=session: kpgui.train(session), 3), kpgui.train(session)
        yield Row(
            f"a pass over {MANY} points, moons, {text.replace(', epochs=1', '')}",
            f"{shown(duration)}, {model.mistakes} mistakes, {len(model.support)} support vectors",
            "≤ 3 s",
            duration <= 3,
        )
        few, many = peak_memory(text, FEW), peak_memory(text, MANY)
        growth = (many - few) / (MANY - FEW)
        yield Row(
            f"its memory beyond points and α, and with {FEW} points",
            f"{many / 1e3:.0f} kB / {few / 1e3:.0f} kB: {growth:.1f} bytes a point",
            "≤ 4 bytes a point",
            growth <= 4,
        )


def peak_memory(text: str, n: int) -> int:
    """The most bytes that a pass has allocated at a time, beyond the dataset and one counter a point.

    What still grows are the φ of a forgetron's evictions, which it tells. Columns of the Gram matrix would be 8 bytes a
    point for each support vector.
    """
    problem, chosen = Problem(noisy_moons(n), kernel(KERNEL)), learner(text)
    state = chosen.begin(problem, np.random.default_rng(0))
    tracemalloc.start()
    try:
        while state.status is None:
            chosen.advance(state, SLICE)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
