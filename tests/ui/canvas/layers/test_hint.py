"""The card on an empty canvas, and the one where points cannot be drawn."""

import numpy as np
import pytest

from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace
from kpgui.model.frame import Status
from kpgui.ui.canvas.layers.cards import HintLayer
from kpgui.ui.canvas.tools import TOOLS


@pytest.mark.parametrize(("width", "height"), [(300, 400), (420, 160), (220, 150)])
def test_the_hint_of_an_empty_canvas_fits_on_a_small_one(stage, width, height):
    stage.canvas.resize(width, height)
    shown = stage.canvas.grab().toImage()
    stage.layer(HintLayer).hide()
    bare = stage.canvas.grab().toImage()
    text = [
        (x, y)
        for x in range(shown.width())
        for y in range(shown.height())
        if shown.pixelColor(x, y) != bare.pixelColor(x, y) and shown.pixelColor(x, y).lightness() < 150
    ]
    left, right = min(x for x, _ in text), max(x for x, _ in text)
    assert right < width - 10
    assert abs((width - right) - (left - stage.layer(HintLayer).mapToScene(0, 0).x())) < 6  # both ends are there


def test_an_empty_canvas_says_what_to_do(stage):
    hint = stage.layer(HintLayer)
    assert hint.lines == (
        "Click to add +1 · right-click to add −1",
        "or generate a dataset on the left, or drop a file here",
    )
    shown = stage.canvas.grab().toImage()
    stage.click(2.5, 1.5)
    assert hint.lines is None
    middle = stage.viewport.rect().center()
    around = [(x, y) for x in range(-60, 60, 2) for y in range(-12, 12, 2)]
    dark = [
        image.pixelColor(middle.x() + x, middle.y() + y).lightness() < 100
        for image in (shown, stage.canvas.grab().toImage())
        for x, y in around
    ]
    assert any(dark[: len(around)])
    assert not any(dark[len(around) :])


@pytest.mark.parametrize("tool", list(TOOLS), ids=lambda tool: tool.key)
def test_the_card_of_an_empty_canvas_speaks_of_the_tool_in_use(stage, tool):
    stage.canvas.set_tool(tool.key)
    card = stage.layer(HintLayer).lines[0]
    if not tool.adds:
        assert card == f"{tool.title} adds no points: choose Draw (D)"
    assert card.startswith(("Click", "Drag")) == tool.adds
    stage.drag((1, 1), (2, 2))
    assert bool(len(stage.dataset)) == tool.adds


def test_the_card_names_the_class_that_a_click_adds(stage):
    stage.canvas.set_left_class(-1)
    assert stage.layer(HintLayer).lines[0] == "Click to add −1 · right-click to add +1"
    stage.click(1, 1)
    assert stage.dataset.labels.tolist() == [-1]


def test_points_that_are_not_in_the_plane_are_explained_and_not_drawn(stage):
    stage.document.edit(Replace(Dataset.of(np.zeros((3, 4)), [1, -1, 1])), "load")
    stage.canvas.show_frame(stage.frame(alpha=[1, 0, 1], mistaken=[0], point=0, status=Status.PAUSED))
    assert stage.layer(HintLayer).lines[0] == "These points have 4 coordinates"
    stage.canvas.select_all()
    stage.canvas.fit_view()
    stage.canvas.grab().toImage()
    stage.click(0, 0)
    assert len(stage.dataset) == 3
