"""The curves of a run, against counting one by one."""

from types import SimpleNamespace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kpgui import api
from kpgui.model.reading import Focus, Moment
from kpgui.model.session import Session
from kpgui.present.curves import mistake_line, mistakes_text
from kpgui.readings.curves import MOST_EPOCHS, Curves, epoch_bars
from kpgui.readings.mistakes import MOST_BARS
from tests.readings.moments import moment_of
from tests.strategies import noisy_moons

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
    bars = epoch_bars(np.flatnonzero(wrong), len(wrong), length)
    begun = -(-len(wrong) // length)
    assert bars.starts.tolist() == list(range(begun + 1))
    assert bars.most.tolist() == [sum(wrong[e * length : (e + 1) * length]) for e in range(begun)]


def test_many_epochs_share_bars_and_no_peak_is_lost():
    mistakes = np.sort(np.append(np.arange(0, 50_000, 10), [43_211, 43_212]))
    bars = epoch_bars(mistakes, 50_000, 10)
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
    from dataclasses import replace

    value = Curves().read(moment_of(replace(SESSION, learner="svm()"), 10), Focus())
    assert "no mistakes" in mistakes_text(value, 3, False)


def test_the_table_has_every_mistake():
    table = Curves(columns=3).table(moment_of(SESSION, 150), Focus())
    steps = api.train(SESSION).updates.step
    assert table.columns[0].tolist() == (steps + 1).tolist()
    assert table.columns[1].tolist() == list(range(1, len(steps) + 1))
