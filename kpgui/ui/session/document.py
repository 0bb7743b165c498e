"""The document: the session in the window, its file, and the undo stack."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoGroup, QUndoStack

from kpgui.language import _, later
from kpgui.model.edits import Edit, Setting, change, merged
from kpgui.model.session import Session
from kpgui.words.overrides import values_changed

UNTITLED = later("Untitled")


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


class Document(QObject):
    """The session being edited. Every change goes through `edit`, and can be undone."""

    opened = Signal()
    """Another session is about to replace this one; its points may have the same ids as the old ones."""

    changed = Signal(object, object)
    """(session before, session after), after every edit, undo, redo and load."""

    restored = Signal(object)
    """The session that was opened, after `changed`: how the window was left, which is no part of the document, is to be
    as it says.
    """

    path_changed = Signal()
    modified_changed = Signal(bool)

    refused = Signal(str)
    """Why an edit was not made."""

    def __init__(self, session: Session | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = Session() if session is None else session
        self._path: Path | None = None
        # Children, since otherwise the garbage collector deletes them and their commands in an order that crashes.
        self._own_stack, self._lent_stack, self.history = QUndoStack(self), QUndoStack(self), QUndoGroup(self)
        for each in (self._own_stack, self._lent_stack, self.history):
            # They emit signals even when they are destroyed, when receivers may be gone.
            self.destroyed.connect(partial(each.blockSignals, True))
        self._own_stack.cleanChanged.connect(self._announce)
        self._own: Session | None = None
        self._use(self._own_stack)
        self._saving = False
        self._changed_before = False
        self._announced = False
        self.locks = frozenset[str]()
        """Fields of the session that no edit may change."""

    @property
    def session(self) -> Session:
        return self._session

    @property
    def path(self) -> Path | None:
        """The file last opened or saved; None for a new session."""
        return self._path

    @property
    def name(self) -> str:
        """The name of its file, or UNTITLED."""
        return self._path.name if self._path else _(UNTITLED)

    @property
    def undo_stack(self) -> QUndoStack:
        """What can be undone in the session that is shown; `history` follows it when another one is lent."""
        return self._stack

    @property
    def lent(self) -> bool:
        """Whether another session is shown in place of one's own."""
        return self._own is not None

    @property
    def own(self) -> Session:
        """The session that is saved: the one that is shown, or the one that was put aside for it."""
        return self._session if self._own is None else self._own

    @property
    def modified(self) -> bool:
        """Whether one's own session differs from its file, or is still being written."""
        return self._saving or not self._own_stack.isClean()

    @property
    def unchanged_while_saving(self) -> bool:
        """Whether the session is being written to a file and has not changed since."""
        return self._saving and self._own_stack.isClean()

    def edit(self, edit: Edit | Setting, text: str, stroke: object = None) -> None:
        """Applies an edit, as an undo step named `text`, or by the values that it gives to settings.

        Consecutive edits with the same `stroke` (one drag of a point or slider) are one undo step. A setting that
        already has its value is ignored, and so is what `locks` has. Raises KeyError for an unknown point id.
        """
        if isinstance(edit, Setting) and getattr(self._session, edit.field) == edit.value:
            return
        if self.refuses(edit.field if isinstance(edit, Setting) else "dataset"):
            return
        after, inverse = change(self._session, edit)
        before, self._session = self._session, after
        last = self._last_of(stroke)
        if isinstance(edit, Setting):
            start = inverse if last is None else last.start
            text = values_changed(change(after, start)[0], after) or text or (last.text() if last else "")
        if last is None:
            self._stack.push(EditCommand(self._perform, edit, inverse, text, stroke))
        else:
            last.append(edit, inverse)
            if last.text() != text:
                last.setText(text)
                self._stack.indexChanged.emit(self._stack.index())  # shows the name
        self.changed.emit(before, after)

    def refuses(self, *fields: str) -> bool:
        """Whether a lesson keeps one of these fields of the session as it is, which is said then."""
        if self.locks.isdisjoint(fields):
            return False
        self.refused.emit(_("The lesson keeps this as it is; leave it to change it."))
        return True

    def _last_of(self, stroke: object) -> EditCommand | None:
        """The command to which an edit of this stroke is added; None when it begins one of its own.

        Qt would merge commands too, but a Python object that it deletes while it is being pushed is never released.
        """
        command = self._stack.command(self._stack.index() - 1)
        if stroke is None or not isinstance(command, EditCommand) or command.stroke != stroke:
            return None
        return None if self._stack.isClean() or self._stack.canRedo() else command

    def abandon(self, stroke: object) -> None:
        """Reverts the edits of a stroke as if it had never begun: they cannot be redone.

        Does nothing if the last edit does not belong to the stroke.
        """
        command = self._stack.command(self._stack.index() - 1)
        if isinstance(command, EditCommand) and command.stroke is stroke:
            self._stack.undo()
            command.setObsolete(True)
            self._stack.redo()  # only removes the obsolete command

    def open_session(self, session: Session, path: Path | None) -> None:
        """Replaces the session by another, with an empty undo stack."""
        self._own, self._saving, self.locks = None, False, frozenset()
        self._path = path
        self._use(self._own_stack)
        self._stack.clear()
        self._show(session)
        self._announce()  # the stack does not when it was clean: the old session was being written
        self.path_changed.emit()

    def lend(self, session: Session, own: Session) -> None:
        """Shows another session in place of one's own, or of the one that is shown for it, until `take_back`.

        own: one's own with how its window is; it counts as before, and is saved.
        """
        if not self.lent:
            self._own = own
        self._use(self._lent_stack)
        self._stack.clear()
        self._show(session)

    def take_back(self) -> None:
        """Shows one's own session again, with what can be undone in it. Does nothing if it is shown."""
        if self._own is not None:
            self.locks = frozenset()
            self._use(self._own_stack)
            self._show(self._own)
            self._own = None

    def _use(self, stack: QUndoStack) -> None:
        self._stack = stack
        self.history.addStack(stack)
        self.history.setActiveStack(stack)

    def _show(self, session: Session) -> None:
        self.opened.emit()
        before, self._session = self._session, session
        self.changed.emit(before, session)
        self.restored.emit(session)

    def go_on_as(self, seen: Session) -> None:
        """Adds to the session what only its window knew, as another window goes on with it; that is no edit."""
        self._session = seen

    def mark_unsaved(self) -> None:
        """Makes one's own session count as modified, whatever is undone, until it is saved."""
        self._own_stack.resetClean()

    def begin_saving(self) -> None:
        """Notes that the current session is being written; it counts as modified until that has succeeded."""
        self._changed_before = self.modified
        self._saving = True
        self._own_stack.setClean()  # later edits are not saved, nor merged into saved ones

    def give_up_saving(self) -> None:
        """Notes that the session could not be written."""
        self._saving = False
        if self._changed_before:
            self.mark_unsaved()
        self._announce()

    def mark_saved(self, path: Path) -> None:
        """Notes that the session is in this file: as it was when saving began, or else as it is now."""
        if not self._saving:
            self.begin_saving()
        self._saving = False
        self._path = path
        self.path_changed.emit()
        self._announce()

    def _perform(self, edits: list[Edit | Setting]) -> None:
        before = self._session
        for edit in edits:
            self._session, __ = change(self._session, edit)
        self.changed.emit(before, self._session)

    def _announce(self) -> None:
        if self.modified != self._announced:
            self._announced = self.modified
            self.modified_changed.emit(self._announced)
