"""Message boxes: problems, questions before data is lost or replaced, and About."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QMessageBox, QWidget

import kpgui
from kpgui.language import _
from kpgui.model.quoting import sentence as one_line
from kpgui.model.quoting import short
from kpgui.ui.look.plain_text import plain, rich

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
