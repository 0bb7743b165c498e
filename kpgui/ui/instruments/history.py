"""The history panel: the undo history by name; a click on a step goes back or forth to it."""

from typing import Any

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QStyledItemDelegate, QUndoView

from kpgui.language import _
from kpgui.ui.forms.panel import Panel, Workbench
from kpgui.ui.look.style import PlainLabel, named


class HistoryPanel(Panel):
    """The steps from first to last; the marked one was done last, those below it can be redone."""

    key = "history"
    title = "History"
    explanation = "Show the steps that can be undone and redone, and go to them."
    shortcut = "Ctrl+Shift+U"
    menu_text = "&History"

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._steps = QUndoView(workbench.document.history, self)
        named(self._steps, "history.steps", _("Steps"))
        self._steps.setAccessibleDescription(
            _("Arrow keys go to a step: what comes after it is undone, and can be redone.")
        )
        self._steps.setEmptyLabel(_("Start"))
        self._steps.setUniformItemSizes(True)
        self._steps.setItemDelegate(StepName(self._steps))
        hint = PlainLabel(self, _("Click a step to go back or forth to it."), role="muted", wraps=True)
        self.column.addWidget(self._steps, 1)
        self.column.addWidget(hint)

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self._steps.setFocus()


class StepName(QStyledItemDelegate):
    """Delegate that capitalises the names of steps, which are lower case for "Undo spray 42 points"; a σ stays one."""

    def displayText(self, value: Any, locale: QLocale | QLocale.Language) -> str:
        text = str(value)
        return text if text[1:2] == " " else text[:1].upper() + text[1:]
