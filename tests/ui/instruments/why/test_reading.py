"""Why a step did what it did: the parts of f at its point before and after, against the log and the definition."""

from dataclasses import replace
from math import fsum

import numpy as np
import pytest

from kpgui.engine.run.run import Run, effective_kernel
from kpgui.learners import LEARNERS, learner
from kpgui.model.param import shown
from kpgui.model.reading import Focus
from kpgui.model.session import Session
from kpgui.ui.instruments.why.reading import Probe, Why
from kpgui.ui.instruments.why.words import DROPPED, EMPTY, formulas, headline
from kpgui.ui.instruments.why.words import probe_headline as probed_headline
from kpgui.words.point_card import point_card, value_text
from tests.learners.explaining import run_of
from tests.strategies import noisy_moons
from tests.ui.instruments.moments import moment_at, moment_of

every_learner = pytest.mark.parametrize("learner", LEARNERS.members, ids=lambda learner: learner.key)


@every_learner
def test_the_parts_before_and_after_add_up_to_the_two_scores(learner):
    run = run_of(f"{learner.key}()")
    kernel, points = effective_kernel(run.session), run.session.dataset.points
    while run.outcome is None and run.cursor < 60:
        run.advance(1)
        value = Why(5).read(moment_at(run), Focus())
        explanation, i = value.step.explanation, value.step.explanation.points[0]
        assert value.step.before.f == pytest.approx(explanation.score, abs=1e-9)
        for side, f in ((value.step.before, value.step.f), (value.step.after, value.step.f_after)):
            exact = float(f.beta @ kernel.gram(points, points[i : i + 1])[:, 0] + f.bias)
            assert fsum([*side.listed.parts, side.rest, side.bias]) == pytest.approx(exact, abs=1e-9)
            assert side.examined == i + 1
            assert len(side.listed.parts) <= 5


@every_learner
def test_after_a_seek_it_tells_the_same(learner):
    run = run_of(f"{learner.key}()")
    while run.outcome is None and run.cursor < 40:
        run.advance(1)
    last = run.cursor
    seen = {}
    for step in (*range(1, last + 1), *np.random.default_rng(0).permutation(last).tolist()):
        run.seek(max(1, step))
        value = Why().read(moment_at(run), Focus())
        told = headline(value), formulas(value.step), value.ran
        assert seen.setdefault(run.cursor, told) == told


def test_before_the_first_step_there_is_pseudocode_and_nothing_is_marked():
    value = Why().read(moment_of(Session(noisy_moons(20)), 0), Focus())
    assert value.step is None
    assert value.ran == ()
    assert value.lines == learner("kernel_perceptron()").pseudocode
    assert headline(value) == EMPTY
    assert all(len(column) == 0 for column in value.table.columns)


def test_a_step_no_longer_on_record_is_told_as_such():
    run = Run(Session(noisy_moons(100, noise=0.6), "linear()", "norma(eta=0.5, lam=0, epochs=900)"), capacity=1 << 14)
    while run.timeline.first_step == 0:
        run.advance(1 << 14)
    run.seek(0)
    value = Why().read(moment_at(run), Focus())
    assert value.step is None
    assert headline(value) == DROPPED


@every_learner
def test_the_table_has_all_parts_of_both_sides(learner):
    moment = moment_of(Session(noisy_moons(40, noise=0.4), "rbf(sigma=0.5)", f"{learner.key}()"), 90)
    value, table = Why(3).read(moment, Focus()), Why(3).table(moment, Focus())
    columns = dict(zip(table.names, table.columns, strict=True))
    assert fsum(columns["part_before"]) + value.step.f.bias == pytest.approx(value.step.before.f, abs=1e-9)
    assert fsum(columns["part_after"]) + value.step.f_after.bias == pytest.approx(value.step.after.f, abs=1e-9)
    assert (columns["beta_before"] * columns["kernel"] == columns["part_before"]).all()
    kinds = {len(column) for column in table.columns}
    assert len(kinds) == 1


def test_the_formulas_tell_score_change_and_result():
    session = Session(noisy_moons(30, noise=0.4), "rbf(sigma=0.8)", "kernel_perceptron(bias=true)")
    run = Run(session)
    while (value := _next(run)).step.explanation.outcome.value != "mistake" or run.cursor < 15:
        pass
    told = formulas(value.step)
    i = value.step.explanation.points[0]
    assert told[0].startswith("f(x") and "K(xⱼ, x" in told[0] and "b\u00a0=\u00a0" in told[0]
    assert "·K(x" in told[0].split("\n")[1], "each term says what it is the value of"
    assert any(line.startswith("α") and ": " in line and "→" in line for line in told)
    assert told[-1].startswith("After the step f(x")
    assert session.dataset.labels[i] * (value.step.after.f - value.step.before.f) == pytest.approx(2)


def test_the_formulas_of_the_primal_perceptron_are_about_its_weights():
    run = Run(Session(noisy_moons(30, noise=0.4), "rbf()", "perceptron(bias=true)"))
    while (value := _next(run)).step.explanation.outcome.value != "mistake" or run.cursor < 15:
        pass
    told = formulas(value.step)
    assert "w·φ(x" in told[0]
    assert told[0].endswith(f" = {shown(value.step.before.f)}")
    assert told[-1].startswith("After the step f(x")
    assert told[-1].endswith(f" = {shown(value.step.after.f)}")
    assert not any("K(xⱼ" in line for line in told)


def _next(run):
    run.advance(1)
    return Why().read(moment_at(run), Focus())


def test_a_vote_is_explained_by_the_hypothesis_that_made_the_step():
    moment = moment_of(Session(noisy_moons(30, noise=0.5), "rbf(sigma=0.5)", "voted_perceptron()"), 50)
    value = Why().read(moment, Focus())
    assert value.step.before.listed.prototypes is None
    assert value.step.explanation.finding.startswith("v")
    assert formulas(value.step)[0].startswith(f"{value.step.before.symbol}(x")


@pytest.mark.parametrize(("learner", "learns", "answers"), [("voted_perceptron()", "v₃", "vote"),
                                                           ("averaged_perceptron()", "f", "f̄"),
                                                           ("kernel_perceptron()", "f", "f")])  # fmt: skip
def test_what_a_learner_answers_has_another_name_than_what_it_learns_from(learner, learns, answers):
    """Else two places would show different numbers under one name."""
    run = Run(Session(noisy_moons(30, noise=0.5), "rbf(sigma=0.5)", learner))
    while run.counters().mistakes < 3 or run.trace.last_step()[0].kind is not None:
        run.advance(1)
    moment = moment_at(run)
    step, told = Why().read(moment, Focus()).step, Probe().read(moment, Focus())
    assert step.before.symbol == learns
    assert step.explanation.finding.startswith(f"{learns} = {shown(step.before.f)}, y·{learns} = ")
    assert formulas(step)[0].startswith(f"{learns}(x")
    assert told.symbol == answers
    assert probed_headline(told).startswith(f"{answers} = {shown(told.f)} at ")
    assert (learns == answers) == (step.before.f == told.f)
    x, y = told.place.tolist()
    points = run.session.dataset.points
    assert value_text(run.kernel, points, moment.frame, x, y) == f"{answers} = {shown(told.f)}"
    framed = replace(moment.frame, ids=run.session.dataset.ids)
    card = point_card(run.session.dataset, told.examined - 1, framed, run.kernel, points)
    assert [name for name, _ in card.rows] == ["α", "β", answers, f"y·{answers}"]


def test_a_sum_that_did_not_change_is_told_once():
    run = Run(Session(noisy_moons(30, noise=0.5), "rbf(sigma=0.5)", "voted_perceptron()"))
    while (value := _next(run)).step.explanation.outcome.value == "mistake":
        pass
    told = formulas(value.step)
    assert told[-1].startswith("votes of v")
    assert not any("After the step" in line for line in told)


def test_a_learner_without_pseudocode_has_a_step_all_the_same(monkeypatch):
    monkeypatch.setattr(type(learner("kernel_perceptron()")), "pseudocode", ())
    moment = moment_of(replace(Session(noisy_moons(20))), 5)
    value = Why().read(moment, Focus())
    assert value.lines == value.ran == ()
    assert value.step.explanation.step == 5
