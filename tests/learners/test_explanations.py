"""Each step's explanation against the learner's definition in a plain loop, as the run goes on and after a seek."""

from itertools import pairwise

import numpy as np
import pytest

from kpgui.engine.run.run import Run
from kpgui.learners import LEARNERS
from kpgui.learners.base import Learner
from kpgui.learners.passive_aggressive import PassiveAggressive
from kpgui.model.dataset import Dataset
from kpgui.model.explanation import Outcome
from kpgui.model.frame import Status
from kpgui.model.param import indexed, shown
from kpgui.model.session import Session
from kpgui.model.updates import Kind
from tests.learners.explaining import (
    DATASET,
    ETA,
    EXACT_GRAM,
    GRAM,
    LABELS,
    STEPS,
    Definition,
    change,
    check,
    explained,
    points,
    presented,
    run_of,
)
from tests.learners.reference import naive_kernel_perceptron, naive_smo
from tests.learners.reference_budget import NaiveForgetron, NaiveProjectron, NaiveRandomBudget
from tests.learners.reference_perceptrons import NaivePerceptron, NaivePrimal, phi
from tests.learners.reference_stepwise import NaiveNorma, NaivePassiveAggressive, NaivePegasos


def test_kernel_perceptron():
    check("kernel_perceptron(bias=true)", Definition(NaivePerceptron(GRAM.tolist(), LABELS, True)))


@pytest.mark.parametrize("decay_on", ["step", "update"])
def test_kernel_perceptron_with_decay_and_cap(decay_on):
    run = run_of(f"kernel_perceptron(bias=true, eta=0.5, decay=0.9, decay_on='{decay_on}', alpha_cap=3)")
    told = explained(run)
    visits = [run.problem.presentation(epoch).tolist() for epoch in range(STEPS)]
    options = {"bias": True, "eta": 0.5, "decay": 0.9, "decay_on": decay_on, "alpha_cap": 3}
    mistakes, *_ = naive_kernel_perceptron(GRAM.tolist(), LABELS, visits[: STEPS // len(visits[0]) + 1], **options)
    scores = {step: (i, float(score)) for step, i, score in mistakes}
    alpha, learned, capped = [0] * len(LABELS), 0, 0
    for t, each in enumerate(told):
        older = learned
        if t not in scores:
            assert each.outcome is Outcome.CORRECT
            assert each.labels[0] * each.score > 0
        else:
            i, score = scores[t]
            assert (each.points, each.outcome) == ((i,), Outcome.MISTAKE)
            assert each.score == pytest.approx(score, rel=1e-9)
            if alpha[i] == 3:
                assert each.changes[0] == f"{indexed('α', i + 1)} stays at its cap, 3"
                capped += 1
            else:
                alpha[i] += 1
                learned += 1
                assert each.changes[0] == f"{indexed('α', i + 1)} {alpha[i] - 1} → {alpha[i]}"
        decays = older and (decay_on == "step" or learned > older)
        assert ("older β scaled by 0.9" in each.changes) == bool(decays)
    assert capped
    assert run.state.status is Status.STANDSTILL  # sooner than after all the steps
    assert [t for t in scores if t < run.head] == [t for t in range(run.head) if told[t].outcome is Outcome.MISTAKE]


@pytest.mark.parametrize("name", ["identity", "full_quadratic"])
def test_perceptron(name):
    rows = DATASET.points.tolist()
    naive = NaivePrimal(name, rows, LABELS, True, 0.5)

    def vector(w):
        return f"({', '.join(shown(float(x)) for x in w)})"

    def weights(reference):
        old = list(reference.w)

        def compare(told, mistake, inside):
            if not mistake:
                assert told.changes == ()
            elif len(old) == 2:
                assert told.changes[0] == f"w {vector(old)} → {vector(reference.w)}"
            else:
                norms = [shown(float(np.linalg.norm(np.array(w, float)))) for w in (old, reference.w)]
                assert told.changes[0] == f"‖w‖ {norms[0]} → {norms[1]}"

        return compare

    assert len(phi(name, rows[0])) == (2 if name == "identity" else 9)
    run = run_of(f"perceptron(map='{name}', bias=true, eta=0.5)")
    told = explained(run)
    for t, (i, each) in enumerate(zip(presented(run), told, strict=False)):
        noted = weights(naive)
        b, y = float(naive.b), LABELS[i]
        score, mistake = naive.step(t + 1, i)
        assert (each.points, each.outcome) == ((i,), Outcome.MISTAKE if mistake else Outcome.CORRECT)
        assert each.score == pytest.approx(float(score), rel=1e-9, abs=1e-12)
        assert f"y·f = {shown(float(y * score))} " in each.finding
        if mistake:
            assert change("b", b, float(naive.b)) <= set(each.changes)
        noted(each, mistake, False)
    assert len(told) == STEPS


def test_averaged_perceptron():
    def averages(reference):
        def compare(told, mistake, inside):
            assert told.changes[-1] == f"f̄ is now the mean of {told.step} functions f"

        return compare

    check("averaged_perceptron(bias=true)", Definition(NaivePerceptron(GRAM.tolist(), LABELS, True), more=averages))


def test_voted_perceptron():
    votes = []

    def ballots(reference):
        def compare(told, mistake, inside):
            k = len(votes)
            if not mistake:
                votes[-1] += 1
                assert told.changes == (f"votes of {indexed('v', k)} {votes[-1] - 1} → {votes[-1]}",)
                return
            ended = f"{indexed('v', k)} ends with {votes[-1]} vote{'s' if votes[-1] > 1 else ''}, " if votes else ""
            assert told.changes[-1] == f"{ended}{indexed('v', k + 1)} begins with 1"
            votes.append(1)

        return compare

    naive = NaivePerceptron(GRAM.tolist(), LABELS, False)
    check("voted_perceptron()", Definition(naive, more=ballots, symbol=lambda mistakes: indexed("v", mistakes)))
    assert max(votes) > 3


@pytest.mark.parametrize("variant", ["self_tuned", "basic"])
def test_forgetron(variant):
    naive = NaiveForgetron(EXACT_GRAM, LABELS, 3, variant)

    def forgotten(reference):
        done, vectors = len(reference.phis), list(reference.vectors)

        def compare(told, mistake, inside):
            if len(reference.phis) == done:
                assert not any("oldest dropped" in each for each in told.changes)
                return
            (point, beta), phi = vectors[0], reference.phis[-1]
            gone = f"point {point + 1} (β = {shown(float(beta * phi))})"
            factor = shown(float(phi))
            assert told.changes[-1] == f"over B = 3: all β scaled by φ = {factor}, oldest dropped: {gone}"

        return compare

    check(f"forgetron(budget=3, variant='{variant}')", Definition(naive, more=forgotten))
    assert len(naive.phis) > 10


def test_random_budget_perceptron():
    learner = "random_budget_perceptron(budget=3)"
    run = run_of(learner)
    updates = run.advance(STEPS)
    dropped = updates.point[updates.kind == Kind.EVICTED].tolist()
    naive = NaiveRandomBudget(GRAM.tolist(), LABELS, 3, dropped)

    def gone(reference):
        drawn = list(reference.drawn)

        def compare(told, mistake, inside):
            if len(reference.drawn) < len(drawn):
                point, beta = drawn[0] + 1, shown(LABELS[drawn[0]])
                assert told.changes[-1] == f"over B = 3: dropped at random: point {point} (β = {beta})"
            else:
                assert not any("at random" in each for each in told.changes)

        return compare

    check(learner, Definition(naive, more=gone))
    assert len(dropped) > 10


def test_projectron():
    naive = NaiveProjectron(GRAM.tolist(), LABELS, 0.6)

    def projected(reference):
        size = len(reference.vectors)

        def compare(told, mistake, inside):
            if mistake and len(reference.vectors) > size:
                assert told.changes[-1] == f"δ > η² = 0.36: point {told.points[0] + 1} becomes a support vector"
            elif mistake:
                span = "projected onto the support vectors"
                assert told.changes[-1] == f"δ ≤ η² = 0.36: {span}, changing {size} β"

        return compare

    check("projectron(eta=0.6)", Definition(naive, more=projected))
    assert 2 < len(naive.vectors) < 12


@pytest.mark.parametrize(
    "nu, truncate, schedule, bias", [(0, 0, "constant", True), (0.4, 3, "constant", True), (0.4, 0, "sqrt", False)]
)
def test_norma(nu, truncate, schedule, bias):
    rate = (lambda t: ETA) if schedule == "constant" else (lambda t: ETA / t**0.5)
    naive = NaiveNorma(GRAM.tolist(), LABELS, rate, 0.1, 0.7, nu, truncate, bias)

    def own(reference):
        rho, terms = reference.rho, list(reference.terms)

        def compare(told, mistake, inside):
            assert change("ρ", float(rho), float(reference.rho)) <= set(told.changes)
            if not mistake and rho > 0:
                assert f" ρ = {shown(float(rho))}: " in told.finding
            if terms:
                assert f"older β scaled by {shown(1 - 0.1 * rate(told.step))}" in told.changes
            gone = [each for each in told.changes if "oldest dropped" in each]
            if truncate and len(reference.terms) > max(truncate, len(terms)):
                point, beta = reference.terms[-truncate - 1]
                assert gone == [f"over τ = {truncate}: oldest dropped: point {point + 1} (β = {shown(beta)})"]
            else:
                assert not gone

        return compare

    settings = f"nu={nu}, truncate={truncate}, schedule='{schedule}', bias={str(bias).lower()}"
    check(f"norma(eta={ETA}, lam=0.1, rho=0.7, {settings})", Definition(naive, lambda reference: reference.rho, own))


def test_a_mistake_outside_a_negative_margin_is_told_as_one():
    run = run_of("norma(eta=0.3, lam=0.1, rho=0.7, nu=0.4)")
    updates = run.advance(STEPS)
    run.seek(int(updates.step[updates.kind == Kind.CAPPED][0]) + 1)
    told = run.explain()
    assert ": mistake, but not below ρ = −" in told.finding
    assert not [each for each in told.changes if each.startswith(("α", "β"))]


@pytest.mark.parametrize("variant", ["PA-I", "PA-II"])
def test_passive_aggressive(variant):
    naive = NaivePassiveAggressive(GRAM.tolist(), LABELS, 0.4, variant)

    def rule(reference):
        old = list(reference.beta)

        def compare(told, mistake, inside):
            if mistake or inside:
                i = told.points[0]
                tau, loss = abs(float(reference.beta[i] - old[i])), 1 - told.labels[0] * told.score
                assert told.changes[-1] == f"for its loss ℓ = {shown(loss)}, τ = {shown(tau)}"
                assert change(indexed("β", i + 1), float(old[i]), float(reference.beta[i])) <= set(told.changes)

        return compare

    check(f"passive_aggressive(C=0.4, variant='{variant}')", Definition(naive, lambda reference: 1, rule))


def test_pegasos():
    def shrunk(reference):
        any_before = any(reference.beta)

        def compare(told, mistake, inside):
            if any_before:
                assert told.changes[-1] == f"older β scaled by {shown(1 - 1 / told.step)}"

        return compare

    check("pegasos(lam=0.07)", Definition(NaivePegasos(GRAM.tolist(), LABELS, 0.07), lambda reference: 1, shrunk))


def test_svm():
    rows = DATASET.training
    labels = DATASET.labels[rows].astype(int)
    Q = (np.outer(labels, labels) * GRAM[np.ix_(rows, rows)]).tolist()
    pairs = naive_smo(Q, labels.tolist(), 1.5, 1e-3, STEPS)
    told = explained(run_of("svm(C=1.5)", order="dataset"))
    alphas = [[0.0] * len(rows), *(pair.alpha for pair in pairs)]
    assert len(told) > 10
    for each, pair, (old, new) in zip(told, pairs, pairwise(alphas), strict=True):
        if not pair.unique:
            return
        pairing = [pair.i, pair.j]
        assert list(each.points) == rows[pairing].tolist()
        assert each.outcome is Outcome.UPDATE
        f = GRAM[np.ix_(rows, rows)] @ (old * labels)
        gap = (labels[pair.i] - f[pair.i]) - (labels[pair.j] - f[pair.j])
        assert f"their E = f − y are {shown(gap)} apart" in each.finding
        for k in pairing:
            assert any(
                text.removesuffix(" = C") == f"{indexed('α', int(rows[k]) + 1)} {shown(old[k])} → {shown(new[k])}"
                for text in each.changes
            )


@pytest.mark.parametrize("learner", LEARNERS.members, ids=lambda each: each.key)
def test_every_learner_tells_a_mistake_from_a_correct_point(learner):
    """What holds for any learner, also for one that does not say more of its steps than the base does."""
    run = run_of(learner.key)
    visits = presented(run)
    while run.outcome is None and run.cursor < 100:
        before = run.state.mistakes
        run.advance(1)
        told = run.explain()
        assert told.step == run.cursor
        if learner.by_epochs:
            assert told.points == (visits[told.step - 1],)
        assert (told.outcome is Outcome.MISTAKE) == (run.state.mistakes > before) == ("mistake" in told.finding)
        if learner.by_epochs:
            assert (told.labels[0] * told.score <= 0) == (told.outcome is Outcome.MISTAKE)


def test_a_learner_that_does_not_describe_its_updates_is_not_said_to_have_made_mistakes(monkeypatch):
    monkeypatch.setattr(PassiveAggressive, "finding", Learner.finding)
    run = run_of("passive_aggressive()")
    told = explained(run)
    updates = [each for each in told if each.outcome is Outcome.UPDATE]
    assert updates
    assert all(each.finding.endswith(" > 0: no mistake, but learned from") for each in updates)


def test_before_the_first_step_there_is_nothing_to_explain():
    run = run_of("kernel_perceptron()")
    assert run.explain() is None
    run.advance(3)
    run.seek(0)
    assert run.explain() is None


def test_a_step_whose_log_was_dropped_is_not_explained():
    dataset = points(200, held_out=())
    run = Run(Session(dataset, "linear()", "norma(eta=0.5, lam=0, epochs=400)"), capacity=1 << 14)
    while len(run.timeline.updates()) < 3 << 14 and run.outcome is None:
        run.advance(1 << 14)
    run.seek(0)
    assert run.cursor == run.timeline.first_step > 0
    assert run.explain() is None
    run.advance(1)
    assert run.explain().step == run.cursor


def test_a_tie_is_a_mistake_and_is_told_as_zero():
    dataset = Dataset.of([[1, 0], [0, 1]], [1, 1])
    run = Run(Session(dataset, "linear()", "kernel_perceptron()"))
    run.advance(2)
    assert run.explain().finding == "f = 0, y·f = 0 ≤ 0: mistake"


def test_a_score_just_below_the_margin_is_not_told_as_equal_to_it():
    dataset = Dataset.of([[1.0], [0.99999]], [1, 1])
    run = Run(Session(dataset, "linear()", "passive_aggressive()"))
    run.advance(2)
    assert "y·f = 0.99999 < 1: inside the margin" in run.explain().finding
