"""A hand on the handles of the frame around the selection."""

from kpgui.geometry.shapes import Handle
from kpgui.ui.canvas.layers.handles import HandlesLayer
from tests.ui.canvas.stage import LEFT, NONE, away

LEFT_EDGE, RIGHT_EDGE, TOP, TOP_RIGHT, BOTTOM_RIGHT = (
    Handle(-1, 0),
    Handle(1, 0),
    Handle(0, -1),
    Handle(1, -1),
    Handle(1, 1),
)


def places(stage):
    return stage.layer(HandlesLayer).positions


def pixel(stage, handle):
    """The pixel of the viewport in the middle of a handle."""
    x, y = places(stage)[handle]
    return stage.at(*stage.canvas.mapping.to_plane(x, y))


def pull(stage, handle, right, down, modifiers=NONE, steps=4):
    """Drag a handle so many pixels."""
    start = pixel(stage, handle)
    stage.press(start, LEFT, modifiers)
    for k in range(1, steps + 1):
        stage.move(away(start, right * k // steps, down * k // steps), LEFT, modifiers)
    stage.release(away(start, right, down), LEFT, modifiers)
