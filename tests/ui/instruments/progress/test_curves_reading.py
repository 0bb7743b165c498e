"""The curves of a run, against counting one by one."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui import api
from kpgui.analysis.answer import Margin, Reason, Separability
from kpgui.engine.run.problem import decision
from kpgui.engine.run.run import Run
from kpgui.model.reading import Focus, Moment
from kpgui.model.session import Session
from kpgui.ui.instruments.progress.reading import MOST_BARS, MOST_EPOCHS, Curves, last_epochs
from kpgui.ui.instruments.progress.words import (
    bound_line,
    curve_errors_text,
    error_lines,
    least_text,
    mistake_line,
    mistakes_text,
)
from kpgui.words.counters import share_text
from tests.strategies import noisy_moons
from tests.ui.instruments.moments import moment_of

SESSION = Session(noisy_moons(30, noise=0.4), "rbf(sigma=0.5)", "kernel_perceptron(epochs=5)")


def made_after(session, steps):
    """The mistakes after so many steps, from the log."""
    updates = api.train(session).updates
    return int((updates.step < steps).sum())


def test_a_short_run_has_the_mistakes_after_every_step():
    value = Curves().read(moment_of(SESSION, 150), Focus())
    assert value.steps.tolist() == list(range(151))
    assert value.mistakes.tolist() == [made_after(SESSION, s) for s in range(151)]


def test_a_long_run_has_exact_values_at_the_steps_that_are_plotted():
    value = Curves(columns=7).read(moment_of(SESSION, 150), Focus())
    assert len(value.steps) == 8
    assert value.head == 150
    assert value.mistakes.tolist() == [made_after(SESSION, s) for s in value.steps]


def test_the_whole_run_is_shown_when_an_earlier_step_is():
    moment = moment_of(SESSION, 150)
    counters = SimpleNamespace(step=40)
    value = Curves().read(Moment(SESSION, SimpleNamespace(head=150, counters=counters), moment.mistakes), Focus())
    assert (value.cursor, value.head) == (40, 150)
    assert mistakes_text(value, 40, False) == f"After step 40: {made_after(SESSION, 40)} mistakes"


@given(st.lists(st.booleans(), max_size=60), st.integers(1, 12))
def test_each_epoch_has_its_mistakes(wrong, length):
    bars = last_epochs(np.flatnonzero(wrong), len(wrong), length)
    begun = -(-len(wrong) // length)
    assert bars.starts.tolist() == list(range(begun + 1))
    assert bars.most.tolist() == [sum(wrong[e * length : (e + 1) * length]) for e in range(begun)]


def test_many_epochs_share_bars_and_no_peak_is_lost():
    mistakes = np.sort(np.append(np.arange(0, 50_000, 10), [43_211, 43_212]))
    bars = last_epochs(mistakes, 50_000, 10)
    assert len(bars.most) <= MOST_BARS
    assert bars.starts[0] == 5_000 - MOST_EPOCHS
    assert bars.starts[-1] == 5_000
    assert np.flatnonzero(bars.most == 3).tolist() == [np.searchsorted(bars.starts, 4321, "right") - 1]


def test_the_sentence_of_an_epoch_names_it():
    value = Curves().read(moment_of(SESSION, 150), Focus())
    counts = api.train(SESSION).mistakes_per_epoch
    for step, epoch in ((0, 1), (1, 1), (30, 1), (31, 2), (150, 5)):
        assert mistakes_text(value, step, True) == f"Epoch {epoch}: {counts[epoch - 1]} mistakes"


def test_the_line_of_the_epochs_has_their_heights():
    value = Curves().read(moment_of(SESSION, 45), Focus())
    first, second = value.epochs.most.tolist()
    assert mistake_line(value, True).corners.tolist() == [
        [0, first],
        [30, first],
        [30, second],
        [45, second],
        [45, second],
    ]


def test_a_learner_without_epochs_counts_no_mistakes():
    value = Curves().read(moment_of(replace(SESSION, learner="svm()"), 10), Focus())
    assert "no mistakes" in mistakes_text(value, 3, False)


def wrong_by_definition(session, learner, steps):
    """The points trained on and held out that f misclassifies after so many steps, which it is trained for anew."""
    run = Run(replace(session, learner=learner))
    while run.head < steps and run.outcome is None:
        run.advance(1)
    dataset = session.dataset
    wrong = dataset.labels * decision(run.expansion(), run.kernel, dataset.points, dataset.points) <= 0
    return int((wrong & ~dataset.held_out).sum()), int((wrong & dataset.held_out).sum())


THIRDS = replace(SESSION, dataset=replace(SESSION.dataset, held_out=np.arange(30) % 3 == 0))


@pytest.mark.parametrize("columns", [7, 400])
def test_the_errors_are_those_of_f_after_each_step(columns):
    value = Curves(columns).read(moment_of(THIRDS, 75), Focus())
    every = [(20, 10)] + [wrong_by_definition(THIRDS, THIRDS.learner, s) for s in range(1, 76)]
    for kind, curve in enumerate((value.training, value.held_out)):
        counts = np.array([pair[kind] for pair in every])
        assert curve.points == (20, 10)[kind]
        assert curve.counts.tolist() == counts[value.steps].tolist()
        for a, b, low, high in zip(value.steps[:-1], value.steps[1:], curve.low[1:], curve.high[1:], strict=True):
            assert (low, high) == (counts[a : b + 1].min(), counts[a : b + 1].max())
        assert curve.least == (counts[1:].min(), 1 + int(np.argmin(counts[1:])))


def test_the_range_between_the_steps_is_drawn_where_some_are_left_out():
    every, some = (Curves(columns).read(moment_of(THIRDS, 75), Focus()) for columns in (400, 7))
    assert [line.name for line in error_lines(every)] == ["training error", "held-out error"]
    assert [line.name for line in error_lines(some)] == ["", "training error", "", "held-out error"]


def test_the_sentences_say_where_the_held_out_error_was_least():
    value = Curves(5).read(moment_of(THIRDS, 75), Focus())
    count, step = value.held_out.least
    assert f"Held out: least {share_text(count, 10)}, first after step {step}." in least_text(value)
    training, out = wrong_by_definition(THIRDS, THIRDS.learner, 43)
    wanted = f"After step 43: {share_text(training, 20)} trained on, {share_text(out, 10)} held out"
    assert curve_errors_text(value, 43) == wanted


def test_it_says_how_far_the_errors_are_known():
    moment = moment_of(THIRDS, 75)
    errors = replace(moment.errors, steps=moment.errors.steps[:1], training=moment.errors.training[:1])
    errors = replace(errors, held_out=moment.errors.held_out[:1], known=20)
    value = Curves().read(replace(moment, errors=errors), Focus())
    assert "Known up to step 20 of 75." in least_text(value)
    assert curve_errors_text(value, 30) == "After step 30: not known yet"
    assert value.held_out.steps[-1] == 20


def test_sampled_errors_are_read_at_the_nearest_sample():
    session = replace(THIRDS, learner="averaged_perceptron(epochs=50)", kernel="linear()")
    value = Curves().read(moment_of(session, 1000), Focus())
    every = value.record.every
    assert every > 1
    training, out = wrong_by_definition(session, session.learner, 60 * every)
    wanted = f"After step {60 * every}: {share_text(training, 20)} trained on, {share_text(out, 10)} held out"
    assert curve_errors_text(value, 60 * every + 1) == wanted
    assert f"one in {every} is looked at" in least_text(value)


def test_the_table_has_every_mistake_and_every_change_of_the_errors():
    moment = moment_of(THIRDS, 75)
    table = Curves(columns=3).table(moment, Focus())
    rows = list(zip(*(column.tolist() for column in table.columns), strict=True))
    assert rows[0] == (0, 0, 20, 10)
    for step, made, *errors in rows[1:]:
        assert made == made_after(THIRDS, step)
        assert tuple(errors) == wrong_by_definition(THIRDS, THIRDS.learner, step)
    assert {row[0] for row in rows} >= {s + 1 for s in api.train(THIRDS).updates.step.tolist() if s < 75}


def test_a_bound_far_above_the_mistakes_does_not_flatten_their_curve():
    value = Curves().read(moment_of(SESSION, 150), Focus())
    margin = Margin(Separability.SEPARABLE, Reason.CERTIFICATE, 0.01, 0.01, 1.0, np.zeros(30), (), 0, False)
    line = bound_line(value, margin)
    assert len(line.corners) == 0
    assert "far above" in line.name
    near = bound_line(value, replace(margin, lower=0.1, upper=0.1))
    assert near.corners[:, 1].tolist() == [near.corners[0, 1]] * 2
    assert near.corners[0, 1] == pytest.approx(100)
    assert bound_line(value, replace(margin, verdict=Separability.NOT_CERTAIN)) is None


def test_an_epoch_before_those_plotted_has_its_own_count():
    value = Curves().read(moment_of(SESSION, 150), Focus())
    late = replace(value, epochs=last_epochs(value.mistake_steps[-5:], 150, 30))
    late = replace(late, epochs=replace(late.epochs, starts=late.epochs.starts[2:], most=late.epochs.most[2:]))
    assert mistakes_text(late, 45, True) == f"Epoch 2: {api.train(SESSION).mistakes_per_epoch[1]} mistakes"
