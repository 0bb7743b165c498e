"""The dialog that keeps what the window shows as a step of a lesson."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QFileDialog, QFormLayout, QLineEdit, QPlainTextEdit, QWidget

from kpgui.language import _, later
from kpgui.model.errors import KpguiError
from kpgui.model.lesson import LOCKS
from kpgui.model.session import Session
from kpgui.ui.dialogs import MARGINS, Dialog
from kpgui.ui.forms.widgets import in_column, in_row
from kpgui.ui.look.scale import APART, hold
from kpgui.ui.look.style import PlainLabel

WIDTH, HEIGHT = 480, 110
"""Least size of the field for the text, in pixels."""

LOCKED = {
    "points": later("the &points"),
    "kernel": later("the &kernel"),
    "learner": later("the &learner"),
    "run": later("&order and seed"),
}
"""What can be locked, in words."""

QUESTION = {
    "ask": later("&Question, if there is one"),
    "right": later("&Right answer"),
    "wrong": later("&Wrong answers, with ; between them"),
    "hint": later("&Hint"),
    "reveal": later("Wh&y the answer is right"),
}


class LessonStepDialog(Dialog):
    """Non-modal. Asks for text, locks and a question, then for the lesson's folder, and writes the step there."""

    kept = Signal(str)
    """What was written, in a sentence."""

    def __init__(self, session: Session, folder: str, parent: QWidget) -> None:
        """session: as the window shows it. folder: where the choice of a folder begins."""
        super().__init__("dialog.lesson_step", _("Keep as a lesson step"), parent)
        self._session, self._folder = session, folder
        self._title, self._text = QLineEdit(self), QPlainTextEdit(self)
        self._title.setObjectName("step.title")
        self._text.setObjectName("step.text")
        self._text.setTabChangesFocus(True)
        hold(self._text, minimumWidth=WIDTH, minimumHeight=HEIGHT)
        self._locks = {name: QCheckBox(_(LOCKED[name]), self) for name in LOCKS}
        for name, box in self._locks.items():
            box.setObjectName(f"step.lock.{name}")
        self._question = {name: QLineEdit(self) for name in QUESTION}
        form = QFormLayout()
        form.addRow(_("&Title"), self._title)
        form.addRow(_("Te&xt"), self._text)
        form.addRow(_("Cannot be changed:"), in_row(*self._locks.values(), None, spacing=APART))
        for name, field in self._question.items():
            field.setObjectName(f"step.{name}")
            form.addRow(_(QUESTION[name]), field)
        self._refusal = PlainLabel(self, name="step.refusal", role="wrong", wraps=True)
        choice = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(choice.Close, self)
        save = buttons.addButton(_("&Save…"), QDialogButtonBox.ButtonRole.AcceptRole)
        save.setObjectName("step.save")
        buttons.accepted.connect(self._save)
        buttons.rejected.connect(self.reject)
        in_column(form, self._refusal, buttons, on=self, margins=MARGINS)

    def _save(self) -> None:
        from kpgui.words.lessons.writing import keep_step

        chosen = QFileDialog.getExistingDirectory(self, _("The folder of the lesson"), self._folder)
        if not chosen:
            return
        said = {name: field.text() for name, field in self._question.items()}
        choices = [("wrong", each) for each in said.pop("wrong").split(";") if each.strip()]
        choices.insert(len(self._title.text()) % (len(choices) + 1), ("right", said.pop("right")))  # not always first
        question = [*said.items(), *choices] if said["ask"].strip() else []
        locks = [name for name, box in self._locks.items() if box.isChecked()]
        try:
            lesson = keep_step(
                Path(chosen), self._title.text(), self._text.toPlainText(), self._session, locks, question
            )
        except KpguiError as error:
            self._refusal.setText(str(error))
            return
        self.accept()
        self.kept.emit(
            _("Step {n} of “{title}” is in {folder}").format(
                n=len(lesson.steps), title=lesson.title, folder=Path(chosen).name
            )
        )
