"""The dialog shown while a file is being written, which closes by itself."""

from PySide6.QtWidgets import QDialogButtonBox, QProgressBar, QWidget

from kpgui.language import _
from kpgui.ui.dialogs.placing import Dialog
from kpgui.ui.look.plain_text import PlainLabel


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
