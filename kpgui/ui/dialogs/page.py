"""What the kinds of pictures in one dialog have in common: what they are given, a page of choices, and the preview."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.figure.outputs.picture import Picture
from kpgui.figure.outputs.png import image_of
from kpgui.language import _
from kpgui.model.errors import Token
from kpgui.model.session import Session
from kpgui.ui.look.style import PlainLabel, named
from kpgui.ui.session.settings import Settings
from kpgui.words.variation import Variation

LEAST_DPI = 10.0
"""Of a preview."""


class Subject(NamedTuple):
    """What is pictured, as it was when the dialog was opened.

    session: that of the document. picture: of the run that is shown, as the canvas shows it; None if it has failed or
    not begun. steps: how many the run has. stem: what to call a file. settings: where choices are remembered.
    variations: of small multiples.
    """

    session: Session
    picture: Picture | None
    steps: int
    stem: str
    settings: Settings
    variations: tuple[Variation, ...]


class Page(QWidget):
    """The choices of one kind of picture. Made when it is first shown; what is remembered wrongly has its default."""

    key: ClassVar[str]
    title: ClassVar[str]
    meaning: ClassVar[str]
    suffix: ClassVar[str] = ""
    """Of the name that is proposed for its file, after that of the document."""

    changed = Signal()
    """The preview is to be made anew."""

    refused = Signal(str)
    """A sentence on why a choice was refused."""

    extent, remark = "", ""
    """What is said below the preview: how large it will be, and something else."""

    ready = True
    """Whether what was chosen last is worked out, so that a preview only takes painting."""

    def __init__(self, subject: Subject, parent: QWidget) -> None:
        super().__init__(parent)
        self.subject = subject

    @staticmethod
    def refusal(subject: Subject) -> str:
        """Why there is nothing of this kind to be seen, "" if there is."""
        raise NotImplementedError

    @property
    def picture(self) -> Picture | None:
        """What can be copied and saved as a drawing now; None while there is nothing, or it is none."""
        return None

    @property
    def can_be_saved(self) -> bool:
        return self.picture is not None

    def work(self, room: tuple[int, int]) -> Callable[[Token], Any]:
        """What makes a preview for so many pixels, in a thread of its own."""
        raise NotImplementedError

    def take(self, result: Any) -> QImage:
        """Takes what the work has made. Returns the preview."""
        raise NotImplementedError


def preview_of(picture: Picture, room: tuple[int, int]) -> QImage:
    """The picture with fewer pixels per inch, so that it fits into so many pixels."""
    style, (width, height) = picture.style, picture.size
    scale = min(room[0] / width, room[1] / height, 1.0)
    small = replace(
        style,
        width=max(32, round(scale * width)),
        height=max(32, round(scale * height)),
        dpi=max(LEAST_DPI, scale * style.dpi),
    )
    fitted = picture.restyled(small)
    return image_of(fitted.size, small, fitted.draw)


LEAST = 200, 120
"""Least room for a preview in pixels."""


class Preview(PlainLabel):
    """An image as large as there is room for, but no larger than it is."""

    grown = Signal()
    """Emitted when there is room for a larger one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "picture.preview", _("Preview of the picture"))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setMinimumSize(*LEAST)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._image: QImage | None = None

    @property
    def pixels(self) -> tuple[int, int]:
        """The room in pixels of the screen."""
        ratio = self.devicePixelRatioF()
        return int(self.width() * ratio), int(self.height() * ratio)

    @property
    def image(self) -> QImage | None:
        """The image that was shown last, in its own size."""
        return self._image

    def show_image(self, image: QImage) -> None:
        self._image = image
        ratio = self.devicePixelRatioF()
        room = (self.size() * ratio).boundedTo(image.size())
        kinds = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        pixmap = QPixmap.fromImage(image.scaled(room, *kinds))
        pixmap.setDevicePixelRatio(ratio)
        self.setPixmap(pixmap)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._image is not None:
            self.show_image(self._image)
            if min(room / side for room, side in zip(self.pixels, self._image.size().toTuple(), strict=True)) > 1:
                self.grown.emit()
