"""Messages: problems, conflicts over a file, where to save, what would be lost, About, and notices above the canvas."""

import os
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialogButtonBox,
    QFileDialog,
    QFrame,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)

import kpgui
from kpgui.language import _
from kpgui.model.errors import sentence as one_line
from kpgui.model.errors import short
from kpgui.ui.dialogs import MARGINS, Dialog
from kpgui.ui.forms.widgets import Wide, in_column, in_row
from kpgui.ui.look.scale import APART, CLOSE, LOOSE
from kpgui.ui.look.style import PlainLabel, named, plain, rich

T = TypeVar("T")

Role = QMessageBox.ButtonRole

NAME = 100
"""Most characters of a name that a question quotes."""


def show_problem(parent: QWidget | None, sentence: str) -> QMessageBox:
    """Shows a problem without blocking. Closing the box deletes it."""
    button = QMessageBox.StandardButton.Ok
    return _opened(QMessageBox(QMessageBox.Icon.Warning, "kpgui", plain(one_line(sentence)), button, parent))


class _ReportBox(QMessageBox):
    """A problem with a report, which a button copies while the box stays."""

    def __init__(self, sentence: str, report: str, parent: QWidget | None) -> None:
        super().__init__(QMessageBox.Icon.Warning, "kpgui", plain(sentence), QMessageBox.StandardButton.Ok, parent)
        self._report = report
        self._closing = False
        self.setDetailedText(report)
        self._copy = self.addButton(_("Copy report"), QMessageBox.ButtonRole.ActionRole)
        self._copy.setObjectName("problem.copy")
        self.setEscapeButton(QMessageBox.StandardButton.Ok)
        self.setDefaultButton(QMessageBox.StandardButton.Ok)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._closing = True
        super().closeEvent(event)

    def done(self, result: int) -> None:
        """Closes the box, unless it was the button that copies."""
        if self.clickedButton() is self._copy and not self._closing:
            QGuiApplication.clipboard().setText(self._report)
            self._copy.setText(_("Copied"))
        else:
            super().done(result)


def show_report(parent: QWidget | None, sentence: str, report: str) -> QMessageBox:
    """Shows an unexpected problem without blocking, with a report that can be unfolded and copied."""
    return _opened(_ReportBox(one_line(sentence), report, parent))


def _opened(box: QMessageBox) -> QMessageBox:
    box.setObjectName("dialog.problem")
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
    return box


class Question(QMessageBox):
    """A box to ask with. Its parent may stay open for days, and a box with each question."""

    def __init__(self, parent: QWidget, name: str, sentence: str) -> None:
        super().__init__(QMessageBox.Icon.Question, "kpgui", plain(sentence), parent=parent)
        self.setObjectName(name)

    def answer(self) -> QAbstractButton:
        """Waits for the answer and returns the button that gave it. The box is deleted soon after."""
        self.exec()
        self.deleteLater()  # not before `exec` has returned, which would be "no" to everything otherwise
        return self.clickedButton()


def ask_about_changes(parent: QWidget, name: str) -> QMessageBox.StandardButton:
    """Asks about unsaved changes: returns Save, Discard or Cancel."""
    button = QMessageBox.StandardButton
    box = Question(parent, "dialog.unsaved", _("Save the changes to {name}?").format(name=short(name, NAME)))
    box.setInformativeText(_("They are lost otherwise."))
    box.setStandardButtons(button.Save | button.Discard | button.Cancel)
    box.setDefaultButton(button.Save)
    box.setEscapeButton(button.Cancel)
    return box.standardButton(box.answer())


def ask_about_losses(parent: QWidget, name: str, lost: Sequence[str]) -> bool:
    """Asks whether to write a file that cannot hold the whole session. lost: sentences about what it cannot hold."""
    button = QMessageBox.StandardButton
    sentence = _("Write only a part of the session to {name}?").format(name=short(name, NAME))
    box = Question(parent, "dialog.losses", sentence)
    box.setInformativeText(plain("\n".join(lost)))
    box.setStandardButtons(button.Save | button.Cancel)
    box.button(button.Save).setText(_("Write it"))
    box.setDefaultButton(button.Save)
    return box.answer() is box.button(button.Save)


def ask_to_replace(parent: QWidget, name: str) -> bool:
    """Asks whether to replace an existing file."""
    button = QMessageBox.StandardButton
    box = Question(parent, "dialog.replace", _("Replace the file {name}?").format(name=short(name, NAME)))
    box.setStandardButtons(button.Yes | button.Cancel)
    box.button(button.Yes).setText(_("Replace"))
    return box.answer() is box.button(button.Yes)


def show_about(parent: QWidget) -> QMessageBox:
    """Shows the program's name, version and purpose."""
    text = "<h3>kpgui {version}</h3><p>{purpose}</p><p>{typeface}</p>".format(
        version=kpgui.__version__,
        purpose=_(
            "See kernel classifiers learn: click labelled points, choose a kernel, and watch the decision boundary "
            "form, one mistake at a time."
        ),
        typeface=_("The typeface is Inter, under the SIL Open Font License."),
    )
    box = QMessageBox(QMessageBox.Icon.NoIcon, _("About kpgui"), rich(text), QMessageBox.StandardButton.Close, parent)
    box.setObjectName("dialog.about")
    box.setIconPixmap(parent.windowIcon().pixmap(64, 64))
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.open()
    return box


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
    return _chosen(box, {_("Open read-only"): (False, Role.AcceptRole), _("Open anyway"): (True, Role.DestructiveRole)})


def ask_to_save_over(parent: QWidget, name: str) -> bool:
    """Asks whether to save to a file that another window has open."""
    box = Question(parent, "dialog.save_over", _("{name} is open in another kpgui window.").format(name=name))
    box.setInformativeText(_("Saving replaces what is in the file; the other window is told of it."))
    return bool(_chosen(box, {_("Save anyway"): (True, Role.DestructiveRole)}))


def ask_about_change(parent: QWidget, name: str) -> Answer:
    """Asks how to save a file that another program changed."""
    sentence = _("{name} was changed on the disk by another program since it was opened.").format(name=name)
    box = Question(parent, "dialog.changed", sentence)
    box.setInformativeText(_("Keep mine replaces what the other program wrote; Reload gives up your changes."))
    answers = {
        _("Keep mine"): (Answer.SAVE, Role.DestructiveRole),
        _("Save as…"): (Answer.SAVE_AS, Role.AcceptRole),
        _("Reload"): (Answer.RELOAD, Role.ResetRole),
    }
    return _chosen(box, answers) or Answer.NOTHING


def ask_to_reload(parent: QWidget, name: str) -> bool:
    """Asks whether to discard the changes and reload the file."""
    box = Question(parent, "dialog.reload", _("Give up your changes to {name} and reload it?").format(name=name))
    return bool(_chosen(box, {_("Reload"): (True, Role.DestructiveRole)}))


def _chosen(box: Question, answers: Mapping[str, tuple[T, Role]]) -> T | None:
    """The answer whose button is pressed, or None for Cancel. Enter takes the one that loses nothing, or Cancel."""
    buttons = {box.addButton(text, role): answer for text, (answer, role) in answers.items()}
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    safe = next((each for each in buttons if box.buttonRole(each) is Role.AcceptRole), cancel)
    box.setDefaultButton(safe)
    box.setEscapeButton(cancel)
    pressed = box.answer()
    return next((answer for button, answer in buttons.items() if button is pressed), None)


def file_filter(title: str, suffixes: Sequence[str]) -> str:
    """An entry of the list of kinds of files in a file dialog.

    >>> file_filter("Animation", (".gif", ".webp"))
    'Animation (*.gif *.webp)'
    """
    return f"{title} ({' '.join(f'*{suffix}' for suffix in suffixes)})"


def ask_save_path(
    parent: QWidget, title: str, suggested: Path, kinds: Mapping[str, Sequence[str]], strict: bool = False
) -> Path | None:
    """Asks for a path and returns it; None when cancelled, or when the name has a suffix that is refused.

    kinds: the suffixes of each kind of file by its title, the usual one first. strict: whether the name must have one
    of them, as a dialog says otherwise. A name without a suffix gets the one of the chosen kind. A file that is there
    is replaced only when the user says so: Qt's own dialog would make HTML of its name to ask, and the system's has not
    seen the suffix.
    """
    usual = {file_filter(kind, suffixes): suffixes[0] for kind, suffixes in kinds.items()}
    options = QFileDialog.Option.DontConfirmOverwrite
    chosen, kind = QFileDialog.getSaveFileName(parent, title, str(suggested), ";;".join(usual), "", options)
    if not chosen:
        return None
    path = Path(chosen)
    if not path.suffix:
        path = path.with_name(path.name + usual.get(kind, suggested.suffix))
    if strict and path.suffix.lower() not in {suffix for suffixes in kinds.values() for suffix in suffixes}:
        values = _(" or ").join(usual.values())
        show_problem(parent, _("{path}: the name must end in {values}.").format(path=path, values=values))
        return None
    return path if not os.path.exists(path) or ask_to_replace(parent, path.name) else None


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
        parts = in_row(Wide(label), on=self, margins=(LOOSE, CLOSE, APART, CLOSE), spacing=APART)
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
        named(cancel, "waiting.cancel", tip=_("Go back to the window; the file is written all the same"))
        buttons.rejected.connect(self.reject)
        in_column(said, busy, buttons, on=self, margins=MARGINS, spacing=APART)
