"""Named parts of a picture: groups in outputs that have them, such as SVG; in the others they leave no trace."""

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPaintDevice, QPainter, QPdfWriter


class GroupingDevice(QPaintDevice):
    """A paint device with groups. outlines: whether text is to be drawn as paths."""

    @abstractmethod
    def begin_group(self, name: str, words: str, clip: QRectF | None) -> None:
        """Begins a group: name as an identifier, words for a reader, clip in the coordinates of the page; "", None."""

    @abstractmethod
    def end_group(self) -> None:
        """Ends the innermost group."""


@contextmanager
def part(painter: QPainter, name: str = "", words: str = "", clip: QRectF | None = None) -> Iterator[None]:
    """Context whose drawing is one part of the picture, clipped to a rectangle, None for not clipped.

    name: as an identifier; words: what it says, for search and screen readers.
    """
    device = painter.device()
    painter.save()
    if isinstance(device, GroupingDevice):
        device.begin_group(name, words, clip)
    elif clip is not None:
        painter.setClipRect(clip)
    try:
        yield
    finally:
        painter.restore()
        if isinstance(device, GroupingDevice):
            device.end_group()


def is_vector(painter: QPainter) -> bool:
    """Whether every shape is kept as such, and costs bytes."""
    return isinstance(painter.device(), GroupingDevice | QPdfWriter)
