"""Counters as texts."""

import numpy as np

from kpgui.model.arrays import frozen
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Counters, Frame, Status
from kpgui.model.updates import Updates
from kpgui.present.counters import Readings, class_counts, grouped, readings, support_text


def frame_of(**counted):
    alpha = frozen(counted.pop("alpha", (0, 3, 1)), np.int64)
    beta = counted.pop("beta", (0.0, 3.0, -1.0))
    return Frame(1, Status.RUNNING, 9, 0, Counters(alpha=alpha, **counted), Expansion.of(beta, 0), Updates.none())


def test_readings_before_the_first_frame_are_zeros():
    assert readings(None) == Readings("0", "0", "0", "0", "0")


def test_readings_group_long_numbers():
    shown = readings(frame_of(step=1234567, epoch=2, mistakes=4, updates=4, errors=1))
    assert shown.step == grouped(1234567)
    assert len(shown.step) == 9
    assert (shown.epoch, shown.mistakes, shown.updates, shown.errors) == ("2", "4", "4", "1")


def test_support_names_the_point_with_the_largest_alpha_counted_from_one():
    assert support_text(frame_of()) == "2 of 3 points are support vectors. Largest α: 3, point 2."


def test_support_of_nothing_learned():
    assert support_text(frame_of(beta=(0, 0, 0))) == "No support vectors yet."


def test_class_counts_say_what_is_held_out_only_when_something_is():
    assert class_counts(0, 0, 0) == "No points yet"
    assert class_counts(1, 0, 0) == "1 point: 1 of class +1, 0 of −1"
    assert class_counts(3, 2, 1).endswith("2 of −1, 1 held out")
