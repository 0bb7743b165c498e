"""`python -m tests.learners.rectangles [how many]`: perceptrons on corners of rectangles, which no line separates.

Of each learner it prints how often it has "converged" there; only 0 is right. 20 000 rectangles take some minutes.
"""

import sys
from collections import Counter
from collections.abc import Iterator

import numpy as np

import kpgui

ALTERNATING = [1, -1, 1, -1]

LEARNERS = (
    "kernel_perceptron(bias=true)",
    "kernel_perceptron(epochs=30)",
    "averaged_perceptron(bias=true, epochs=30)",
    "voted_perceptron(bias=true, epochs=30)",
    "perceptron(bias=true, epochs=30)",
)


def rectangles(seed: int, count: int) -> Iterator[list[list[float]]]:
    """Corners with one decimal, one after the other round the rectangle."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        (left, right), (low, high) = (np.sort(rng.choice(np.arange(-50, 51), 2, replace=False)) / 10 for _ in range(2))
        yield [[left, low], [left, high], [right, high], [right, low]]


def main(count: int = 20_000) -> int:
    converged = Counter(dict.fromkeys(LEARNERS, 0))
    for corners in rectangles(0, count):
        for learner in LEARNERS:
            converged[learner] += kpgui.fit(corners, ALTERNATING, "linear()", learner).converged
    for learner, times in converged.items():
        print(f"{learner}: converged on {times} of {count} rectangles")
    return 1 if converged.total() else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
