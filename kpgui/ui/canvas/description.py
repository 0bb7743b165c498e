"""What a screen reader is told of the canvas, which draws everything itself."""

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from kpgui.model.dataset import Dataset
from kpgui.model.frame import Frame, Status
from kpgui.ui.tasks.throttle import Throttle
from kpgui.words.spoken import canvas_description, canvas_name

RATE = 1.0
"""Descriptions a second of a run that goes on."""


class Description:
    """Keeps the accessible name and description of the canvas up to date with its points and the run."""

    def __init__(self, canvas: QWidget, dataset: Dataset) -> None:
        self._canvas = canvas
        self._dataset = dataset
        self._frame: Frame | None = None
        self._throttle = Throttle(self._describe, RATE, canvas)
        self.show_dataset(dataset)

    def show_dataset(self, dataset: Dataset) -> None:
        changed, self._dataset = dataset.labels is not self._dataset.labels, dataset
        if changed or not self._canvas.accessibleName():
            self._canvas.setAccessibleName(canvas_name(dataset))
            self._describe()

    def show_frame(self, frame: Frame) -> None:
        last = self._frame
        if frame.field is None and last is not None and place_of(last) == place_of(frame):
            frame = replace(frame, field=last.field)  # it only brings numbers that took longer than the picture
        self._frame = frame
        if frame.status is Status.RUNNING:
            self._throttle.request()
        else:
            self._throttle.cancel()
            self._describe()

    def _describe(self) -> None:
        text = canvas_description(self._dataset, self._frame)
        if text != self._canvas.accessibleDescription():
            self._canvas.setAccessibleDescription(text)


def place_of(frame: Frame) -> tuple[int, int]:
    """The run of a frame and its step."""
    return frame.run, frame.counters.step
