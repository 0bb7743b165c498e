"""The kernel as a matrix on the points, against its definition."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from kpgui.analysis.gram import MOST_POINTS
from kpgui.kernels import kernel
from kpgui.model.conventions import Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.errors import UNWATCHED, Cancelled, KpguiError, Token
from kpgui.model.session import Session
from kpgui.ui.instruments.gram.reading import GramReading, curve
from kpgui.ui.instruments.gram.words import (
    alignment_text,
    cell_text,
    copied,
    counter_example,
    headline,
    part_text,
    spectrum_text,
    verdict_text,
)
from tests.strategies import noisy_moons

CORNERS = Dataset.of([[1, 1], [1, -1], [-1, -1], [-1, 1]], [1, -1, 1, -1])
SIGMOID = "sigmoid(gamma=1, c=-1)"


def read(dataset, text, **session):
    return GramReading().read(Session(dataset, text, **session), UNWATCHED)


def drawn(value, order):
    """K as the pixels of an image show it, from the top left."""
    return (value.images[order][::-1].astype(float) - 128) / 127 * np.abs(value.matrix).max()


def test_xor_as_presented_and_by_class():
    """(x·z + 1)²: 9 with itself, 1 with the neighbours of the other class, 1 with the opposite corner."""
    value = read(CORNERS, "poly(degree=2)")
    exact = np.array([[9, 1, 1, 1], [1, 9, 1, 1], [1, 1, 9, 1], [1, 1, 1, 9]])
    assert value.matrix.tolist() == exact.tolist()
    assert value.orders[0].tolist() == [0, 1, 2, 3]
    assert value.orders[1].tolist() == [0, 2, 1, 3]
    linear = read(CORNERS, "linear()")
    signs = [[2, 0, -2, 0], [0, 2, 0, -2], [-2, 0, 2, 0], [0, -2, 0, 2]]
    assert linear.matrix.tolist() == signs
    blocks = [[2, -2, 0, 0], [-2, 2, 0, 0], [0, 0, 2, -2], [0, 0, -2, 2]]
    np.testing.assert_allclose(drawn(linear, 0), signs, atol=1e-12)
    np.testing.assert_allclose(drawn(linear, 1), blocks, atol=1e-12)
    assert "K is −2 on average within a class, 0 between the classes." in alignment_text(linear)
    assert linear.alignment == 0


@pytest.mark.parametrize("order", [0, 1, 2])
@pytest.mark.parametrize("text", ["rbf(sigma=0.5)", SIGMOID, "rbf - 0.5*linear"])
def test_each_image_is_the_matrix_in_its_order(text, order):
    dataset = noisy_moons(40)
    value = read(dataset, text, order="shuffled_once", seed=3)
    ranks = value.orders[order]
    assert sorted(ranks) == list(range(40))
    expected = kernel(text).gram(dataset.points[ranks], dataset.points[ranks])
    np.testing.assert_allclose(drawn(value, order), expected, atol=np.abs(expected).max() / 127)
    if order == 1:
        assert (np.diff(value.dataset.labels[ranks]) <= 0).all()
    if order == 2:
        __, vectors = np.linalg.eigh(kernel(text).gram(dataset.points, dataset.points))
        along = vectors[ranks, -1]
        assert (np.diff(along) <= 1e-12).all() or (np.diff(along) >= -1e-12).all()


def test_as_presented_is_the_order_of_the_first_epoch():
    dataset = noisy_moons(5)
    by_hand = read(dataset, "rbf", conventions=Conventions.of({"order": (4, 2, 0, 1, 3)}))
    assert by_hand.orders[0].tolist() == [4, 2, 0, 1, 3]
    assert read(dataset, "rbf", order="reversed").orders[0].tolist() == [4, 3, 2, 1, 0]


def test_points_held_out_are_not_in_it_and_keep_their_numbers():
    dataset = Dataset.of(CORNERS.points, CORNERS.labels, [False, True, False, False])
    value = read(dataset, "linear()")
    assert value.rows.tolist() == [0, 2, 3]
    assert cell_text(value, 0, 2) == "K(x₁, x₄) = 0 · two classes"
    assert cell_text(value, 0, 1) == "K(x₁, x₃) = −2 · one class"
    assert cell_text(value, 1, 1) == "K(x₃, x₃) = 2 · itself"
    assert headline(value) == "linear() between 3 points trained on."


def test_a_learner_with_a_map_has_the_kernel_of_its_map():
    value = read(CORNERS, "rbf", learner='perceptron(map="quadratic")')
    assert value.matrix.tolist() != read(CORNERS, "rbf").matrix.tolist()
    assert np.linalg.matrix_rank(value.matrix) <= 4


def test_the_counter_example_of_sigmoid_is_recomputed_from_what_is_copied():
    value = read(CORNERS, SIGMOID)
    rows = [line.split("\t") for line in copied(value).splitlines()]
    assert rows[0] == ["point", "c", "x1", "x2"]
    c = [float(row[1]) for row in rows[1:]]
    places = [[float(x) for x in row[2:]] for row in rows[1:]]
    total = sum(c[i] * c[j] * np.tanh(np.dot(places[i], places[j]) - 1) for i, j in product(range(len(c)), repeat=2))
    assert total == pytest.approx(value.spectrum.smallest)
    assert total < -1
    assert counter_example(value).startswith(f"Σ cᵢcⱼK(xᵢ, xⱼ) = −{-total:.4g} < 0 with these c")
    assert "not a valid kernel" in verdict_text(value)
    assert "its power series in x·z has negative terms" in verdict_text(value)


def test_the_counter_example_of_a_difference_holds_in_fractions():
    value = read(CORNERS, "linear() - poly(degree=2)")
    c = [Fraction(each) for each in value.c.tolist()]
    points = [[Fraction(x) for x in point] for point in CORNERS.points.tolist()]

    def k(x, z):
        inner = sum(a * b for a, b in zip(x, z, strict=True))
        return inner - (inner + 1) ** 2

    total = sum(c[i] * c[j] * k(points[i], points[j]) for i, j in product(range(4), repeat=2))
    assert total < 0
    assert float(total) == pytest.approx(value.spectrum.smallest)


def test_a_kernel_has_none():
    value = read(noisy_moons(30), "rbf")
    assert value.c is None
    assert counter_example(value) == ""
    assert "a valid kernel there." in verdict_text(value)


def test_the_spectrum_is_on_an_axis_of_powers_of_ten():
    value = read(noisy_moons(30), SIGMOID)
    drawn = value.curve
    sizes = np.abs(value.spectrum.values)
    seen = drawn.heights > 0
    np.testing.assert_allclose(drawn.low + drawn.heights * (drawn.high - drawn.low), np.log10(sizes))
    assert seen.sum() >= 29
    assert set(drawn.signs.tolist()) == {-1, 1}
    linear = read(noisy_moons(30), "linear()").curve
    assert linear.signs.tolist() == [1, 1] + 28 * [0]
    assert curve(read(Dataset.empty(), "rbf").spectrum).heights.tolist() == []


def test_the_shares_are_said():
    assert spectrum_text(read(CORNERS, "linear()")) == "One axis holds 50 % of Σ|λ|, two 100 %, three 100 %."
    none = read(Dataset.of([[0, 0], [0, 0]], [1, -1]), "linear()")
    assert spectrum_text(none) == "One axis holds 0 % of Σ|λ|, two 0 %, three 0 %."


def test_more_points_are_a_sample_of_both_classes_and_that_is_said():
    rng = np.random.default_rng(0)
    labels = np.where(np.arange(1500) % 3, 1, -1)
    value = read(Dataset.of(rng.normal(size=(1500, 2)), labels), "rbf", seed=4)
    assert len(value.rows) == MOST_POINTS
    assert np.count_nonzero(value.dataset.labels < 0) == round(MOST_POINTS / 3)
    assert headline(value).replace("\N{NARROW NO-BREAK SPACE}", " ") == (
        "rbf(sigma=1) between 1 000 of 1 500 points trained on, drawn at random, each class by its share."
    )
    expected = kernel("rbf").gram(value.dataset.points, value.dataset.points)
    np.testing.assert_allclose(value.matrix, expected)


def test_the_parts_of_a_combination_are_listed_as_a_tree_with_their_rules():
    value = read(noisy_moons(20), "rbf + 0.3*poly(degree=2) - linear")
    found = [(part.depth, *part_text(part).split("\n")) for part in value.parts]
    assert [each[:2] for each in found] == [
        (0, "rbf(sigma=1) + 0.3*poly(degree=2, gamma=1, c=1) - linear()"),
        (1, "rbf(sigma=1)"),
        (1, "0.3*poly(degree=2, gamma=1, c=1)"),
        (2, "poly(degree=2, gamma=1, c=1)"),
        (1, "linear()"),
    ]
    assert found[2][2] == "Positive semidefinite: a multiple ≥ 0 of such a kernel is one."
    assert "Not guaranteed: the difference" in verdict_text(value)
    for part in value.parts:
        order = value.orders[1]
        expected = part.kernel.gram(value.dataset.points[order], value.dataset.points[order])
        pixels = (part.images[1][::-1].astype(float) - 128) / 127 * np.abs(expected).max()
        np.testing.assert_allclose(pixels, expected, atol=np.abs(expected).max() / 127)
    assert read(noisy_moons(20), "rbf").parts == ()


def test_a_part_that_overflows_has_no_image():
    dataset = Dataset.of([[30, 0], [0, 30]], [1, -1])
    value = read(dataset, "normalized(exp(linear()))")
    assert [len(part.images) for part in value.parts] == [3, 0, 3]


def test_one_point_and_none():
    one = read(Dataset.of([[1, 2]], [1]), "linear()")
    assert one.matrix.tolist() == [[5]]
    assert alignment_text(one) == ""
    assert verdict_text(one)
    none = read(Dataset.empty(), "linear()")
    assert headline(none) == "linear(): there are no points to train on."
    assert verdict_text(none) == counter_example(none) == alignment_text(none) == ""


def test_one_class_has_no_mean_between_classes():
    value = read(Dataset.of([[1, 0], [0, 1]], [1, 1]), "linear()")
    assert alignment_text(value) == "Alignment with the labels A(K, yyᵀ) = 0.707, at most 1."


def test_the_table_has_the_matrix_the_eigenvalues_and_c():
    value = read(CORNERS, SIGMOID)
    table = GramReading().table(value)
    assert table.names == ("point", "label", "eigenvalue_by_size", "c", "K_1", "K_2", "K_3", "K_4")
    assert np.column_stack(table.columns[4:]).tolist() == value.matrix.tolist()
    assert table.columns[2].tolist() == value.spectrum.values.tolist()


def test_the_question_is_of_points_kernel_and_order_alone():
    question, session = GramReading().question, Session(CORNERS, "rbf", "kernel_perceptron(epochs=3)")
    assert question(session) == question(Session(CORNERS, "rbf", "svm()"))
    assert question(session) != question(Session(CORNERS, "rbf(sigma=2)"))
    assert question(session) != question(Session(CORNERS, "rbf", seed=1))


def test_it_is_cancelled_and_says_what_is_too_large():
    with pytest.raises(Cancelled):
        GramReading().read(Session(noisy_moons(50), "rbf"), Token(lambda: True))
    with pytest.raises(KpguiError, match="too large to compute"):
        read(Dataset.of([[1e200, 0], [0, 1]], [1, -1]), "linear()")
