"""The kernel as a matrix: Gram matrix, spectrum, images and all that the panel says of 1000 points, at once."""

from collections.abc import Iterator
from time import process_time

from kpgui.model.errors import UNWATCHED
from kpgui.model.session import Session
from kpgui.ui.instruments.gram.reading import GramReading
from tests.bench.table import Row, shown
from tests.strategies import noisy_moons

KERNELS = (
    "rbf(sigma=0.5)",
    "sigmoid(gamma=1, c=-1)",
    "periodic(period=1, length=1)",
    "rbf + 0.3*poly(degree=2) * laplacian",
)


def rows() -> Iterator[Row]:
    for n, text in [*((1000, each) for each in KERNELS), (100_000, KERNELS[0])]:
        session = Session(noisy_moons(n), text)
        taken = min(_taken(session) for __ in range(3))
        yield Row(
            f"Gram matrix and spectrum, n = {n}, {text}", f"{shown(taken)} of processor time", "≤ 1 s", taken <= 1
        )


def _taken(session: Session) -> float:
    begun = process_time()
    GramReading().read(session, UNWATCHED)
    return process_time() - begun
