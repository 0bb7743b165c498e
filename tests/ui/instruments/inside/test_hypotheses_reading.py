"""The last hypothesis, the vote and the mean, against a plain loop over all hypotheses of the run."""

import numpy as np
import pytest

from kpgui.engine.run.run import Run
from kpgui.learners import LEARNERS
from kpgui.model.dataset import Dataset
from kpgui.model.errors import UNWATCHED, Cancelled, Token
from kpgui.model.reading import Focus
from kpgui.model.session import Session
from kpgui.ui.instruments.inside import hypotheses_reading as hypotheses
from kpgui.ui.instruments.inside.hypotheses_reading import PIXELS, HypothesesReading, SmallMaps
from kpgui.ui.instruments.inside.words import summary
from tests.strategies import noisy_moons
from tests.ui.instruments.moments import moment_at

random = np.random.default_rng(5)
POINTS = random.integers(-4, 5, (24, 2)).astype(float)
LABELS = np.where(POINTS @ [2, 1] + random.normal(size=24) * 3 > 0, 1, -1)
DATASET = Dataset.of(POINTS, LABELS, np.arange(24) % 6 == 5)


def answers_at(places, steps, bias):
    """The last, the voted and the mean answer at places (m, 2) after so many steps, from the definition.

    Exact at points, which are whole numbers; elsewhere also where rounding may decide the sign of a hypothesis, (m,).
    """
    ours = [i for i in range(24) if i % 6 != 5]
    K = POINTS @ POINTS.T + bias
    alpha, votes, total = np.zeros(24), np.zeros(len(places)), np.zeros(len(places))
    there = places @ POINTS.T + bias
    v, doubtful = np.zeros(len(places)), np.zeros(len(places), bool)
    for t in range(steps):
        i = ours[t % len(ours)]
        if LABELS[i] * (K[i] @ (alpha * LABELS)) <= 0:
            alpha[i] += 1
        v = there @ (alpha * LABELS)
        votes, total = votes + np.sign(v), total + v
        doubtful |= (np.abs(v) < 1e-9) & ((alpha * LABELS) @ POINTS).any()  # a v that is 0 everywhere is exactly 0
    mean = total / max(1, steps)
    doubtful |= (mean != 0) & (np.abs(mean) < 1e-9)
    return (v, votes / max(1, steps), mean), doubtful


def run_of(learner, bias):
    return Run(Session(DATASET, "linear()", f"{learner}(bias={bias}, epochs=6)"))


def maps_of(run, work=None, token=UNWATCHED):
    return (work or SmallMaps()).maps(HypothesesReading().read(moment_at(run), Focus()), token)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("learner", ["voted_perceptron", "averaged_perceptron"])
def test_each_answer_is_that_of_its_definition_at_the_end_and_behind_it(learner, bias):
    run = run_of(learner, bias)
    while run.outcome is None:
        run.advance(1000)
    work, view = SmallMaps(), hypotheses.square_around(POINTS)
    side = (view.xmax - view.xmin) / PIXELS
    assert view.ymax - view.ymin == pytest.approx(view.xmax - view.xmin)
    xs, ys = (low + side * (np.arange(PIXELS) + 0.5) for low in (view.xmin, view.ymin))
    centres = np.array([(x, y) for y in ys for x in xs])
    for step in (run.head, 37, 3, 0, run.head - 5):
        run.seek(step)
        made = maps_of(run, work)
        assert made.step == step
        assert made.trained == 20
        at_points, _ = answers_at(POINTS[DATASET.training], step, bias)
        at_pixels, doubtful = answers_at(centres, step, bias)
        clear = ~doubtful
        assert np.count_nonzero(clear) > 0.9 * PIXELS**2
        for drawn, values, ours in zip(made.maps, at_pixels, at_points, strict=True):
            assert drawn.signs.ravel()[clear].tolist() == np.sign(values[clear]).tolist()
            assert drawn.errors == np.count_nonzero(LABELS[DATASET.training] * ours <= 0)
            on_it = drawn.boundary[~np.isnan(drawn.boundary[:, 0])]
            assert ((on_it >= (view.xmin, view.ymin)) & (on_it <= (view.xmax, view.ymax))).all()
    assert [drawn.name for drawn in made.maps] == ["last f", "vote", "mean"]


def test_both_learners_give_the_same_three_answers():
    voted, averaged = run_of("voted_perceptron", True), run_of("averaged_perceptron", True)
    for run in (voted, averaged):
        run.advance(70)
    assert [each.errors for each in maps_of(voted).maps] == [each.errors for each in maps_of(averaged).maps]
    for one, other in zip(maps_of(voted).maps, maps_of(averaged).maps, strict=True):
        assert np.array_equal(one.signs, other.signs)


def test_other_learners_and_other_spaces_have_none():
    for each in LEARNERS.members:
        run = Run(Session(noisy_moons(20), "rbf(sigma=1)", f"{each.key}()"))
        run.advance(20)
        value = HypothesesReading().read(moment_at(run), Focus())
        assert (value is not None) == (each.key in ("voted_perceptron", "averaged_perceptron"))
    line = Dataset.of(np.arange(6.0)[:, None], [1, -1, 1, 1, -1, -1])
    assert HypothesesReading().read(moment_at(Run(Session(line, "linear()", "voted_perceptron()"))), Focus()) is None


@pytest.mark.parametrize("learner", ["voted_perceptron", "averaged_perceptron"])
def test_a_vote_of_too_many_is_not_drawn_and_the_others_are(monkeypatch, learner):
    monkeypatch.setattr(hypotheses, "MOST_VOTERS", 8)
    run = run_of(learner, False)
    run.advance(20)
    run.seek(next(step for step in range(20) if run.timeline.at(step).mistakes == 8))
    assert maps_of(run).maps[1].signs is not None
    run.seek(run.head)
    last, vote, mean = maps_of(run).maps
    assert vote.signs is None
    assert (vote.errors is None) == (learner == "averaged_perceptron")  # the run counts those of its own answer
    expected, _ = answers_at(POINTS[DATASET.training], 20, 0)
    for drawn, values in ((last, expected[0]), (mean, expected[2])):
        assert drawn.signs is not None
        assert drawn.errors == np.count_nonzero(LABELS[DATASET.training] * values <= 0)


def test_what_takes_too_long_is_left_out(monkeypatch):
    monkeypatch.setattr(hypotheses, "LIMIT", -1.0)
    run = run_of("averaged_perceptron", False)
    run.advance(60)
    made = maps_of(run)
    assert [drawn.signs for drawn in made.maps] == [None] * 3
    assert [drawn.errors for drawn in made.maps] == [None] * 3
    assert "takes too long" in summary(made)


def test_it_is_given_up_when_it_is_no_longer_wanted():
    run = run_of("voted_perceptron", False)
    run.advance(60)
    with pytest.raises(Cancelled):
        maps_of(run, token=Token(lambda: True))


def test_the_table_lists_every_hypothesis_with_its_votes():
    run = run_of("averaged_perceptron", False)
    run.advance(60)
    table = HypothesesReading().table(moment_at(run), Focus())
    votes = run_of("voted_perceptron", False)
    votes.advance(60)
    assert table.names == ("prototype", "point", "votes")
    assert table.columns[1].tolist() == (votes.details["points"] + 1).tolist()
    assert table.columns[2].tolist() == votes.details["votes"].tolist()
