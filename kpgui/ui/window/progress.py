"""The progress of work on a file, in the status bar: its title, a bar, and a button to cancel it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QStatusBar, QWidget

from kpgui.language import _
from kpgui.ui.forms.button import push_button
from kpgui.ui.look.plain_text import PlainLabel
from kpgui.ui.tasks.background import Background

STEPS = 1000


class Progress(QWidget):
    """Shown while a background job runs.

    name: its objectName. cancel: the tooltip of the button that cancels the job, "" for no button. Esc does the same,
    unless it cancels something on the canvas.
    """

    def __init__(self, background: Background, name: str, cancel: str, bar: QStatusBar, window: QWidget) -> None:
        super().__init__(bar)
        self.setObjectName(name)
        self._title = PlainLabel(self, name=f"{name}.title")
        self._share = QProgressBar(self)
        self._share.setObjectName(f"{name}.share")
        self._share.setFixedWidth(160)
        self._share.setRange(0, STEPS)
        self._share.setTextVisible(False)
        self._button = push_button(self, f"{name}.cancel", _("Cancel"), background.cancel, cancel)
        self._button.setVisible(bool(cancel))
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), window)
        self._escape.setEnabled(False)
        self._escape.activated.connect(background.cancel)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 8, 0)
        row.setSpacing(8)
        for part in (self._title, self._share, self._button):
            row.addWidget(part)
        self._bar = bar
        bar.insertPermanentWidget(1, self)  # after the standing text
        self.hide()
        background.begun.connect(self._begin)
        background.progressed.connect(self._show_share)
        background.ended.connect(self._end)

    def _begin(self, title: str) -> None:
        self._title.setText(title)
        self._share.setAccessibleName(title)
        self._share.setValue(0)
        self._escape.setEnabled(not self._button.isHidden())
        self._bar.clearMessage()
        self.show()

    def _show_share(self, share: float) -> None:
        self._share.setValue(round(STEPS * share))

    def _end(self) -> None:
        self._escape.setEnabled(False)
        self.hide()
