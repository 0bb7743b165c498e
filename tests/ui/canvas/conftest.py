import pytest

from tests.ui.canvas.stage import Stage


@pytest.fixture
def stage(qtbot):
    """An empty canvas."""
    return Stage(qtbot)


@pytest.fixture
def four(qtbot):
    """Four points: +1 at (−1, 1), −1 at (1, 1), −1 at (−1, −1), +1 at (1, −1), with ids 0 to 3."""
    return Stage(qtbot, [[-1, 1], [1, 1], [-1, -1], [1, -1]], [1, -1, -1, 1])


@pytest.fixture
def framed(four):
    """Four points in a square around the origin, selected, with the select tool in the hand."""
    four.take("select")
    four.canvas.select_all()
    return four
