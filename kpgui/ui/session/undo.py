"""The undo command: an edit of the session and its inverse."""

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand

from kpgui.model.edits import Edit, Setting
from kpgui.model.merging import merged

_MERGING = 1
"""Id of the commands that belong to a stroke; Qt offers consecutive commands with equal ids for merging."""


class EditCommand(QUndoCommand):
    """Edits that are undone and redone as one step, named `text` in the menu.

    Created after its edit was applied, so the redo that pushing it triggers does nothing. Consecutive commands with the
    same `stroke` (not None) become one with the name of the last, so that a drag is one undo step.
    """

    def __init__(
        self,
        perform: Callable[[list[Edit | Setting]], None],
        edit: Edit | Setting,
        inverse: Edit | Setting,
        text: str,
        stroke: object = None,
    ) -> None:
        super().__init__(text)
        self._perform = perform
        self._edits = [edit]
        self._inverses = [inverse]
        self.stroke = stroke
        self._applied = True

    def redo(self) -> None:
        if not self._applied:
            self._perform(self._edits)
        self._applied = True

    def undo(self) -> None:
        self._perform(self._inverses[::-1])
        self._applied = False

    def id(self) -> int:
        return -1 if self.stroke is None else _MERGING

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, EditCommand) or other.stroke != self.stroke:
            return False
        self.setText(other.text())
        for edit, inverse in zip(other._edits, other._inverses, strict=True):
            self._append(edit, inverse)
        return True

    def _append(self, edit: Edit | Setting, inverse: Edit | Setting) -> None:
        """Appends an edit, merged with the last if they are of one kind, so that a long stroke does not pile up."""
        both, back = merged(self._edits[-1], edit), merged(inverse, self._inverses[-1])
        if both is None or back is None:
            self._edits.append(edit)
            self._inverses.append(inverse)
        else:
            self._edits[-1], self._inverses[-1] = both, back
