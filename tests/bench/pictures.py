"""Pictures of 1600 × 1200 pixels at 200 dpi, from a trained model to the content of the file."""

from collections.abc import Iterator

from kpgui import api
from kpgui.figure.outputs import OUTPUTS, Picture
from kpgui.figure.style import Style
from kpgui.model.session import Session, View
from tests.bench.table import Row, seconds, shown
from tests.strategies import noisy_moons

STYLE = Style(width=1600, height=1200, dpi=200, wrong=True, formula=True, colour_bar=True, grid=True)
LIMITS = {"png": 0.5, "svg": 0.3, "pdf": 0.3}
"""Seconds that an output may take."""

LARGEST = 3_000_000
"""Most bytes of a drawing, however many points there are."""


def rows() -> Iterator[Row]:
    for n in (200, 5000, 20_000):
        dataset = noisy_moons(n, noise=0.2)
        learner = f"kernel_perceptron(epochs={1 if n > 200 else 20})"
        session = Session(dataset, "rbf(sigma=0.5)", learner, view=View.around(dataset.points))
        model = api.train(session)
        for key, limit in LIMITS.items():
            output, size = OUTPUTS.find(key), len(OUTPUTS.find(key).content(Picture(session, model, STYLE)))
            taken = seconds(lambda output=output, model=model: output.content(Picture(model.session, model, STYLE)), 3)
            timed = n <= 5000
            yield Row(
                f"{output.title}, {n} points",
                f"{shown(taken)}, {size / 1e6:.2g} MB",
                f"≤ {shown(limit)}" if timed else f"≤ {LARGEST / 1e6:g} MB",
                taken <= limit if timed else size <= LARGEST,
            )
