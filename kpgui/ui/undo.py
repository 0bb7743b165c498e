"""The one undo command: an edit of the session and its inverse."""

from collections.abc import Callable

import numpy as np
from PySide6.QtGui import QUndoCommand

from kpgui.model.edits import Edit, Move, Relabel, Replace, Setting

_MERGING = 1
"""Id of the commands that belong to a stroke; Qt offers two neighbours with equal ids for merging."""


class EditCommand(QUndoCommand):
    """Edits that undo and redo as one, named by `text` in the menu.

    Made after its edit was applied: the redo that pushing it onto a stack triggers does nothing. Neighbours
    with the same `stroke` (anything but None) become one command with the name of the last, so that a drag is one undo.
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
            if _supersedes(edit, self._edits[-1]):
                self._edits[-1] = edit
            else:
                self._edits.append(edit)
                self._inverses.append(inverse)
        return True


def _supersedes(later: Edit | Setting, earlier: Edit | Setting) -> bool:
    """Whether after `later` nothing is left of `earlier`, so that a long drag does not pile up."""
    if isinstance(later, Setting) and isinstance(earlier, Setting):
        return later.field == earlier.field
    if isinstance(later, Move) and isinstance(earlier, Move):
        return np.array_equal(later.ids, earlier.ids)
    if isinstance(later, Relabel) and isinstance(earlier, Relabel):
        return np.array_equal(later.ids, earlier.ids)
    return isinstance(later, Replace) and isinstance(earlier, Replace)
