"""The card of a point, against the definitions of its numbers."""

import numpy as np
import pytest

import kpgui
from kpgui.model.arrays import frozen
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Counters, Frame, Status
from kpgui.model.param import shown
from kpgui.model.updates import Updates
from kpgui.words.point_card import WIDEST, point_card

POINTS = np.array([[1.0, 0.25], [-1.0, 0.5], [0.5, -2.0], [-0.5, 1.0]])
LABELS = [1, -1, -1, 1]


def dataset(held_out=None):
    return Dataset.of(POINTS, LABELS, held_out)


def frame(model, of, step=None):
    counters = Counters(step=model.steps if step is None else step, alpha=frozen(model.alpha, model.alpha.dtype))
    return Frame(1, Status.PAUSED, model.steps, 0, counters, model.expansion, Updates.none(), ids=of.ids)


def test_before_a_run_there_are_number_class_and_coordinates():
    card = point_card(dataset([False, False, True, False]), 2)
    assert card.title == "Point 3: class −1, held out"
    assert card.where == "x = 0.5   y = −2"
    assert (card.rows, card.verdict, card.wrong) == ((), "", False)


@pytest.mark.parametrize(
    "learner", ["kernel_perceptron(epochs=2)", "voted_perceptron(epochs=2)", "svm(C=2)", "norma(epochs=2)",
                "forgetron(budget=2, epochs=2)"]
)  # fmt: skip
def test_the_numbers_are_those_of_the_model(learner):
    data = dataset()
    model = kpgui.fit(POINTS, LABELS, "rbf(sigma=0.7)", learner)
    for row, label in enumerate(LABELS):
        card = point_card(data, row, frame(model, data), model.kernel, data.points)
        f = float(model.decision(POINTS[row : row + 1])[0])
        told = dict(card.rows)
        symbol = model.expansion.symbol
        assert list(told) == ["α", "β", symbol, f"y·{symbol}"]
        assert told["β"] == shown(float(model.beta[row]))
        assert told[symbol] == shown(f)
        assert told[f"y·{symbol}"] == shown(label * f)
        assert card.wrong == (label * f <= 0)
        assert card.verdict == ("on the wrong side" if card.wrong else "on the right side")


def test_alpha_is_a_number_alone_since_a_cap_leaves_mistakes_out():
    data = dataset()
    model = kpgui.fit(POINTS, LABELS, "linear()", "kernel_perceptron(epochs=1)")
    assert int(model.alpha[0]) == 1
    assert dict(point_card(data, 0, frame(model, data), model.kernel, data.points).rows)["α"] == "1"


def test_an_f_of_zero_is_on_the_wrong_side_of_either_class():
    data = Dataset.of([[0.0, 0.0], [0.0, 0.0], [1.0, 0.0]], [1, -1, 1])
    model = kpgui.fit(data.points, data.labels, "linear()", "kernel_perceptron(epochs=1)")
    for row in (0, 1):
        card = point_card(data, row, frame(model, data), model.kernel, data.points)
        assert dict(card.rows)["y·f"] == "0"
        assert card.wrong


def test_a_point_that_was_not_in_the_run_has_f_but_no_coefficient():
    data = dataset()
    model = kpgui.fit(POINTS, LABELS, "rbf()", "kernel_perceptron(epochs=1)")
    more = Dataset(
        frozen(np.vstack([POINTS, [[2.0, 2.0]]]), np.float64), frozen([*LABELS, 1], np.int8), frozen([False] * 5, bool),
        frozen([*data.ids.tolist(), 77], np.int64),
    )  # fmt: skip
    told = dict(point_card(more, 4, frame(model, data), model.kernel, data.points).rows)
    assert (told["α"], told["β"]) == ("–", "–")
    assert told["f"] == shown(float(model.decision([[2.0, 2.0]])[0]))


def test_at_the_start_of_a_run_and_after_an_invalid_kernel_it_says_less():
    data = dataset()
    model = kpgui.fit(POINTS, LABELS, "rbf()", "kernel_perceptron(epochs=1)")
    assert point_card(data, 0, frame(model, data, step=0), model.kernel, data.points).rows == ()
    assert [name for name, _ in point_card(data, 0, frame(model, data)).rows] == ["α", "β"]


def test_f_that_overflows_is_said():
    data = Dataset.of(POINTS * 1e9, LABELS)
    model = kpgui.fit(POINTS, LABELS, "poly(degree=50)", "kernel_perceptron(epochs=1)")
    card = point_card(data, 0, frame(model, data), model.kernel, data.points)
    assert "too large" in card.verdict
    assert [name for name, _ in card.rows] == ["α", "β"]


@pytest.mark.parametrize("value", [-1.2345e-300, 1.7e308, -0.00012345, -12345.0])
def test_no_number_is_wider_than_the_room_for_it(value):
    assert len(shown(value)) <= len(WIDEST)
