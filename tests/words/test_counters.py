"""Counters as texts."""

from dataclasses import replace

import numpy as np

from kpgui.model.arrays import frozen
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Counters, Frame, Status
from kpgui.model.param import grouped
from kpgui.model.updates import Updates
from kpgui.words.counters import CounterTexts, class_counts, counter_texts, support_text


def frame_of(**counted):
    alpha = frozen(counted.pop("alpha", (0, 3, 1)), np.int64)
    beta = counted.pop("beta", (0.0, 3.0, -1.0))
    return Frame(1, Status.RUNNING, 9, 0, Counters(alpha=alpha, **counted), Expansion.of(beta, 0), Updates.none())


def test_readings_before_the_first_frame_are_zeros_and_nothing_is_wrong_yet():
    assert counter_texts(None) == CounterTexts("0", "0", "0", "0", "–", "–")


def test_no_point_is_told_to_be_wrong_before_there_is_f():
    """Before the first step f = 0, and at the start of a run to which one went back."""
    frame = frame_of(step=0, errors=2, held_out_errors=1)
    assert (counter_texts(frame).errors, counter_texts(frame).held_out) == ("–", "–")


def test_readings_group_long_numbers():
    shown = counter_texts(frame_of(step=1234567, epoch=2, mistakes=4, updates=4, errors=1))
    assert shown.step == grouped(1234567)
    assert len(shown.step) == 9
    assert (shown.epoch, shown.mistakes, shown.updates, shown.errors) == ("2", "4", "4", "1")


def test_errors_of_both_sets_are_told_when_points_are_held_out():
    frame = frame_of(step=1, alpha=(0,) * 8, beta=(0,) * 8, errors=3, held_out_errors=1)
    assert counter_texts(frame).held_out == "1"


def test_support_names_the_point_with_the_largest_alpha_counted_from_one():
    assert support_text(frame_of()) == "2 of 3 points are support vectors. Largest α: 3, point 2."


def test_where_several_share_the_largest_their_number_is_told():
    assert support_text(frame_of(alpha=(1, 1, 0), beta=(1, -1, 0))).endswith(" Largest α: 1, 2 points.")


def test_where_f_forgets_support_names_the_largest_coefficient():
    forgotten = replace(frame_of(), expansion=Expansion.of([0.5, -0.25, 0], 0))
    assert support_text(forgotten) == "2 of 3 points are support vectors. Largest |β|: 0.5, point 1."


def test_support_of_nothing_learned():
    assert support_text(frame_of(beta=(0, 0, 0))) == "No support vectors yet."


def test_class_counts_say_what_is_held_out_only_when_something_is():
    assert class_counts(0, 0, 0) == "No points yet"
    assert class_counts(1, 0, 0) == "1 point: 1 of class +1, 0 of −1"
    assert class_counts(3, 2, 1).endswith("2 of −1, 1 held out")
