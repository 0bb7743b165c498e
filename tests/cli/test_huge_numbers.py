"""Coordinates next to the largest and the smallest number: a result or one sentence, and nothing else on stderr."""

import json

import numpy as np
import pytest

from tests.cli.conftest import one_sentence

LARGEST = 1.7976931348623157e308


def many(scale):
    """A dozen points within [−scale, scale]², with labels that no line separates."""
    draw = np.random.default_rng(0)
    points = draw.normal(size=(12, 2))
    points *= scale / np.abs(points).max()
    labels = np.where(draw.random(12) < 0.5, 1, -1)
    return "\n".join(f"{x},{y},{label}" for (x, y), label in zip(points, labels, strict=True))


POINTS = {
    "corners": f"{LARGEST},{LARGEST},1\n-{LARGEST},-{LARGEST},-1\n{LARGEST},-{LARGEST},1\n0,0,-1\n",
    "1e308": "1e308,1e308,1\n-1e308,1e308,-1\n0,1,1\n",
    "1e154": many(1.3e154),
    "smallest": "5e-324,0,1\n0,5e-324,-1\n1e-320,1e-310,1\n",
}
# What overflowed or was put out as infinite: differences, sums of products, sums of their errors, scores.
KERNELS = ["rbf()", "linear()", "laplacian()", "normalized(rbf())*1e308"]
COMMANDS = [
    ["train", "a.csv", "--json", "--learner", "pegasos()"],
    ["analyse", "a.csv", "--json"],
    ["render", "a.csv", "-o", "a.png", "--size", "60x50", "--learner", "projectron()"],
    ["render", "a.csv", "-o", "a.png", "--size", "60x50", "--learner", "voted_perceptron()"],
]


@pytest.mark.parametrize("points", POINTS)
@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: f"{words[0]} {words[-1]}")
def test_a_result_or_a_sentence(place, points, kernel, words):
    (place.folder / "a.csv").write_text(POINTS[points])
    result = place.kpgui(*words, "--kernel", kernel)  # where a warning is an error, and so a bug that is reported
    if result.code:
        assert (result.code, result.out) == (1, "")
        one_sentence(result.err)
    else:
        assert result.err == ""
    if result.code == 0 and "--json" in words:
        json.loads(result.out, parse_constant=pytest.fail)
