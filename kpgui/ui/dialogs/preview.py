"""The preview of a picture in a dialog."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from kpgui.language import _
from kpgui.ui.look.plain_text import PlainLabel

LEAST = 200, 120
"""Least room for a preview in pixels."""


class Preview(PlainLabel):
    """An image as large as there is room for, but no larger than it is."""

    grown = Signal()
    """Emitted when there is room for a larger one."""

    def __init__(self, name: str, what: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(_("Preview of {what}").format(what=what))
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
