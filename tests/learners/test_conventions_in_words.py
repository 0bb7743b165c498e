"""What learners say under a textbook's conventions: no sentence, line or bound that these make false."""

import numpy as np
import pytest

import kpgui
from kpgui.engine.run.run import Run, guarantee
from kpgui.learners import learner, learner_of
from kpgui.model.conventions import Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from kpgui.words.typesetting import statements

POINTS = Dataset.of([[3, 3], [4, 3], [1, 1]], [1, 1, -1])
FAMILY = [
    "kernel_perceptron(bias=true)",
    "kernel_perceptron(decay=0.5)",
    'perceptron(map="identity", bias=true)',
    "averaged_perceptron(bias=true)",
    "voted_perceptron(bias=true)",
]


def session(text, **given):
    return Session(POINTS, "linear()", text, conventions=Conventions.of(given))


def explained(chosen, steps):
    run = Run(chosen)
    run.advance(steps)
    examined, state = run.last_step()
    return run.learner, examined, state, run.explain()


@pytest.mark.parametrize("text", FAMILY)
@pytest.mark.parametrize(("tie", "outcome"), [("+1", "correct"), ("-1", "mistake")])
def test_a_tie_is_told_by_its_rule(text, tie, outcome):
    chosen, examined, state, told = explained(session(text, tie=tie), 1)
    name = "v₀" if text.startswith("voted") else "f"
    assert told.finding == f"{name} = 0 counts as {tie.replace('-', '−')}: {outcome}"
    assert told.outcome.value == outcome
    asked = chosen.questions(state, examined)[0]
    assert asked.choices[asked.right] == {"correct": "correct", "mistake": "a mistake"}[outcome]
    assert f"where sgn 0 = {tie.replace('-', '−')}" in asked.hint


@pytest.mark.parametrize("text", FAMILY)
def test_no_line_says_that_zero_is_a_mistake_where_it_is_not(text):
    chosen = learner_of(session(text, tie="+1"))
    lines = " ".join(line.text for line in chosen.pseudocode)
    assert not any(relation in lines + chosen.stepping + chosen.formula for relation in ("≤ 0", "> 0"))
    assert statements(chosen.formula)
    usual = " ".join(line.text for line in learner(text).pseudocode)
    assert "0:" in usual
    assert chosen == learner(text)
    assert str(chosen) == str(learner(text))


@pytest.mark.parametrize("text", [each for each in FAMILY if "decay" not in each])
def test_bounds_hold_for_every_order_and_tie_rule_but_not_for_a_start(text):
    assert guarantee(session(text, order=[2, 0, 1], first=0)).holds
    tied = guarantee(session(text, tie="+1"))
    assert tied.holds
    for sentence in (tied.text, tied.converged):
        assert "no epoch is without a mistake" not in sentence
        assert "shows that there is one" not in sentence
        assert "drawn independently" not in sentence
    assert "drawn independently" not in guarantee(session(text, order=[2, 0, 1])).text


@pytest.mark.parametrize(("text", "given"), [(FAMILY[0], {"alpha": [1, 0, 0]}), (FAMILY[2], {"w": [1, 0]})])
def test_a_start_has_no_bound(text, given):
    told = guarantee(session(text, **given))
    assert not told.holds
    assert "start from f = 0" in told.text


def test_a_start_can_make_more_mistakes_than_the_bound_that_is_silenced():
    """R² = 26, and w = (1, 1), b = −3 has the margin γ = 1/√11."""
    usual = kpgui.train(session(FAMILY[2]))
    far = kpgui.train(session('perceptron(map="identity", bias=true, epochs=1000)', w=[-4000, 3000]))
    assert far.mistakes > 26 * 11 > usual.mistakes


def test_the_weights_of_a_start_are_in_every_sentence_about_w():
    chosen, examined, state, told = explained(session(FAMILY[2], w=[0, -1], b=2), 1)
    assert told.changes[:2] == ("w (0, −1) → (3, 2)", "b 2 → 3")
    before, after = chosen.sums(state, examined)
    assert before == "f(x₁) = w·φ(x₁) + b = 0·3 + (−1)·3 + 2"
    assert after == "f(x₁) = w·φ(x₁) + b = 3·3 + 2·3 + 3"
    weights = next(each for each in chosen.questions(state, examined) if each.kind == "weights")
    assert weights.choices[weights.right] == "(3, 2)"


def test_the_vote_of_the_first_hypothesis_counts_the_steps_that_ties_let_it_stand():
    *__, told = explained(session(FAMILY[4], tie="+1"), 2)
    assert told.changes == ("votes of v₀ 1 → 2",)


def test_the_analysis_tries_a_perceptron_of_its_own():
    """Its sentences name the session's order, and what is proved needs the usual tie rule and start."""
    with_them = kpgui.analyse(session(FAMILY[0], tie="+1", order=[2, 1, 0], alpha=[4, 0, 0]))[1]
    assert with_them == kpgui.analyse(session(FAMILY[0]))[1]


def test_an_order_by_hand_is_no_order_of_the_session():
    assert session(FAMILY[0], order=[2, 0, 1]).presented == session(FAMILY[0], first=1).presented == "by hand"
    assert session(FAMILY[0], tie="+1").presented == "dataset"
    assert np.array_equal(Run(session(FAMILY[0], order=[2, 0, 1])).problem.presentation(3), [2, 0, 1])
