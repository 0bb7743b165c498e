"""The dialog that waits for a file that is being written, and goes by itself."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QProgressBar, QVBoxLayout, QWidget


class WaitingDialog(QDialog):
    """Says what is going on. Accepted when that has ended, rejected by Cancel: the work goes on all the same."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("dialog.waiting")
        self.setWindowTitle("kpgui")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        said = QLabel(f"{title}…", self)
        said.setTextFormat(Qt.TextFormat.PlainText)
        busy = QProgressBar(self)
        busy.setRange(0, 0)
        busy.setTextVisible(False)
        busy.setAccessibleName(title)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        cancel = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        cancel.setObjectName("waiting.cancel")
        cancel.setToolTip("Go back to the window; the file is written all the same")
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        for part in (said, busy, buttons):
            column.addWidget(part)
