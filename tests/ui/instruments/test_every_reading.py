"""Every reading: pure, frozen, for every learner."""

from contextlib import suppress
from dataclasses import fields, is_dataclass, replace

import numpy as np
import pytest

import kpgui.ui.instruments
from kpgui.geometry.bump import Bump
from kpgui.learners import LEARNERS
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.reading import Failed, Focus, LongReading, Reading, value_of
from kpgui.model.session import Session
from tests.registered import declared_in
from tests.strategies import noisy_moons
from tests.ui.instruments.moments import moment_of

READINGS = sorted({Bump, *declared_in(kpgui.ui.instruments, Reading, rooms=True)}, key=lambda reading: reading.key)

every_reading = pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading.key)


def same(one, other):
    if isinstance(one, np.ndarray):
        return not one.flags.writeable and np.array_equal(one, other)
    if is_dataclass(one):
        return all(same(getattr(one, each.name), getattr(other, each.name)) for each in fields(one))
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


def test_keys_are_different():
    every = [*READINGS, *declared_in(kpgui.ui.instruments, LongReading, rooms=True)]
    assert len({reading.key for reading in every}) == len(every)


@every_reading
def test_what_it_needs_is_part_of_the_focus(reading):
    assert reading.needs <= {each.name for each in fields(Focus)}


@every_reading
@pytest.mark.parametrize("learner", LEARNERS.members, ids=lambda learner: learner.key)
def test_it_is_a_pure_function_with_a_frozen_value_for_every_learner(reading, learner):
    session = Session(noisy_moons(60), "rbf(sigma=0.5)", learner.key + "()")
    for steps in (0, 7, 200):
        moment, focus = moment_of(session, steps), Focus(hovered=3, selected=np.array([1, 3]), place=(0.0, 1.0))
        assert same(reading().read(moment, focus), reading().read(moment, focus))


def at_the_edges_of(learner):
    """The learner with each parameter at each of its edges, with every flag off and on; what it refuses is left out."""
    flags = [each.name for each in learner.params() if each.scale == "flag"]
    for param in learner.params():
        numbers = (param.low, param.low + 1, param.low + 4) if param.scale == "integer" else (param.low, 1e-9, 0.5)
        for value in dict.fromkeys((*(param.choices or (*numbers, param.high)), param.default)):
            for flag in (False, True):
                with suppress(KpguiError):
                    yield str(learner(**{**dict.fromkeys(flags, flag), param.name: value}))


@pytest.mark.parametrize("learner", LEARNERS.members, ids=lambda learner: learner.key)
def test_none_fails_a_run_with_a_parameter_at_its_edges(learner):
    focus = Focus(hovered=3, selected=np.array([1, 3]), place=(0.0, 1.0))
    for expression in dict.fromkeys(at_the_edges_of(learner)):
        moment = moment_of(Session(noisy_moons(12), "rbf(sigma=0.5)", expression), 60)
        found = [value_of(reading(), moment, focus) for reading in READINGS]
        assert not [each.details for each in found if isinstance(each, Failed) and each.details], expression


@every_reading
def test_it_reads_a_session_without_points_or_of_one_class(reading):
    for dataset in (Dataset.empty(), Dataset.of([[0, 0]], [1]), Dataset.of(np.eye(5), np.ones(5), np.ones(5, bool))):
        reading().read(moment_of(replace(Session(), dataset=dataset), 10), Focus(hovered=99))
