"""The choice of moments and the length: first and last always, even gaps, never more than asked for."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui import api
from kpgui.figure.animation.recording import Recording
from kpgui.figure.animation.settings import Animation
from kpgui.model.dataset import Dataset
from kpgui.model.errors import Cancelled, KpguiError, Token
from kpgui.model.session import Session
from tests.figure.animation.conftest import moons
from tests.strategies import integer_datasets

choices = st.builds(
    Animation,
    by=st.sampled_from(["steps", "mistakes", "epochs"]),
    every=st.integers(1, 60),
    frames=st.integers(2, 40),
)


def by_definition(session, settings, model):
    """All moments of the kind asked for, before they are thinned out."""
    mistakes = [s + 1 for s, kind in zip(model.updates.step, model.updates.kind, strict=True) if kind <= 1]
    epoch = len(session.dataset.training)
    every = {
        "steps": range(1, model.steps + 1),
        "mistakes": mistakes,
        "epochs": range(epoch, model.steps + 1, epoch),
    }[settings.by]
    return sorted({0, *list(every)[settings.every - 1 :: settings.every], model.steps})


@given(dataset=integer_datasets(min_size=1), settings=choices)
def test_moments_are_first_last_and_an_even_selection_between(dataset, settings):
    session = Session(dataset, "poly(degree=2, c=1)", "kernel_perceptron(epochs=5)")
    model = api.train(session)
    wanted = by_definition(session, settings, model)
    found = Recording(session).moments(settings)
    assert list(found) == sorted(set(found))
    assert set(found) <= set(wanted)
    assert (found[0], found[-1]) == (0, model.steps)
    assert len(found) == min(len(wanted), settings.frames)
    places = [wanted.index(each) for each in found]
    gaps = {after - before for before, after in pairwise(places)}
    assert not gaps or max(gaps) - min(gaps) <= 1


@given(settings=st.builds(Animation, fps=st.floats(0.1, 50), hold=st.floats(0, 60)), count=st.integers(1, 1000))
def test_durations_add_up_to_the_speed_and_the_pause(settings, count):
    durations = settings.durations(count)
    assert len(durations) == count
    assert all(each > 0 and each % 10 == 0 for each in durations)
    assert sum(durations) == pytest.approx(1000 * (count / settings.fps + settings.hold), abs=10)
    assert max(durations[:-1], default=0) - min(durations[:-1], default=0) <= 10


def test_a_run_may_end_at_a_step():
    assert Recording(moons(), last=17).moments(Animation(every=5)) == (0, 5, 10, 15, 17)
    assert Recording(moons(), last=0).moments(Animation(by="mistakes")) == (0,)


@pytest.mark.parametrize("by", ["mistakes", "epochs"])
def test_the_svm_goes_by_steps_only(by):
    recording = Recording(moons(learner="svm(C=1)"))
    assert len(recording.moments(Animation(by="steps", frames=7))) == 7
    with pytest.raises(KpguiError, match=f"does not go by {by}; make a frame by steps"):
        recording.moments(Animation(by=by))


def test_without_points_there_is_nothing_to_animate():
    with pytest.raises(KpguiError, match="no points to learn from"):
        Recording(Session(Dataset.empty()))


def test_a_log_that_is_dropped_is_told(monkeypatch):
    monkeypatch.setattr("kpgui.figure.animation.recording.CAPACITY", 20_000)
    session = moons(60, "norma(eta=0.5, lam=0.1, epochs=1000)")
    with pytest.raises(KpguiError, match="too many to replay"):
        Recording(session)


def test_learning_can_be_cancelled():
    with pytest.raises(Cancelled):
        Recording(moons(learner="kernel_perceptron(epochs=1000000000)"), token=Token(lambda: True))
