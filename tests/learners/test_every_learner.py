"""What holds for every registered learner."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui import api
from kpgui.engine.run import Run
from kpgui.learners import LEARNERS, learner
from kpgui.model.session import ORDERS, Session
from kpgui.model.updates import COLUMNS, Updates
from tests.strategies import datasets, kernels, noisy_moons

every_learner = pytest.mark.parametrize("text", [str(each()) for each in LEARNERS])


def same(one: Updates, other: Updates) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in COLUMNS)


@every_learner
@given(
    dataset=datasets(max_size=20, elements=st.floats(-3, 3), held_out=True),
    kernel=kernels,
    order=st.sampled_from(ORDERS),
    seed=st.integers(0, 3),
    slices=st.lists(st.integers(1, 9), min_size=1, max_size=5),
)
def test_a_run_cut_into_any_slices_gives_the_same_updates_bit_for_bit(text, dataset, kernel, order, seed, slices):
    session = Session(dataset, kernel, str(replace(learner(text), epochs=6)), order, seed)
    whole = api.train(session)
    run, parts, turn = Run(session), [], 0
    while run.outcome is None:
        parts.append(run.advance(slices[turn % len(slices)]))
        turn += 1
    assert same(Updates.join(parts), whole.updates)
    assert run.expansion().beta.tobytes() == whole.beta.tobytes()
    assert run.counters().per_epoch.tolist() == whole.mistakes_per_epoch.tolist()


@every_learner
def test_a_deadline_that_has_passed_still_lets_it_go_on(text):
    run = Run(Session(noisy_moons(200), "rbf(sigma=0.3)", text))
    for _ in range(5):
        before = run.head
        run.advance(10**6, deadline=0.0)
        assert run.head > before


@every_learner
def test_the_same_seed_gives_the_same_run_and_another_seed_another(text):
    session = Session(noisy_moons(80), "rbf(sigma=0.3)", text, "shuffled_each_epoch", seed=1)
    one, again, other = api.train(session), api.train(session), api.train(replace(session, seed=2))
    assert same(one.updates, again.updates)
    assert not same(one.updates, other.updates)


@every_learner
def test_it_leaves_held_out_points_alone(text):
    dataset = noisy_moons(60)
    held_out = np.arange(60) % 3 == 0
    model = api.fit(dataset.points, dataset.labels, "rbf(sigma=0.3)", text, held_out=held_out)
    assert (model.alpha[held_out] == 0).all()
    assert (model.beta[held_out] == 0).all()
    alone = api.fit(dataset.points[~held_out], dataset.labels[~held_out], "rbf(sigma=0.3)", text)
    assert model.beta[~held_out].tobytes() == alone.beta.tobytes()
    wrong = model.predict(dataset.points[held_out]) != dataset.labels[held_out]
    assert model.held_out_error == wrong.mean()


@every_learner
def test_the_log_adds_up_to_the_expansion(text):
    session = Session(noisy_moons(70), "rbf(sigma=0.3)", text)
    run = Run(session)
    updates = run.advance(10**6)
    beta = np.zeros(70)
    for point, delta, scale in zip(updates.point, updates.delta, updates.scale, strict=True):
        beta *= scale
        beta[point] += delta
    np.testing.assert_allclose(run.expansion().beta, beta, rtol=1e-12)


@every_learner
def test_the_score_in_the_log_is_f_before_the_update(text):
    session = Session(noisy_moons(40), "rbf(sigma=0.3)", text)
    updates = api.train(session).updates
    for k in (0, 1, len(updates) // 2, len(updates) - 1):
        before = api.train(session, steps=int(updates.step[k]))
        point = session.dataset.points[updates.point[k]][None]
        assert before.decision(point)[0] == pytest.approx(updates.score[k], rel=1e-9, abs=1e-12)


@every_learner
def test_its_text_reads_back_as_the_same_learner(text):
    assert learner(str(learner(text))) == learner(text)
