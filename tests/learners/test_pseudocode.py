"""The pseudocode of every learner: the lines that ran, against what the step did by the log and the definition."""

import numpy as np
import pytest

from kpgui.engine.run.run import Run
from kpgui.learners import LEARNERS
from kpgui.learners.base import Learner
from kpgui.model.explanation import ALWAYS, ran
from kpgui.model.session import Session
from kpgui.model.updates import Kind
from tests.learners.explaining import RBF, STEPS, points, run_of

CASES = {
    "perceptron(bias=true)": "w += ",
    "kernel_perceptron()": "αᵢ += 1",
    "kernel_perceptron(bias=true, decay=0.9)": "αᵢ += 1",
    "kernel_perceptron(decay=0.9, decay_on='update', alpha_cap=3)": "αᵢ += 1",
    "averaged_perceptron()": "αᵢ += 1",
    "voted_perceptron(bias=true)": "vₖ₊₁ = ",
    "forgetron(budget=4)": "append ",
    "forgetron(budget=4, variant='basic')": "append ",
    "random_budget_perceptron(budget=4)": "append ",
    "projectron(eta=0.6)": "δ = ",
    "norma(eta=0.3, lam=0.1, rho=0.7)": "βᵢ += ",
    "norma(eta=0.3, lam=0.1, rho=0.7, nu=0.4, truncate=3, bias=true, schedule='sqrt')": "βᵢ += ",
    "norma(rho=0, lam=0)": "βᵢ += ",
    "pegasos(lam=0.1)": "βᵢ += ",
    "passive_aggressive()": "βᵢ += ",
    "passive_aggressive(variant='PA-II')": "βᵢ += ",
    "svm()": "αᵢ += ",
}
"""Settings of every learner under which each line runs sooner or later, and what stands in the line that learns."""


def steps_of(run, most=STEPS):
    """The steps of a run, one by one: (what was examined, the lines, whether each ran)."""
    lines = run.learner.pseudocode
    while run.outcome is None and run.cursor < most:
        run.advance(1)
        examined, _ = run.last_step()
        yield examined, lines, ran(lines, run.learner.branches(examined))


def marked(lines, which, start):
    """Whether the one line with this in it ran."""
    (found,) = [each for line, each in zip(lines, which, strict=True) if start in line.text]
    return found


@pytest.mark.parametrize("learner", CASES)
def test_the_line_that_learns_ran_exactly_when_the_coefficients_grew(learner):
    for examined, lines, which in steps_of(run_of(learner)):
        changed = bool(np.isin(examined.rows.kind, (Kind.MISTAKE, Kind.UPDATE)).any())
        assert marked(lines, which, CASES[learner]) == changed


@pytest.mark.parametrize("learner", CASES)
def test_every_line_runs_in_some_step(learner):
    seen = np.any([which for *_, which in steps_of(run_of(learner))], axis=0)
    assert seen.all()


@pytest.mark.parametrize("learner", CASES)
def test_a_step_takes_no_branch_without_a_line_unless_it_was_correct_or_a_mistake(learner):
    run = run_of(learner)
    lines = {line.branch for line in run.learner.pseudocode}
    for examined, *_ in steps_of(run):
        assert run.learner.branches(examined) <= lines | {"correct", "mistake", "learns", "outside"}


@pytest.mark.parametrize("learner", LEARNERS.members, ids=lambda learner: learner.key)
def test_every_learner_declares_four_to_ten_short_lines(learner):
    assert any(case.startswith(f"{learner.key}(") for case in CASES)
    lines = learner().pseudocode
    assert 4 <= len(lines) <= 10
    assert all(len(line.text) <= 64 for line in lines)
    assert lines[0].depth == 0
    assert {line.branch for line in lines} != {ALWAYS}


@pytest.mark.parametrize("learner", ["kernel_perceptron()", "voted_perceptron()", "pegasos(lam=0.1)"])
def test_the_branches_are_those_of_the_sign_of_the_score(learner):
    limit = 1 if learner.startswith("pegasos") else 0
    for examined, *_ in steps_of(run := run_of(learner)):
        learns = examined.margin <= 0 or examined.margin < limit
        assert ("learns" in run.learner.branches(examined)) == learns


def test_norma_with_a_margin_that_begins_at_0_says_that_a_tie_is_learned_from():
    run = run_of("norma(rho=0, nu=0.3)")
    _, lines, which = next(steps_of(run))  # y·f = 0 = ρ
    assert marked(lines, which, "βᵢ += ")
    assert any(line.text.endswith("if yᵢ·f(xᵢ) was < ρ, or both are 0:") for line in lines)


def test_a_forgetron_drops_exactly_when_a_point_beyond_the_budget_was_learned():
    mistakes = 0
    for examined, lines, which in steps_of(run_of("forgetron(budget=4)")):
        mistakes += len(examined.rows) > 0
        assert marked(lines, which, "all β *= φ") == (len(examined.rows) > 0 and mistakes > 4)


def test_a_projectron_tells_whether_the_point_is_near_the_span_by_its_gram_matrix():
    run = run_of("projectron(eta=0.6)")
    for examined, lines, which in steps_of(run):
        projected = marked(lines, which, "β += yᵢ·d")
        if examined.kind is None:
            assert not projected
            continue
        support, i = examined.f.support, examined.point
        gram = run.kernel.gram(DATA.points, DATA.points)
        k = gram[support, i]
        d = np.linalg.lstsq(gram[np.ix_(support, support)], k, rcond=None)[0] if len(support) else np.zeros(0)
        assert projected == (gram[i, i] - k @ d <= 0.36)


def test_a_pair_is_clipped_exactly_when_an_alpha_ends_at_0_or_c():
    run = Run(Session(DATA, RBF, "svm(C=0.8)"))
    for examined, lines, which in steps_of(run):
        ends = examined.after.beta[list(examined.points)] * np.array(examined.labels)
        assert marked(lines, which, "but only until") == bool(np.isin(ends, (0, 0.8)).any())


def test_after_a_seek_the_same_lines_are_marked():
    run = run_of("norma(eta=0.3, lam=0.1, rho=0.7, truncate=3)")
    told = [which for *_, which in steps_of(run)]
    for step in np.random.default_rng(0).permutation(len(told)).tolist():
        run.seek(step + 1)
        examined, _ = run.last_step()
        assert ran(run.learner.pseudocode, run.learner.branches(examined)) == told[step]
    run.seek(0)
    assert run.last_step() is None


def test_a_learner_without_pseudocode_has_none():
    assert Learner.pseudocode.fget(None) == ()


DATA = points()
