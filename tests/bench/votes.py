"""The field of a vote at 512 × 512 with 1000 voters, against the votes of exact scores."""

from collections.abc import Iterator
from math import inf
from time import process_time

import numpy as np

from kpgui import api
from kpgui.engine.evaluators.terms import centres
from kpgui.engine.picture.field import field
from kpgui.engine.votes.exact_votes import exact_votes
from kpgui.kernels import kernel
from kpgui.model.expansion import Votes
from kpgui.model.session import Session, View
from tests.bench.table import Row, shown
from tests.strategies import noisy_moons

SIDE, VOTERS = 512, 1000
LIMITS = {
    "rbf(sigma=2)": 0.5,
    "rbf(sigma=1)": 0.5,
    "rbf(sigma=0.5)": 0.5,
    "rbf(sigma=0.4)": 0.5,
    "rbf(sigma=0.3)": 0.5,
    "rbf(sigma=0.2)": 0.5,
    "rbf(sigma=0.1)": 0.5,
    "laplacian(sigma=1)": 0.5,
    "poly(degree=3, c=1)": 1.5,
    "linear()": 1.5,
    "matern32(length=1)": 1.5,
}
"""Seconds of processor time that the field of a kernel may take."""
VIEW = View(-2.0, 3.0, -2.0, 2.5)


def rows() -> Iterator[Row]:
    dataset = noisy_moons(1500, noise=0.25)
    xs, ys = centres(VIEW.xmin, VIEW.xmax, SIDE), centres(VIEW.ymin, VIEW.ymax, SIDE)
    places = np.random.default_rng(0).integers(0, SIDE, (4000, 2))
    pixels = np.column_stack([xs[places[:, 1]], ys[places[:, 0]]])
    for text, limit in LIMITS.items():
        votes = _voters(Session(dataset, text, "voted_perceptron(epochs=10)"))
        spec, points = kernel(text), dataset.points
        taken = inf
        for _ in range(5):
            begun = process_time()
            values = field(spec, points, votes, VIEW, SIDE, SIDE)
            taken = min(taken, process_time() - begun)
        found = values[places[:, 0], places[:, 1]]
        wrong = np.mean(found != exact_votes(votes, spec, points, pixels))
        yield Row(
            f"voted field {SIDE}², {VOTERS} voters, {text}",
            f"{shown(taken)}, {100 * wrong:.2g} % of pixels have another vote than by exact scores",
            f"≤ {shown(limit)}, 0 %",
            taken <= limit and not wrong,
        )


def _voters(session: Session) -> Votes:
    """The first so many voters of a run."""
    learned = api.train(session).expansion
    assert isinstance(learned, Votes)
    few = slice(0, VOTERS)
    return Votes.voted(learned.beta, 0.0, learned.points[few], learned.signs[few], learned.counts[few], learned.biased)
