"""20 epochs of the kernel perceptron on noisy moons, against SVC.fit and against the textbook's class."""

from collections.abc import Iterator

from sklearn.svm import SVC

import kpgui
from tests.bench.table import Row, alternating, seconds, shown
from tests.bench.textbook import TextbookPerceptron
from tests.strategies import noisy_moons

SIGMA = 0.5
REPEAT = {200: 40, 1000: 20, 5000: 5, 20000: 2}


NOISE = 0.1, 0.2
"""A little noise, which the kernel still separates or nearly; and so much that a tenth of all steps are mistakes."""


def rows() -> Iterator[Row]:
    for noise in NOISE:
        for n, repeat in REPEAT.items():
            yield from at_size(n, noise, repeat)


def at_size(n: int, noise: float, repeat: int) -> Iterator[Row]:
    dataset = noisy_moons(n, noise=noise)

    def ours(dataset=dataset):
        return kpgui.fit(dataset.points, dataset.labels, f"rbf(sigma={SIGMA})", "kernel_perceptron(epochs=20)")

    def svc(dataset=dataset):
        return SVC(C=1, gamma=0.5 / SIGMA**2).fit(dataset.points, dataset.labels)

    fast, slow = alternating(ours, svc, repeat)
    model = ours()
    yield Row(
        f"training, 20 epochs, moons, noise {noise}, n = {n}",
        f"{slow / fast:.2f} × SVC(C=1).fit ({shown(fast)} / {shown(slow)}), {model.mistakes} mistakes",
        "> 1 ×",
        slow > fast,
    )
    if n == 1000 and noise == NOISE[-1]:
        yield against_the_textbook(dataset, seconds(ours, 40))


def against_the_textbook(dataset, fast: float) -> Row:
    slow = seconds(lambda: TextbookPerceptron(SIGMA, 20).fit(dataset.points, dataset.labels), 1)
    return Row(
        "the same, against the textbook's class",
        f"{slow / fast:.0f} × ({shown(fast)} / {shown(slow)})",
        "≥ 400 ×",
        slow / fast >= 400,
    )
