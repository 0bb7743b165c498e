"""The parts of f at a place, against the definition of f."""

from dataclasses import replace
from math import fsum

import numpy as np
import pytest

from kpgui import api
from kpgui.kernels import kernel
from kpgui.learners import LEARNERS
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.reading import Focus
from kpgui.model.session import Session
from kpgui.ui.instruments.export import csv_of
from kpgui.ui.instruments.why.reading import Probe
from tests.strategies import noisy_moons
from tests.ui.instruments.moments import moment_of

PLACE = (0.3, -0.2)


@pytest.mark.parametrize("learner", LEARNERS.members, ids=lambda learner: learner.key)
@pytest.mark.parametrize("most", [3, 1000])
def test_the_parts_add_up_to_f(learner, most):
    session = Session(noisy_moons(60, noise=0.3), "rbf(sigma=0.7) + 0.1*linear()", learner.key + "()")
    moment = moment_of(session, 150)
    value = Probe(most).read(moment, Focus(place=PLACE))
    f = api.train(session, 150).decision([PLACE])[0]
    assert value.f == f
    assert fsum([*value.listed.parts, value.rest, value.bias]) == pytest.approx(f, abs=1e-12)
    assert len(value.listed.parts) == min(most, value.count)
    assert np.all(np.diff(np.abs(value.listed.parts)) <= 0)


def test_each_part_of_a_sum_is_beta_times_the_kernel():
    session = Session(noisy_moons(40, noise=0.3), "poly(degree=3)")
    model = api.train(session, 100)
    value = Probe(1000).read(moment_of(session, 100), Focus(place=PLACE))
    for i, beta, number, part in zip(
        value.listed.rows, value.listed.coefficients, value.listed.values, value.listed.parts, strict=True
    ):
        x, y = session.dataset.points[i]
        assert beta == model.beta[i]
        assert number == pytest.approx((x * PLACE[0] + y * PLACE[1] + 1) ** 3)
        assert part == beta * number
    assert set(value.listed.rows.tolist()) == set(model.support.tolist())
    assert value.ids.tolist() == session.dataset.ids[value.listed.rows].tolist()


def test_each_part_of_a_vote_is_a_prototypes_share_of_the_votes():
    """By the definition: prototype k is the sum over the first k mistakes, and votes as long as it survived."""
    session = Session(noisy_moons(40, noise=0.5), "rbf(sigma=0.6)", "voted_perceptron()")
    steps = 200
    model = api.train(session, steps)
    mistakes, points = model.updates.step, model.updates.point
    value = Probe(1000).read(moment_of(session, steps), Focus(place=PLACE))
    seen = kernel(session.kernel).gram(session.dataset.points, np.array([PLACE]))[:, 0]
    sums = np.cumsum(session.dataset.labels[points] * seen[points])
    survived = np.diff([*mistakes, steps])
    wanted = {k + 1: np.sign(sums[k]) * survived[k] / steps for k in range(len(sums))}
    told = dict(zip(value.listed.prototypes.tolist(), value.listed.parts.tolist(), strict=True))
    assert told == pytest.approx(wanted)


def test_without_a_place_it_is_the_point_examined_last():
    session = Session(noisy_moons(20))
    assert Probe().read(moment_of(session, 0), Focus()) is None
    moment = moment_of(session, 7)
    value = Probe().read(moment, Focus())
    assert value.examined == moment.frame.point + 1 == 7
    assert value.place.tolist() == session.dataset.points[6].tolist()
    assert Probe().read(moment, Focus(place=PLACE)).examined == 0


def test_points_in_space_are_probed_at_the_examined_one():
    session = Session(Dataset.of(np.eye(3), [1, -1, 1]), "linear()")
    assert Probe().read(moment_of(session, 2), Focus(place=PLACE)).examined == 2


def test_its_table_is_all_of_it():
    session = replace(Session(noisy_moons(80, noise=0.4)), kernel="rbf(sigma=0.4)")
    moment, focus = moment_of(session, 300), Focus(place=PLACE)
    table, value = Probe(5).table(moment, focus), Probe(5).read(moment, focus)
    columns = dict(zip(table.names, table.columns, strict=True))
    assert fsum(columns["part"]) + moment.frame.expansion.bias == pytest.approx(value.f, abs=1e-12)
    assert (columns["coefficient"] * columns["value"]).tolist() == columns["part"].tolist()
    rows = columns["point"] - 1
    assert np.column_stack([columns["x"], columns["y"]]).tolist() == session.dataset.points[rows].tolist()
    assert len(rows) == value.count


def test_a_table_of_no_place_is_saved_as_its_header_alone():
    table = Probe().table(moment_of(Session(noisy_moons(40)), 0), Focus())
    assert csv_of(table) == b"point,x,y,label,coefficient,value,part\n"


def test_f_that_is_too_large_is_a_sentence():
    session = Session(Dataset.of([[1e5, 0], [0, 1e5]], [1, -1]), "poly(degree=30)")
    with pytest.raises(KpguiError, match=r"too large|overflow"):
        Probe().read(moment_of(session, 1), Focus(place=(1e7, 1e7)))
