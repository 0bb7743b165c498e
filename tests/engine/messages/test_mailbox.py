import numpy as np

from kpgui.engine.messages import TAIL, Mailbox
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Counters, FieldImage, Frame, Status
from kpgui.model.session import View
from kpgui.model.updates import Updates


def frame(run=1, step=0, field=None, recent=()):
    n = len(recent)
    rows = Updates.of(
        step=recent, point=[0] * n, delta=[1] * n, bias_delta=[0] * n, scale=[1] * n, kind=[0] * n, score=[0] * n
    )
    return Frame(run, Status.RUNNING, step, 0, Counters(step=step), Expansion.of((), 0), rows, field)


def image():
    nothing = np.zeros((0, 2))
    return FieldImage(np.zeros((2, 2), np.uint8), View(), 1.0, nothing, nothing, nothing, full=False)


def test_a_frame_is_taken_once():
    box = Mailbox()
    box.put(frame())
    assert box.waiting
    assert box.take() is not None
    assert not box.waiting
    assert box.take() is None


def test_frames_that_were_not_taken_merge():
    box, field = Mailbox(), image()
    box.put(frame(step=1, field=field, recent=[0]))
    box.put(frame(step=5, recent=[3, 4]))
    taken = box.take()
    assert taken.counters.step == 5
    assert taken.field is field
    assert taken.recent.step.tolist() == [0, 3, 4]


def test_the_tail_of_updates_is_bounded_and_keeps_the_newest():
    box = Mailbox()
    for k in range(10):
        box.put(frame(step=100 * k + 100, recent=range(100 * k, 100 * k + 100)))
    recent = box.take().recent
    assert recent.step.tolist() == list(range(1000 - TAIL, 1000))


def test_a_frame_of_another_run_replaces_all():
    box = Mailbox()
    box.put(frame(run=1, field=image(), recent=[1, 2]))
    box.put(frame(run=2, step=0))
    taken = box.take()
    assert (taken.run, taken.field, len(taken.recent)) == (2, None, 0)


def test_after_a_step_back_the_updates_taken_back_are_gone():
    box = Mailbox()
    box.put(frame(step=4, recent=[0, 1, 2, 3]))
    box.put(frame(step=1))
    assert box.take().recent.step.tolist() == [0]
