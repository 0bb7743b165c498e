"""Questions about a file that another window has open or another program changed."""

from enum import Enum

from PySide6.QtWidgets import QAbstractButton, QMessageBox, QPushButton, QWidget

from kpgui.language import _
from kpgui.ui.dialogs.messages import Question


class Answer(Enum):
    """What to do after a request to save."""

    SAVE = "save"
    SAVE_AS = "save as"
    RELOAD = "reload"
    NOTHING = "nothing"


def ask_about_claim(parent: QWidget, name: str, process: int | None) -> bool | None:
    """Asks about opening a file that another window has open. True: open it anyway; False: read-only; None: cancel."""
    who = _("another kpgui window") + (_(" (process {process})").format(process=process) if process else "")
    box = Question(parent, "dialog.claimed", _("{name} is open in {who}.").format(name=name, who=who))
    box.setInformativeText(_("If both save it, the one who saves last replaces what the other did."))
    read = _button(box, _("Open read-only"), QMessageBox.ButtonRole.AcceptRole)
    anyway = _button(box, _("Open anyway"), QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(read)
    box.setEscapeButton(QMessageBox.StandardButton.Cancel)
    answers: dict[QAbstractButton, bool] = {read: False, anyway: True}
    return answers.get(box.answer())


def ask_to_save_over(parent: QWidget, name: str) -> bool:
    """Asks whether to save to a file that another window has open."""
    box = Question(parent, "dialog.save_over", _("{name} is open in another kpgui window.").format(name=name))
    box.setInformativeText(_("Saving replaces what is in the file; the other window is told of it."))
    save = _button(box, _("Save anyway"), QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    return box.answer() is save


def ask_about_change(parent: QWidget, name: str) -> Answer:
    """Asks how to save a file that another program changed."""
    box = Question(
        parent,
        "dialog.changed",
        _("{name} was changed on the disk by another program since it was opened.").format(name=name),
    )
    box.setInformativeText(_("Keep mine replaces what the other program wrote; Reload gives up your changes."))
    mine = _button(box, _("Keep mine"), QMessageBox.ButtonRole.DestructiveRole)
    save_as = _button(box, _("Save as…"), QMessageBox.ButtonRole.AcceptRole)
    reload = _button(box, _("Reload"), QMessageBox.ButtonRole.ResetRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(save_as)
    box.setEscapeButton(QMessageBox.StandardButton.Cancel)
    answers: dict[QAbstractButton, Answer] = {mine: Answer.SAVE, save_as: Answer.SAVE_AS, reload: Answer.RELOAD}
    return answers.get(box.answer(), Answer.NOTHING)


def ask_to_reload(parent: QWidget, name: str) -> bool:
    """Asks whether to discard the changes and reload the file."""
    box = Question(parent, "dialog.reload", _("Give up your changes to {name} and reload it?").format(name=name))
    reload = _button(box, _("Reload"), QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    return box.answer() is reload


def _button(box: QMessageBox, text: str, role: QMessageBox.ButtonRole) -> QPushButton:
    return box.addButton(text, role)
