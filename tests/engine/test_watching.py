"""Readings through the trainer: which are computed, when, and how their values come back."""

import time
from dataclasses import dataclass, replace
from math import inf
from typing import ClassVar

import numpy as np
import pytest

from kpgui import api
from kpgui.engine.clock import Watching
from kpgui.engine.messages import Load, Mailbox, Pace, Pause, Play, Resume, Step, Wanted, Watch
from kpgui.model.errors import KpguiError
from kpgui.model.frame import Status
from kpgui.model.reading import Failed, Focus, Reading
from tests.engine.messages.test_mailbox import frame
from tests.engine.test_trainer import ENDLESS, SCREEN, XOR, Desk, ended

made = []


@dataclass(frozen=True)
class Largest(Reading):
    """The largest |β|, and when it was asked for."""

    key: ClassVar[str] = "largest"
    scale: float = 1.0

    def read(self, moment, focus):
        made.append(time.perf_counter())
        return moment.frame.counters.step, self.scale * float(np.abs(moment.frame.expansion.beta).max(initial=0))


@dataclass(frozen=True)
class Hovered(Reading):
    key: ClassVar[str] = "hovered"
    needs: ClassVar[frozenset[str]] = frozenset({"hovered"})

    def read(self, moment, focus):
        return focus.hovered


@dataclass(frozen=True)
class Refused(Reading):
    key: ClassVar[str] = "refused"

    def read(self, moment, focus):
        raise KpguiError("There is nothing to read.")


@dataclass(frozen=True)
class Broken(Reading):
    key: ClassVar[str] = "broken"

    def read(self, moment, focus):
        return 1 / 0


def watch(*readings, rate=100.0, focus=None):
    return Watch(tuple(Wanted(reading, rate) for reading in readings), focus or Focus())


@pytest.fixture
def desk():
    made.clear()
    desk = Desk()
    desk.trainer.start()
    yield desk
    assert desk.trainer.stop(10)


def value(desk, reading, wanted):
    """The first value of a reading that is wanted."""
    frame = desk.until(lambda f: reading in dict(f.values) and wanted(dict(f.values)[reading]))
    return dict(frame.values)[reading]


def test_a_wanted_reading_is_that_of_the_last_step_also_after_the_run_has_ended(desk):
    session = replace(ENDLESS, learner="kernel_perceptron(epochs=20)")
    desk.send(SCREEN, watch(Largest(scale=2.0), rate=3.0), Load(1, session), Resume())
    _, largest = value(desk, Largest(scale=2.0), lambda read: read[0] == 20 * 300)
    assert largest == 2 * np.abs(api.train(session).beta).max()


def test_one_reading_can_be_wanted_with_two_settings_and_by_two_panels_at_two_rates(desk):
    desk.send(
        SCREEN,
        Watch((Wanted(Largest(), 0.01), Wanted(Largest(2.0), 100), Wanted(Largest(), 100)), Focus()),
        Load(1, XOR),
    )
    desk.until(lambda f: f.field and f.field.full)
    desk.send(Resume(Play.TO_END))
    last = {Largest(): (8, 1), Largest(2.0): (8, 2)}
    desk.until(lambda f: last == {reading: value for frame in desk.frames for reading, value in frame.values})


def test_nothing_is_computed_that_is_not_wanted(desk):
    desk.send(SCREEN, Load(1, XOR), watch(Largest()))
    value(desk, Largest(), lambda read: read == (0, 0))
    asked = len(made)
    desk.send(watch(), Resume(Play.TO_END))
    assert desk.until(ended).values == ()
    assert len(made) == asked


def test_a_reading_is_computed_no_oftener_than_its_rate_says(desk):
    desk.send(SCREEN, watch(Largest(), rate=20.0), Load(1, ENDLESS), Resume())
    desk.until(lambda f: len(made) >= 6)
    assert np.diff(made).min() >= 1 / 20


@pytest.mark.slow
def test_it_is_current_when_the_run_pauses_and_is_not_computed_again_then(desk):
    desk.send(SCREEN, watch(Largest(), rate=4.0), Load(1, ENDLESS), Resume())
    desk.until(lambda f: f.counters.step > 5000)
    desk.send(Pause())
    paused = desk.until(lambda f: f.status is Status.PAUSED)
    read = [dict(f.values)[Largest()] for f in desk.frames if f.values]
    while not read or read[-1][0] != paused.head:
        read.append(value(desk, Largest(), lambda _: True))
    asked = len(made)
    time.sleep(0.6)  # more than two periods of a reading wanted four times a second
    assert len(made) == asked


def test_a_step_back_is_read_too(desk):
    desk.send(SCREEN, watch(Largest()), Load(1, XOR), Step(), Step())
    value(desk, Largest(), lambda read: read == (2, 1))
    desk.send(Step(-2))
    assert value(desk, Largest(), lambda read: read[0] == 0) == (0, 0)


def test_between_slow_steps_what_is_newly_wanted_is_read_at_once(desk):
    desk.send(SCREEN, Load(1, XOR), Pace(0.01), Resume())
    desk.until(lambda f: f.counters.step == 1 and f.field and f.field.full)
    desk.send(watch(Largest()))
    assert value(desk, Largest(), lambda read: True) == (1, 1)


def test_a_reading_follows_the_parts_of_the_focus_that_it_needs(desk):
    desk.send(SCREEN, Load(1, XOR), watch(Hovered(), Largest(), focus=Focus(hovered=2)))
    assert value(desk, Hovered(), lambda read: True) == 2
    asked = len(made)
    desk.send(watch(Hovered(), Largest(), focus=Focus(hovered=3)))
    assert value(desk, Hovered(), lambda read: read != 2) == 3
    assert len(made) == asked


def test_a_reading_that_fails_is_a_sentence_and_the_run_goes_on(desk):
    desk.send(SCREEN, watch(Refused(), Broken(), Largest()), Load(1, XOR), Resume(Play.TO_END))
    assert desk.until(ended).status is Status.CONVERGED
    values = {reading: value for frame in desk.frames for reading, value in frame.values}
    assert values[Refused()] == Failed("There is nothing to read.")
    broken = values[Broken()]
    assert "ZeroDivisionError" in broken.sentence
    assert "in read" in broken.details


def test_values_of_another_run_are_not_shown_for_this_one(desk):
    desk.send(SCREEN, watch(Largest()), Load(1, XOR, Play.TO_END))
    value(desk, Largest(), lambda read: read[0] == 8)
    desk.send(Load(2, XOR))
    reads = []
    while not reads:
        frame = desk.until(lambda f: f.run == 2)
        reads += [dict(frame.values)[Largest()]] if frame.values else []
    assert reads == [(0, 0)]


def test_frames_without_a_screen_carry_values_as_well(desk):
    desk.send(watch(Largest()), Load(1, XOR, Play.TO_END))
    assert value(desk, Largest(), lambda read: read[0] == 8)[1] == 1


def test_the_latest_value_of_each_reading_waits_in_the_mailbox():
    box = Mailbox()
    box.put(replace(frame(step=1), values=(("a", 1), ("b", 1))))
    box.put(replace(frame(step=2), values=(("b", 2),)))
    box.put(frame(step=3))
    taken = box.take()
    assert (taken.counters.step, dict(taken.values)) == (3, {"a": 1, "b": 2})
    box.put(replace(frame(step=1), values=(("a", 1),)))
    box.put(frame(run=2))
    assert box.take().values == ()


def test_what_is_up_to_date_keeps_nobody_waiting():
    watching, moment = Watching(), None
    assert watching.wait("now", 5.0) == inf
    watching.change(watch(Hovered(), rate=4.0))
    assert watching.wait("now", 5.0) <= 0
    assert dict(watching.read("now", moment, 5.0)) == {Hovered(): None}
    assert watching.wait("now", 5.0) == inf
    assert watching.wait("later", 5.1) == pytest.approx(0.15)
    assert not list(watching.read("later", moment, 5.1))
    assert dict(watching.read("later", moment, 5.25)) == {Hovered(): None}
