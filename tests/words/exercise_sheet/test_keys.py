"""Every answer of a key is what the definition gives, in fractions; variants are different and within the band."""

from fractions import Fraction

import pytest

from tests.words.exercise_sheet.by_hand import ByHand
from tests.words.exercise_sheet.conftest import points_of

FOUR = [(1, 0), (0, 1), (1, 1), (2, 2)], [1, -1, 1, -1]


def dot(x, z):
    return sum(a * b for a, b in zip(x, z, strict=True))


def identity(x):
    return list(x)


def squares(x):
    return [*x, *(a * a for a in x)]


def quadratic(x):
    return [a * b for a in x for b in x]


def full(x):
    return [1, *x, *x, *quadratic(x)]


def cubic(x, z):
    return Fraction(1, 2) * (dot(x, z) + 1) ** 3


CASES = {
    "linear": ({"kernel": "linear()", "learner": "kernel_perceptron(bias=false)"}, dot, identity, {}),
    "bias": (
        {"kernel": "linear()", "learner": "perceptron(bias=true, eta=0.1)"},
        dot,
        identity,
        {"bias": 1, "eta": Fraction(1, 10)},
    ),
    "squares": (
        {"learner": 'perceptron(map="squares", eta=0.5)'},
        lambda x, z: dot(squares(x), squares(z)),
        squares,
        {"eta": Fraction(1, 2)},
    ),
    "full": ({"learner": 'perceptron(map="full_quadratic")'}, lambda x, z: dot(full(x), full(z)), full, {}),
    "polynomial": (
        {"kernel": "poly(degree=2, c=1)", "learner": "kernel_perceptron(bias=true)"},
        lambda x, z: (dot(x, z) + 1) ** 2,
        None,
        {"bias": 1},
    ),
    "composite": (
        {"kernel": "0.5*poly(degree=3, c=1)", "learner": "kernel_perceptron(bias=false, epochs=3)"},
        cubic,
        None,
        {"epochs": 3},
    ),
    "reversed": (
        {"kernel": "linear()", "learner": "perceptron()", "order": "reversed"},
        dot,
        identity,
        {"order": [5, 4, 3, 2, 1, 0]},
    ),
    "tie": (
        {"kernel": "linear()", "learner": "perceptron(bias=true)", "conventions": {"tie": "+1"}},
        dot,
        identity,
        {"bias": 1, "tie": 1},
    ),
    "start": (
        {"kernel": "linear()", "learner": "perceptron(bias=true)", "conventions": {"w": [-1, 0.5], "b": 0.25}},
        dot,
        identity,
        {"bias": 1, "w": [-1, Fraction(1, 2)], "b": Fraction(1, 4)},
    ),
    "by hand": (
        {
            "points": FOUR[0],
            "labels": FOUR[1],
            "kernel": "linear()",
            "learner": "perceptron()",
            "conventions": {"order": [2, 0, 3, 1], "first": 3, "alpha": [0, 2, 1, 0]},
        },
        dot,
        identity,
        {"order": [3, 1, 2, 0], "start": [0, 2, 1, 0]},
    ),
    "averaged": ({"kernel": "linear()", "learner": "averaged_perceptron(bias=true)"}, dot, identity, {"bias": 1}),
    "voted": (
        {"kernel": "poly(degree=2, c=0)", "learner": "voted_perceptron()"},
        lambda x, z: dot(x, z) ** 2,
        None,
        {},
    ),
}


def numbers(text):
    return [Fraction(each) for each in text.split()]


@pytest.mark.parametrize("name", CASES)
def test_the_key_is_what_the_definition_gives(name, session_file, sheet):
    settings, kernel, phi, rules = CASES[name]
    for row in sheet(session_file(**settings)):
        run = ByHand(*points_of(row), kernel, **rules)
        assert numbers(row["mistakes"]) == run.order
        assert numbers(row["alpha"]) == run.alpha
        assert row["converges"] == ("yes" if run.converged else "no")
        means = run.hypotheses() if name == "averaged" else [run.learned]
        if phi:
            weights = [run.weights(phi, each) for each in means]
            assert numbers(row["w"]) == [sum(each) / len(means) for each in zip(*weights, strict=True)]
        else:
            assert numbers(row["f"]) == run.scores
        if rules.get("bias"):
            assert numbers(row["b"]) == [sum(run.offset(each) for each in means) / len(means)]
        if "bound" in row:
            assert numbers(row["bound"]) == [run.bound()]
        if name == "voted":
            ends = [*run.at[1:], run.steps]
            assert numbers(row["votes"]) == [end - at for at, end in zip(run.at, ends, strict=True)]


def test_no_bound_is_asked_for_where_none_is_proved(session_file, sheet):
    for name, asked in (("linear", True), ("tie", False), ("start", False), ("by hand", False)):
        assert ("bound" in sheet(session_file(**CASES[name][0]), 1)[0]) is asked


def test_of_a_single_epoch_it_is_not_asked_whether_it_converges(session_file, sheet):
    row = sheet(session_file(kernel="linear()", learner="perceptron(epochs=1)"), 1)[0]
    assert list(row)[7:] == ["mistakes", "alpha", "w"]


def turned(rows):
    """The eight images of labelled points under mirroring and quarter turns, and each with the classes exchanged."""
    for flip in (1, -1):
        for _ in range(4):
            rows = [(-y, x, label) for x, y, label in rows]
            for side in (1, -1):
                yield frozenset((side * x, y, flip * label) for x, y, label in rows)


def test_all_variants_are_different_and_within_the_band(session_file, sheet):
    rows = sheet(session_file(kernel="linear()", learner="perceptron(bias=true)"), 200)
    seen = set()
    for row in rows:
        points, labels = points_of(row)
        assert len(set(points)) == len(points) == 6
        assert all(abs(each) <= 3 for point in points for each in point)
        assert 4 <= len(row["mistakes"].split()) <= 8
        images = set(turned([(*point, label) for point, label in zip(points, labels, strict=True)]))
        assert not images & seen
        seen |= images
    share = sum(row["converges"] == "yes" for row in rows) / len(rows)
    assert 0.6 < share < 0.9


def test_the_same_seed_makes_the_same_variants_and_another_one_others(session_file, sheet):
    path = session_file(kernel="linear()", learner="perceptron()")
    first = sheet(path, 5, 7)
    assert sheet(path, 5, 7) == first
    assert sheet(path, 3, 7) == first[:3]
    assert not {row["points"] for row in sheet(path, 5, 8)} & {row["points"] for row in first}


def test_there_are_as_many_points_as_in_the_file(session_file, sheet):
    row = sheet(session_file(*FOUR, kernel="linear()", learner="perceptron()"), 1)[0]
    assert len(row["points"].split(";")) == 4
