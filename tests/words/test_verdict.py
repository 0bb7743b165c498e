"""The verdict: what the state of a run means, in a sentence."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kpgui
from kpgui.cli.report import summary
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Move, apply
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Counters, Frame, Status
from kpgui.model.updates import Updates
from kpgui.words.verdict import Tone, guarantee_text, of_old, outlook, verdict
from tests.strategies import datasets, small_integers

BOTH = Dataset.of([[0, 0], [1, 1]], [1, -1])


def frame(status, step=0, head=None, problem="", **counted):
    head = step if head is None else head
    counters = Counters(step=step, **counted)
    return Frame(1, status, head, -1, counters, Expansion.of((0, 0), 0), Updates.none(), problem=problem)


def said(dataset, at=None):
    return verdict(outlook(dataset), at)


def test_no_points():
    assert said(Dataset.empty()).text.startswith("No points to learn from yet.")


def test_only_held_out_points_are_nothing_to_learn_from():
    assert said(Dataset.of([[0, 0]], [1], held_out=[True])).text.startswith("No points to learn from yet.")


@pytest.mark.parametrize("label, missing", [(1, "−1"), (-1, "+1")])
def test_one_class_asks_for_the_other_also_when_it_converged(label, missing):
    dataset = Dataset.of([[0, 0], [1, 0]], [label, label])
    for at in (None, frame(Status.CONVERGED, 4, epoch=2, mistakes=1)):
        assert said(dataset, at).text.endswith(f"Add points of class {missing}.")


def test_opposite_labels_on_one_place_are_named_and_what_follows_is_true_of_every_learner():
    """One that learns from right points too may pass an epoch without a mistake, and an SVM has an optimum."""
    dataset = Dataset.of([[0, 0], [1.5, -2], [3, 3], [1.5, -2]], [1, 1, -1, -1])
    told = said(dataset, frame(Status.RUNNING, 3))
    assert told.text == (
        "Points 2 and 4 lie in the same place (1.5, −2) with opposite labels: no boundary can get both right."
    )
    assert told.tone is Tone.WARNING


@pytest.mark.parametrize(
    ("learner", "points", "labels"),
    [
        ("passive_aggressive(C=100)", [[2, 1], [-2, -1], [1, 0], [-2, -1], [0, 3], [-1, -1]], [-1, 1, 1, -1, -1, 1]),
        ("norma(eta=0.5, lam=0.1)", [[0, 1], [1, -3], [0, 1], [-3, -3]], [-1, -1, 1, 1]),
        ("pegasos(lam=0.1)", [[1, 0], [3, -1], [1, 0], [-2, -2], [-2, -1]], [1, -1, -1, -1, -1]),
    ],
)
def test_a_learner_may_pass_an_epoch_without_a_mistake_also_where_labels_clash(learner, points, labels):
    """Between two points on one place it learns from others, so that each has the right sign when its turn comes."""
    model = kpgui.fit(points, labels, "linear()", learner)
    assert model.converged
    told = summary(model, "clash.csv", 0.0).splitlines()[-1]
    assert told.startswith(f"Converged: epoch {model.epochs} passed without a mistake, after ")
    assert "on the wrong side now" in told
    assert told.endswith("with opposite labels: no boundary can get both right.")


def test_a_paused_run_says_what_is_wrong_now_and_how_to_go_on_unless_its_settings_are_old():
    told = said(BOTH, frame(Status.PAUSED, 3, errors=1))
    assert told.text == "Paused after 3 steps, 1 point on the wrong side now. Run goes on, Step makes the next step."
    old = of_old(told, "kernel").text
    assert old == "With the old kernel: Paused after 3 steps, 1 point on the wrong side now."


def test_converged_tells_epochs_and_mistakes():
    told = said(BOTH, frame(Status.CONVERGED, 4, epoch=2, mistakes=2))
    assert told.text == "Converged: epoch 2 passed without a mistake, after 2 mistakes in all."
    assert told.tone is Tone.GOOD


def test_after_an_epoch_without_a_mistake_points_may_still_be_wrong_and_that_is_said():
    """A mean or a vote is not the f that made no mistake, and learning from right points goes on moving f."""
    told = said(BOTH, frame(Status.CONVERGED, 4, epoch=2, mistakes=2, errors=1))
    assert told.text == (
        "Converged: epoch 2 passed without a mistake, after 2 mistakes in all; 1 point on the wrong side now."
    )
    assert told.tone is Tone.CALM


def test_limit_says_not_converged_and_what_is_wrong():
    told = said(BOTH, frame(Status.LIMIT, 200, epoch=100, mistakes=70, updates=70, errors=1))
    assert told.text == (
        "Stopped at the learner's limit, not converged: 100 epochs and 70 updates, 1 point on the wrong side now."
    )


@pytest.mark.parametrize(
    ("labels", "order", "advised"),
    [
        ([-1, -1, 1, 1], "dataset", True),
        ([1, 1, -1, -1], "reversed", True),
        ([1, 1, 1, -1], "dataset", False),
        ([-1, -1, 1, 1], "shuffled_once", False),
        ([-1, 1, -1, 1], "dataset", False),
    ],
)
def test_points_sorted_by_class_are_advised_to_be_shuffled_when_the_run_did_not_converge(labels, order, advised):
    dataset = Dataset.of(np.arange(8.0).reshape(4, 2), labels)
    stopped = frame(Status.LIMIT, 400, epoch=100, mistakes=70, updates=70, errors=2)
    assert (
        verdict(outlook(dataset), stopped, order).text.endswith("an order that shuffles them may do better.") == advised
    )
    converged = frame(Status.CONVERGED, 8, epoch=2, mistakes=2)
    assert "shuffles" not in verdict(outlook(dataset), converged, order).text
    without_epochs = frame(Status.LIMIT, 4, updates=4, errors=2)
    assert "shuffles" not in verdict(outlook(dataset), without_epochs, order).text


def test_a_learner_without_epochs_converges_to_an_optimum_even_where_labels_clash():
    told = said(BOTH, frame(Status.CONVERGED, 12, updates=12, errors=1))
    assert told.text == (
        "Converged: the gap of the optimality conditions is below the tolerance, after 12 steps; "
        "1 point on the wrong side."
    )
    clash = said(Dataset.of([[1, 1], [1, 1]], [1, -1]), frame(Status.CONVERGED, 1, updates=1, errors=2)).text
    assert clash.startswith("Converged: the gap")
    assert clash.endswith("with opposite labels: no boundary can get both right.")
    stopped = said(BOTH, frame(Status.LIMIT, 7, updates=7, errors=2)).text
    assert stopped.endswith("not converged: 7 steps and 7 updates, 2 points on the wrong side now.")


def test_looking_back():
    assert said(BOTH, frame(Status.PAUSED, 3, head=10)).text == "Looking back: step 3 of 10."


def test_a_failure_shows_its_sentence():
    told = said(BOTH, frame(Status.FAILED, problem="poly is too large to compute."))
    assert told.text == "poly is too large to compute."
    assert told.tone is Tone.BAD


def test_a_traceback_shows_its_last_line():
    trace = "Traceback (most recent call last):\n  File x\nValueError: odd\n"
    assert said(BOTH, frame(Status.FAILED, problem=trace)).text.endswith("(ValueError: odd).")


@pytest.mark.parametrize("status", [Status.READY, Status.RUNNING, Status.PAUSED])
def test_the_way_through_a_run_has_a_calm_sentence(status):
    assert said(BOTH, frame(status, 0 if status is Status.READY else 3)).tone is Tone.CALM


@given(st.data(), datasets(min_size=1, elements=small_integers.map(float), held_out=True))
def test_the_outlook_after_a_move_is_the_same_whether_or_not_the_one_before_is_known(data, before):
    at = data.draw(st.sampled_from(before.ids.tolist()))
    place = data.draw(st.tuples(small_integers, small_integers))
    after, _ = apply(before, Move(np.array([at]), np.array([place], float)))
    assert outlook(after, (before, outlook(before))) == outlook(after)


@pytest.mark.parametrize("learner", ["kernel_perceptron", "perceptron", "averaged_perceptron", "voted_perceptron"])
def test_once_a_run_has_converged_its_bound_has_no_condition_left(learner):
    points = np.array([[1.0, 2], [2, 1], [-1, -2], [-2, -1]])
    for labels, status in (([1, 1, -1, -1], Status.CONVERGED), ([1, -1, 1, -1], Status.LIMIT)):
        model = kpgui.train(kpgui.Session(Dataset.of(points, labels), "linear()", f"{learner}(epochs=5)"))
        assert model.status is status
        text = guarantee_text(replace(frame(status), guarantee=model.guarantee))
        assert "At most (R/γ)² mistakes in all" in text
        assert ("if a hyperplane" in text) == ("If none has" in text) == (status is Status.LIMIT)
        assert ("shows that there is one" in text) == (status is Status.CONVERGED)
        assert text.endswith(model.guarantee.text.partition("without a mistake.")[2])


def test_without_a_frame_nothing_is_proved():
    assert guarantee_text(None) == guarantee_text(frame(Status.READY)) == ""
