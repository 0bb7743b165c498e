"""The undo command: an edit of the session and its inverse."""

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand

from kpgui.model.edits import Edit, Setting
from kpgui.model.merging import merged


class EditCommand(QUndoCommand):
    """Edits that are undone and redone as one step, named `text` in the menu.

    Created after its edit was applied, so the redo that pushing it triggers does nothing. stroke: of which the edits
    are, if they are of one, so that a drag is one undo step.
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

    @property
    def start(self) -> Edit | Setting:
        """What takes back the first of its edits, and those merged with it."""
        return self._inverses[0]

    def redo(self) -> None:
        if not self._applied:
            self._perform(self._edits)
        self._applied = True

    def undo(self) -> None:
        self._perform(self._inverses[::-1])
        self._applied = False

    def append(self, edit: Edit | Setting, inverse: Edit | Setting) -> None:
        """Appends an applied edit, merged with the last if they are of one kind: a long stroke does not pile up."""
        both, back = merged(self._edits[-1], edit), merged(inverse, self._inverses[-1])
        if both is None or back is None:
            self._edits.append(edit)
            self._inverses.append(inverse)
        else:
            self._edits[-1], self._inverses[-1] = both, back
