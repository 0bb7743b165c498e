"""Questions about a file that another window has open or another program changed."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QMessageBox, QPushButton, QWidget


def ask_about_claim(parent: QWidget, name: str, process: int | None) -> bool | None:
    """Asks about opening a file that another window has open. True: open it anyway; False: read-only; None: cancel."""
    who = "another kpgui window" + (f" (process {process})" if process else "")
    box = _question(parent, "dialog.claimed", f"{name} is open in {who}.")
    box.setInformativeText("If both save it, the one who saves last replaces what the other did.")
    read = _button(box, "Open read-only", QMessageBox.ButtonRole.AcceptRole)
    anyway = _button(box, "Open anyway", QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(read)
    box.setEscapeButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    answers: dict[QAbstractButton, bool] = {read: False, anyway: True}
    return answers.get(box.clickedButton())


def ask_to_save_over(parent: QWidget, name: str) -> bool:
    """Asks whether to save to a file that another window has open."""
    box = _question(parent, "dialog.save_over", f"{name} is open in another kpgui window.")
    box.setInformativeText("Saving replaces what is in the file; the other window is told of it.")
    save = _button(box, "Save anyway", QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    return box.clickedButton() is save


def ask_about_change(parent: QWidget, name: str) -> str:
    """Asks how to save a file that another program changed: "mine", "save as", "reload", or "" for cancel."""
    box = _question(parent, "dialog.changed", f"{name} was changed on the disk by another program since it was opened.")
    box.setInformativeText("Keep mine replaces what the other program wrote; Reload gives up your changes.")
    mine = _button(box, "Keep mine", QMessageBox.ButtonRole.DestructiveRole)
    save_as = _button(box, "Save as…", QMessageBox.ButtonRole.AcceptRole)
    reload = _button(box, "Reload", QMessageBox.ButtonRole.ResetRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(save_as)
    box.setEscapeButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    answers: dict[QAbstractButton, str] = {mine: "mine", save_as: "save as", reload: "reload"}
    return answers.get(box.clickedButton(), "")


def ask_to_reload(parent: QWidget, name: str) -> bool:
    """Asks whether to discard the changes and reload the file."""
    box = _question(parent, "dialog.reload", f"Give up your changes to {name} and reload it?")
    reload = _button(box, "Reload", QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    return box.clickedButton() is reload


def _question(parent: QWidget, name: str, sentence: str) -> QMessageBox:
    box = QMessageBox(QMessageBox.Icon.Question, "kpgui", sentence, parent=parent)
    box.setObjectName(name)
    box.setTextFormat(Qt.TextFormat.PlainText)
    return box


def _button(box: QMessageBox, text: str, role: QMessageBox.ButtonRole) -> QPushButton:
    return box.addButton(text, role)
