"""Messages that do not interrupt: notices above the canvas, and the dialog while a file is written."""

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFrame,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from kpgui.language import _
from kpgui.model.errors import sentence as one_line
from kpgui.ui.dialogs.parts import MARGINS, Dialog
from kpgui.ui.forms.widgets import Wide, in_column, in_row
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
        parts = in_row(Wide(label), on=self, margins=(12, 6, 8, 6), spacing=8)
        self._answers = answers
        for text in answers:
            button = QPushButton(text, self)
            button.setObjectName(f"{name}.{text.lower().rstrip('…').replace(' ', '_')}")
            button.setAutoDefault(False)
            button.clicked.connect(self._answer)
            parts.addWidget(button)

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
        self._column = in_column(Wide(canvas), on=self, spacing=0)

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
        in_column(said, busy, buttons, on=self, margins=MARGINS, spacing=8)
