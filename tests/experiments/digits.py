"""Freund and Schapire's experiment (1999, Table 1) at the size of the digits: `python -m tests.experiments.digits`

One perceptron a digit against the rest with the kernel (1 + x·z)^d, trained for T epochs, a fraction of one included;
the digit with the largest f wins. `last` is the perceptron's last hypothesis, `voted` and `averaged` are all of them.
A perceptron that has made an epoch without a mistake stops there, also where T is larger.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.datasets import load_digits

import kpgui
from kpgui.model.dataset import Dataset

EPOCHS = 0.1, 1, 2, 3, 4
DEGREES = 1, 2, 3, 4, 5, 6
METHODS = {"last": "kernel_perceptron", "averaged": "averaged_perceptron", "voted": "voted_perceptron"}
SEEDS = 0, 1, 2, 3, 4
TRAINED = 1297
BRIGHTEST = 16
"""Of the pixels: they are divided by it, so that (1 + x·z)^6 stays far from overflowing."""


@dataclass(frozen=True)
class Split:
    """Images (n, 64) in [0, 1] and their digits (n,), in a random order, the first ones to learn from."""

    images: np.ndarray
    digits: np.ndarray
    trained: int

    @property
    def tested(self) -> slice:
        return slice(self.trained, None)


@dataclass(frozen=True)
class Result:
    """error: share of the test images that get a wrong digit. mistakes, vectors: of all ten perceptrons together."""

    error: float
    mistakes: int
    vectors: int


def split(seed: int, trained: int = TRAINED, tested: int | None = None) -> Split:
    images, digits = load_digits(return_X_y=True)
    order = np.random.default_rng(seed).permutation(len(digits))[: trained + tested if tested else None]
    return Split(images[order] / BRIGHTEST, digits[order], trained)


def result(data: Split, degree: int, epochs: float, learner: str) -> Result:
    """Ten perceptrons trained for so many epochs, and the digits that they tell."""
    models = [one_against_the_rest(data, digit, degree, epochs, learner) for digit in range(10)]
    decisions = np.stack([model.decision(data.images[data.tested]) for model in models])
    wrong = decisions.argmax(axis=0) != data.digits[data.tested]
    vectors = sum(len(model.support) for model in models)
    return Result(float(wrong.mean()), sum(model.mistakes for model in models), vectors)


def one_against_the_rest(data: Split, digit: int, degree: int, epochs: float, learner: str) -> kpgui.Model:
    images, digits = data.images[: data.trained], data.digits[: data.trained]
    dataset = Dataset.of(images, np.where(digits == digit, 1, -1))
    passes = max(1, int(np.ceil(epochs)))
    session = kpgui.Session(dataset, f"poly(degree={degree}, c=1)", f"{learner}(epochs={passes})")
    return kpgui.train(session, round(epochs * data.trained))


def table(splits: Sequence[Split], degrees: Sequence[int] = DEGREES) -> Iterator[list[str]]:
    """Rows of text: the degree, what, and a column for each T. Means over the splits."""
    for degree in degrees:
        for method, learner in METHODS.items():
            results = [[result(data, degree, epochs, learner) for data in splits] for epochs in EPOCHS]
            yield [str(degree), method, *(f"{100 * np.mean([each.error for each in some]):.1f} %" for some in results)]
        for name in ("mistakes", "vectors"):  # the same for every method
            yield [str(degree), name, *(f"{np.mean([getattr(each, name) for each in some]):.0f}" for some in results)]


def main() -> None:
    splits = [split(seed) for seed in SEEDS]
    tested = len(splits[0].digits[splits[0].tested])
    print(f"Test error on {tested} of scikit-learn's digits after learning from {TRAINED}, mean over the random splits")
    print(f"of the seeds {', '.join(map(str, SEEDS))}; mistakes and support vectors of the ten perceptrons together.\n")
    print_row(["degree", "", *(f"T = {epochs}" for epochs in EPOCHS)])
    print_row(["---:"] + ["---"] + ["---:"] * len(EPOCHS))
    for row in table(splits):
        print_row(row)


def print_row(cells: Sequence[str]) -> None:
    print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
