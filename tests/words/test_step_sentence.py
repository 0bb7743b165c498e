"""The sentence about the last step, in each state of a run."""

from dataclasses import replace

from kpgui.engine.run.run import Run
from kpgui.model.dataset import Dataset
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Counters, Frame, Status
from kpgui.model.session import Session
from kpgui.model.updates import Updates
from kpgui.words.step_sentence import DROPPED, NO_POINTS, step_sentence

KEYS = ".", "R"


def frame(status, step=0, **more):
    return Frame(1, status, step, -1, Counters(step=step, mistakes=1), Expansion.of((), 0), Updates.none(), **more)


def said(frame, stepping="examines the next point"):
    return step_sentence(frame, stepping, *KEYS)


def after(steps, learner="kernel_perceptron()", labels=(1, -1, -1)):
    run = Run(Session(Dataset.of([[1, 0], [1, 1], [-1, 0]], labels), "linear()", learner))
    run.advance(steps)
    return replace(frame(Status.PAUSED, steps), explanation=run.explain())


def test_before_the_first_step_it_says_what_a_step_will_do():
    told = said(frame(Status.READY))
    assert told == "Step (.) examines the next point. Run (R) makes one step after the other."


def test_without_points_there_is_nothing_to_examine():
    assert said(None) == NO_POINTS == said(frame(Status.EMPTY))


def test_a_mistake_is_told_with_the_score_that_made_it_one():
    assert said(after(2)) == "Step 2 · point 2 (−1): f = 1, y·f = −1 ≤ 0: mistake. α₂ 0 → 1."


def test_a_step_that_changes_nothing_says_so():
    assert said(after(3)) == "Step 3 · point 3 (−1): f = 0, y·f = 0 ≤ 0: mistake. α₃ 0 → 1."
    right = said(after(2, labels=(1, 1, -1)))
    assert right == "Step 2 · point 2 (+1): f = 1, y·f = 1 > 0: correct. Nothing changes."


def test_a_change_that_begins_with_a_word_begins_with_a_capital():
    told = said(after(2, "kernel_perceptron(decay=0.5)", (1, 1, -1)))
    assert told.endswith("correct. Older β scaled by 0.5.")


def test_the_pair_of_an_svm_is_named():
    assert said(after(1, "svm(C=10)")).startswith("Step 1 · points 1 (+1) and 2 (−1): y·f = 0 and 0, ")


def test_while_a_run_is_too_fast_to_be_read_it_counts():
    told = said(frame(Status.RUNNING, 12345))
    assert told.startswith("Running: 12\N{NARROW NO-BREAK SPACE}345 steps, 1 mistake. Pause (R) ")


def test_a_step_that_is_no_longer_on_record_is_not_explained():
    assert said(frame(Status.PAUSED, 5)) == DROPPED


def test_a_failed_run_says_why():
    assert said(frame(Status.FAILED, problem="The kernel has no value there.")) == "The kernel has no value there."
