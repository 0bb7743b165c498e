"""f under the cursor."""

import numpy as np
import pytest

import kpgui
from kpgui.kernels import kernel
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Counters, FieldImage, Frame, Status
from kpgui.model.param import shown
from kpgui.model.session import View
from kpgui.model.updates import Updates
from kpgui.words import point_card
from kpgui.words.point_card import position_text, value_text

POINTS = np.array([[0.0, 0.0], [1.0, 0.0]])
NOTHING = np.zeros((0, 2))


def frame(beta=(1.0, -1.0), image=None):
    return Frame(1, Status.PAUSED, 2, 0, Counters(), Expansion.of(beta, 0.5), Updates.none(), field=image)


def test_the_value_is_that_of_the_expansion():
    assert value_text(kernel("linear"), POINTS, frame(), 0.25, 3) == "f = 0.25"
    assert value_text(kernel("linear"), POINTS, frame(), 2, 3) == "f = −1.5"


@pytest.mark.parametrize("learner", ["kernel_perceptron(eta=0.1, ", "averaged_perceptron(", "voted_perceptron("])
@pytest.mark.parametrize("bias", ["true", "false"])
def test_f_is_0_wherever_it_is_0_but_for_rounding(learner, bias):
    points = np.array([[1, 2], [2, 1], [-7, 2], [-3, 5], [4, -1]]) / 8
    model = kpgui.fit(points, [1, -1, -1, 1, 1], "poly(degree=3, c=0)", f"{learner}bias={bias}, epochs=3)")
    learned = Frame(1, Status.PAUSED, 2, 0, Counters(), model.expansion, Updates.none())
    for x, y in [(0.0, 0.0), (0.125, 0.125), (0.25, -0.125), (0.3, 0.3)]:
        exact = float(model.decision([[x, y]])[0])
        assert value_text(model.kernel, points, learned, x, y) == f"{model.expansion.symbol} = {shown(exact)}"


def test_a_sum_of_tenths_leaves_no_residue():
    """0.1·1 + 0.1·2 − 0.1·3 is 5.6·10⁻¹⁷ in float64."""
    line = np.array([[1.0, 0], [2.0, 0], [3.0, 0]])
    learned = Frame(1, Status.PAUSED, 2, 0, Counters(), Expansion.of((1, 1, -1), 0, unit=0.1), Updates.none())
    assert value_text(kernel("linear"), line, learned, 1, 0) == "f = 0"


def test_no_value_without_a_frame_or_with_that_of_other_points():
    assert value_text(kernel("linear"), POINTS, None, 0, 0) == ""
    assert value_text(None, POINTS, frame(), 0, 0) == ""
    assert value_text(kernel("linear"), NOTHING, frame(), 0, 0) == ""


def test_a_value_too_large_says_so():
    assert "too large" in value_text(kernel("poly(degree=50)"), POINTS * 1e9, frame(), 1e9, 1e9)


def test_very_many_support_vectors_are_read_from_the_picture(monkeypatch):
    monkeypatch.setattr(point_card, "MOST_COMPUTED_VECTORS", 1)
    pixels = np.array([[1, 255], [128, 192]], np.uint8)
    image = FieldImage(pixels, View(0, 2, 0, 2), 2.0, NOTHING, NOTHING, NOTHING, True)
    read = [value_text(kernel("linear"), POINTS, frame(image=image), x, y) for x, y in [(1.5, 0.5), (0.5, 1.5)]]
    assert read == ["f ≈ 2", "f ≈ 0"]
    assert value_text(kernel("linear"), POINTS, frame(image=image), 5, 5) == ""
    assert value_text(kernel("linear"), POINTS, frame(), 1, 1) == ""


def test_positions_have_a_true_minus():
    assert position_text(-1, 0) == "x = −1   y = 0"
