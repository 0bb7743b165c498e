"""The focus that canvas, table and instruments share."""

import numpy as np
from PySide6.QtCore import QPoint

from kpgui.model.edits import Remove
from kpgui.ui.canvas.layers.marks import HoveredLayer


def marked(stage):
    """Places in the dataset of the points that are marked as hovered."""
    return stage.canvas.stage.layer(HoveredLayer).rows.tolist()


def test_the_point_below_the_pointer_is_hovered_while_somebody_follows_it(four):
    four.hover(four.at(1, 1))
    assert four.canvas.focus.hovered is None
    four.canvas.focus.follow_hover("ledger", True)
    four.hover(four.at(1, 1) + QPoint(2, 1))
    assert four.canvas.focus.hovered == 1
    assert marked(four) == [1]
    four.hover(four.at(0, 0))
    assert four.canvas.focus.hovered is None
    four.hover(four.at(-1, -1))
    four.canvas.focus.follow_hover("ledger", False)
    assert four.canvas.focus.hovered is None
    assert marked(four) == []


def test_what_others_hover_over_is_marked_on_the_canvas(four):
    bare = four.canvas.grab().toImage()
    four.canvas.focus.hover(2)
    assert marked(four) == [2]
    assert four.canvas.grab().toImage() != bare
    four.canvas.focus.hover(None)
    assert four.canvas.grab().toImage() == bare


def test_a_point_that_is_dragged_is_not_hovered_over(four):
    four.canvas.focus.follow_hover("ledger", True)
    pixel = four.at(1, 1)
    four.hover(pixel)
    four.press(pixel)
    four.move(pixel + QPoint(20, 0))
    assert four.canvas.focus.hovered is None
    four.release(pixel + QPoint(20, 0))
    four.hover(pixel + QPoint(21, 0))
    assert four.canvas.focus.hovered == 1


def test_a_point_that_is_gone_is_not_hovered_over_any_more(four):
    four.canvas.focus.hover(2)
    four.document.edit(Remove(np.array([0])), "delete")
    assert four.canvas.focus.hovered == 2
    assert marked(four) == [1]
    four.document.edit(Remove(np.array([2])), "delete")
    assert four.canvas.focus.hovered is None
    four.document.undo_stack.undo()
    assert marked(four) == []


def test_the_focus_is_a_value_for_readings(four):
    four.canvas.focus.follow_hover("ledger", True)
    four.canvas.select_all()
    four.hover(four.at(1, 1))
    now = four.canvas.focus.now
    assert now.hovered == 1
    assert now.selected.tolist() == [0, 1, 2, 3]
    np.testing.assert_allclose(now.place, [1, 1], atol=four.unit)
