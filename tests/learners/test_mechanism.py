"""What each learner says about its own state, against its definition in a plain loop, also after a seek."""

from decimal import Decimal

import numpy as np
import pytest

from kpgui.learners import LEARNERS
from kpgui.learners.base import Learner
from kpgui.model.mechanism import MOST, Mechanism
from tests.learners.reference_budget import NaiveForgetron, NaiveProjectron, NaiveRandomBudget
from tests.learners.test_explanations import DATASET, EXACT_GRAM, LABELS, STEPS, presented, run_of
from tests.readings.moments import moment_at


def described(run, steps=STEPS):
    """The descriptions after each step, made one by one; behind the last step the same again, but for what is gone."""
    told = [run.learner.mechanism(moment_at(run))]
    while run.outcome is None and run.cursor < steps:
        run.advance(1)
        told.append(run.learner.mechanism(moment_at(run)))
    for step in np.random.default_rng(0).permutation(len(told)).tolist():
        run.seek(step)
        past, then = run.learner.mechanism(moment_at(run)), told[step]
        assert past.sentence == then.sentence
        assert past.gone.tolist() == then.gone.tolist()
        for name, number in past.numbers:
            assert number is None or number == pytest.approx(dict(then.numbers)[name])
    run.seek(run.head)
    return told


@pytest.mark.parametrize("learner", LEARNERS.members, ids=lambda learner: learner.key)
def test_every_learner_declares_one_that_holds_at_every_step(learner):
    assert learner.mechanism is not Learner.mechanism
    run = run_of(f"{learner.key}()")
    for told in described(run, 60):
        assert isinstance(told, Mechanism)
        assert told.sentence.endswith(".")
        bars = told.bars
        assert len(bars.rows) == len(bars.values) == min(bars.count, MOST)
        assert len(bars.names) in (0, len(bars.rows))
        assert len(bars.since) in (0, len(bars.rows))
        assert (np.abs(bars.values) <= bars.full * (1 + 1e-9)).all()
        assert not any(array.flags.writeable for array in (bars.rows, bars.values, bars.since, told.gone))
        assert set(told.gone.tolist()) <= set(np.flatnonzero(run.state.alpha).tolist())


@pytest.mark.parametrize("variant", ["self_tuned", "basic"])
def test_the_queue_of_the_forgetron_is_that_of_its_definition(variant):
    run = run_of(f"forgetron(budget=3, variant='{variant}')")
    naive = NaiveForgetron(EXACT_GRAM, LABELS, 3, variant)
    since, last = {}, run.learner.mechanism(moment_at(run))
    for step, i in enumerate(presented(run)):
        if run.outcome is not None:
            break
        known = len(naive.vectors), len(naive.evicted)
        naive.step(step, i)
        run.advance(1)
        if (len(naive.vectors), len(naive.evicted)) != known:
            since[sum(known)] = step + 1
        last = run.learner.mechanism(moment_at(run))
        assert last.bars.rows.tolist() == [point for point, _ in naive.vectors]
        assert last.bars.values == pytest.approx([float(beta) for _, beta in naive.vectors])
        assert last.bars.since.tolist() == [since[naive.M - len(naive.vectors) + k] for k in range(len(naive.vectors))]
        carrying = {point for point, _ in naive.vectors}
        assert set(last.gone.tolist()) == set(naive.evicted) - carrying
        if naive.evicted:
            assert f"of point {naive.evicted[-1] + 1};" in last.sentence
            assert last.sentence.endswith(f"forgotten so far: {len(naive.evicted)}.")
        if variant == "self_tuned":
            assert dict(last.numbers)["damage Q"] == pytest.approx(float(naive.Q))
            assert dict(last.numbers)["its limit 15/32·mistakes"] == pytest.approx(float(Decimal(15) / 32 * naive.M))
    assert naive.evicted
    described(run_of(f"forgetron(budget=3, variant='{variant}')"))


def test_what_the_random_budget_dropped_is_that_of_its_definition():
    run = run_of("random_budget_perceptron(budget=3)")
    drawn = run_of("random_budget_perceptron(budget=3)").advance(STEPS)
    naive = NaiveRandomBudget(EXACT_GRAM, LABELS, 3, drawn.point[drawn.kind == 4].tolist())
    dropped, left = list(naive.drawn), 0
    for step, i in enumerate(presented(run)):
        if run.outcome is not None:
            break
        naive.step(step, i)
        run.advance(1)
        told = run.learner.mechanism(moment_at(run))
        assert dict(zip(told.bars.rows.tolist(), told.bars.values.tolist(), strict=True)) == {
            i: beta for i, beta in enumerate(naive.beta) if beta
        }
        left = len(dropped) - len(naive.drawn)
        assert set(told.gone.tolist()) == {i for i in dropped[:left] if not naive.beta[i]}
        if left:
            assert f"of point {dropped[left - 1] + 1};" in told.sentence
        newest = [int(np.flatnonzero([v == i for v in naive.vectors])[-1]) for i in told.bars.rows.tolist()]
        assert newest == sorted(newest)
    assert left
    described(run_of("random_budget_perceptron(budget=3)"))


def test_the_projectron_counts_what_it_projected():
    run = run_of("projectron(eta=0.6)")
    naive, mistakes = NaiveProjectron(EXACT_GRAM, LABELS, 0.6), 0
    for step, i in enumerate(presented(run)):
        if run.outcome is not None or step == 60:
            break
        mistakes += naive.step(step, i)[1]
        run.advance(1)
        told = run.learner.mechanism(moment_at(run))
        assert dict(told.numbers) == {
            "mistakes": mistakes,
            "support vectors": len(naive.vectors),
            "projected": mistakes - len(naive.vectors),
        }
        assert set(told.bars.rows.tolist()) == set(naive.vectors)
        assert set(told.gone.tolist()) == set(np.flatnonzero(run.state.alpha).tolist()) - set(naive.vectors)
    assert mistakes > len(naive.vectors)
    assert len(DATASET) == len(LABELS)
