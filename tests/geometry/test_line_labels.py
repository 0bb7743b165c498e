"""Where the names of lines are written."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kpgui.geometry.line_labels import LabelBox, placed

CANVAS = 700.0, 500.0
SIZE = 120.0, 18.0


def upright(x, bottom=600.0):
    return np.column_stack([np.full(61, x), np.linspace(-100, bottom, 61)])


def near(box, line, reach):
    """Whether the line comes as near as that to the box."""
    low, high = np.array(box[:2]), np.array(box[:2]) + box[2:]
    return float(np.hypot(*(line - np.clip(line, low, high)).T).min()) <= reach


def test_a_name_is_at_the_end_of_its_line_in_view():
    (box,) = placed([upright(300.0)], [SIZE], CANVAS)
    assert box.top + box.height > CANVAS[1] - 40
    assert near(box, upright(300.0), 12)


def test_names_of_lines_with_one_end_do_not_overlap_and_stay_beside_them():
    lines = [upright(300.0 + k / 4) for k in range(8)]
    boxes = placed(lines, [SIZE] * 8, CANVAS)
    assert None not in boxes
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    assert all(near(box, line, 30) for box, line in zip(boxes, lines, strict=True))


def test_a_line_out_of_view_has_no_name_and_takes_no_room():
    assert placed([upright(900.0), np.zeros((0, 2)), upright(20.0)], [SIZE] * 3, CANVAS)[:2] == [None, None]


def test_a_name_keeps_clear_of_what_is_taken():
    card = LabelBox(250, 300, 300, 200)
    (box,) = placed([upright(300.0)], [SIZE], CANVAS, [card])
    assert not box.overlaps(card)


def test_a_canvas_smaller_than_a_name_shows_none():
    assert placed([upright(40.0)], [SIZE], (100.0, 500.0)) == [None]


@given(st.lists(st.tuples(*[st.floats(-500, 1200)] * 4), max_size=8), st.floats(20, 200))
def test_names_are_in_view_and_apart_wherever_the_lines_are(ends, width):
    lines = [np.linspace((a, b), (c, d), 40) for a, b, c, d in ends]
    boxes = [box for box in placed(lines, [(width, 18.0)] * len(lines), CANVAS) if box is not None]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    for box in boxes:
        assert box.left >= 0
        assert box.top >= 0
        assert box.left + box.width <= CANVAS[0] + 1e-6
        assert box.top + box.height <= CANVAS[1] + 1e-6


def test_pieces_between_gaps_are_not_joined():
    line = np.vstack([upright(100.0, 50), [[np.nan, np.nan]], upright(500.0)])
    (box,) = placed([line], [SIZE], CANVAS)
    assert box.left > 400, "the longest piece in view has the name"


def test_a_name_on_the_left_of_its_line_keeps_the_same_distance_as_on_the_right():
    right = LabelBox(301.0, 0.0, 399.0, 500.0)
    (box,) = placed([upright(300.0)], [SIZE], CANVAS, [right])
    assert 0 < 300.0 - (box.left + box.width) <= 12


def test_boxes_that_only_touch_do_not_overlap():
    one = LabelBox(0.0, 0.0, 10.0, 10.0)
    beside = [LabelBox(10.0, 0.0, 5.0, 5.0), LabelBox(-5.0, 0.0, 5.0, 5.0), LabelBox(0.0, 10.0, 5.0, 5.0)]
    assert not any(one.overlaps(other) or other.overlaps(one) for other in beside)
