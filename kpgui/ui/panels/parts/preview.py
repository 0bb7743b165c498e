"""The preview of a shape while its form is in use."""

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QMenu, QMenuBar, QWidget

from kpgui.generators import Generator
from kpgui.model.errors import KpguiError

MOST = 1000
"""Most points of a preview, which take a millisecond to generate; a larger shape is generated with so many."""

PASSING = 200
"""Milliseconds that the pointer must stay on the form: a preview must not flicker when it only passes by."""


class ShapePreview(QObject):
    """Previews a shape while the pointer or the keyboard focus is on one of the watched widgets.

    changed: the Dataset to show as a preview, None to show none. refused: why the shape has no points, or "".
    """

    changed = Signal(object)
    refused = Signal(str)

    def __init__(self, watched: tuple[QWidget, ...], generator: Generator) -> None:
        super().__init__(watched[0])
        self._watched = watched
        self._generator = generator
        self._hovered = self._focused = self._moved = self._dismissed = self._shown = False
        self._look_timer = QTimer(self, singleShot=True)
        self._look_timer.timeout.connect(self._look)
        for widget in watched:
            widget.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow_focus)

    def follow(self, generator: Generator) -> None:
        """Preview this shape from now on while the form is in use, also after `dismiss`."""
        self._generator = generator
        self._dismissed = False
        self._look_in(0)

    def dismiss(self) -> None:
        """Hide the preview until the shape changes or the form is entered again: the canvas shows something else."""
        self._dismissed, self._moved = True, False
        self._look()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Enter:
            self._hovered, self._dismissed = True, False
            self._look_in(PASSING)
        elif event.type() in (QEvent.Type.Leave, QEvent.Type.Hide):
            self._hovered = False
            self._look_in(0)
        return super().eventFilter(watched, event)

    def _follow_focus(self, before: QWidget | None, now: QWidget | None) -> None:
        self._moved = _moved(before, now)
        self._look_in(0)  # a focus that is lent to another widget and given back at once has not left the form

    def _holds(self, widget: QObject | None) -> bool:
        """Whether a widget is part of the form, as is the pop-up list of a choice, which is a window of its own."""
        while widget is not None and widget not in self._watched:
            widget = widget.parent()
        return widget is not None

    def _look_in(self, milliseconds: int) -> None:
        if not (self._look_timer.isActive() and self._look_timer.remainingTime() <= milliseconds):
            self._look_timer.start(milliseconds)

    def _look(self) -> None:
        """Show or hide the preview, as the present state requires."""
        self._look_timer.stop()
        focused = self._holds(QApplication.focusWidget())
        if focused and not self._focused and self._moved:
            self._dismissed = False
        self._focused = focused
        if (self._hovered or self._focused) and not self._dismissed:
            try:
                preview = replace(self._generator, n=min(self._generator.n, MOST)).make()
            except KpguiError as error:
                preview = None
                self.refused.emit(str(error))
            else:
                self.refused.emit("")
        else:
            preview = None
        if preview is not None or self._shown:
            self.changed.emit(preview)
        self._shown = preview is not None


def _moved(before: QWidget | None, now: QWidget | None) -> bool:
    """Whether the user moved the focus within the window; after a menu or a dialog it only returns."""
    return before is not None and now is not None and before.window() is now.window() and not _is_menu(before)


def _is_menu(widget: QWidget) -> bool:
    return isinstance(widget, QMenu | QMenuBar)
