"""Messages that do not interrupt: notices above the canvas, and the dialog while a file is written."""

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from kpgui.language import _
from kpgui.model.errors import sentence as one_line
from kpgui.ui.dialogs.parts import Dialog
from kpgui.ui.look.style import PlainLabel


class Notice(QFrame):
    """A sentence with buttons, each of which closes the notice and calls its handler. open: whether it is shown."""

    def __init__(self, name: str, sentence: str, answers: Mapping[str, Callable[[], object]], parent: QWidget) -> None:
        super().__init__(parent)
        self.open = True
        self.setObjectName(name)
        self.setProperty("surface", "notice")
        self.sentence = one_line(sentence)
        label = PlainLabel(self, self.sentence, wraps=True)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        label.setSizePolicy(policy)
        label.setAccessibleName(self.sentence)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.setSpacing(8)
        row.addWidget(label, 1)
        self._answers = answers
        for text in answers:
            button = QPushButton(text, self)
            button.setObjectName(f"{name}.{text.lower().rstrip('…').replace(' ', '_')}")
            button.setAutoDefault(False)
            button.clicked.connect(self._answer)
            row.addWidget(button)

    def _answer(self) -> None:
        button = self.sender()
        assert isinstance(button, QPushButton)
        self.close()
        self._answers[button.text()]()

    def close(self) -> bool:
        """Removes the notice, if it is still there."""
        if self.open:
            self.open = False
            self.hide()
            self.deleteLater()
        return True


class Notices(QWidget):
    """The centre of the window: the canvas with notices above it, one below the other."""

    def __init__(self, canvas: QWidget) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(canvas, 1)

    def show_notice(self, name: str, sentence: str, answers: Mapping[str, Callable[[], object]]) -> Notice:
        """Adds a notice above the canvas. name: its objectName; those of its buttons are `<name>.<text>`."""
        notice = Notice(name, sentence, answers, self)
        self._column.insertWidget(self._column.count() - 1, notice)
        notice.show()
        return notice


class WaitingDialog(Dialog):
    """Accepted when the work has ended, rejected by Cancel, which does not stop the work."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__("dialog.waiting", "kpgui", parent)
        said = PlainLabel(self, f"{title}…")
        busy = QProgressBar(self)
        busy.setRange(0, 0)
        busy.setTextVisible(False)
        busy.setAccessibleName(title)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        cancel = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        cancel.setObjectName("waiting.cancel")
        cancel.setToolTip(_("Go back to the window; the file is written all the same"))
        buttons.rejected.connect(self.reject)
        column = self.column(8)
        for part in (said, busy, buttons):
            column.addWidget(part)
