"""The document: the session in the window, the file it belongs to, and what can be undone."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from kpgui.model.edits import Edit, Setting, change
from kpgui.model.session import Session
from kpgui.ui.session.undo import EditCommand


class Document(QObject):
    """The session being worked on. Everything that changes it goes through `edit`, and can be undone.

    opened: another session is about to take the place of this one; its points may have ids that other points had.
    changed: (session before, session after), after every edit, undo, redo and load.
    """

    opened = Signal()
    changed = Signal(object, object)
    path_changed = Signal()
    modified_changed = Signal(bool)

    def __init__(self, session: Session | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = Session() if session is None else session
        self._path: Path | None = None
        # A child: on its own, the garbage collector deletes it and its commands in an order that crashes.
        self._stack = QUndoStack(self)
        self._stack.cleanChanged.connect(self._announce)
        self._saving = False
        self._changed_before = False
        self._announced = False

    @property
    def session(self) -> Session:
        return self._session

    @property
    def path(self) -> Path | None:
        """The file that was opened or saved last, None for a new session."""
        return self._path

    @property
    def undo_stack(self) -> QUndoStack:
        return self._stack

    @property
    def modified(self) -> bool:
        """Whether the session is not in its file as it is now, or not yet."""
        return self._saving or not self._stack.isClean()

    @property
    def saving(self) -> bool:
        """Whether the session is being written to a file, as it is now or as it was a few edits ago."""
        return self._saving

    @property
    def unchanged_while_saving(self) -> bool:
        """Whether the session is being written to a file as it is now."""
        return self._saving and self._stack.isClean()

    def edit(self, edit: Edit | Setting, text: str, stroke: object = None) -> None:
        """Apply an edit and let it be undone under the name `text`.

        Edits that follow one another with the same `stroke` (one drag of a point or slider) are one undo.
        A setting that has its value already is no edit. Raises KeyError for an unknown point id.
        """
        if isinstance(edit, Setting) and getattr(self._session, edit.field) == edit.value:
            return
        after, inverse = change(self._session, edit)
        command = EditCommand(self._perform, edit, inverse, text, stroke)
        before, self._session = self._session, after
        self._stack.push(command)
        self.changed.emit(before, after)

    def abandon(self, stroke: object) -> None:
        """Take back the edits of a stroke as if it had never begun: there is nothing to redo.

        Does nothing when the last edit does not belong to the stroke.
        """
        command = self._stack.command(self._stack.index() - 1)
        if isinstance(command, EditCommand) and command.stroke is stroke:
            self._stack.undo()
            command.setObsolete(True)
            self._stack.redo()  # only drops it

    def open_session(self, session: Session, path: Path | None) -> None:
        """Put another session in the place of this one; nothing of it can be undone."""
        self.opened.emit()
        before, self._session = self._session, session
        self._path = path
        self._saving = False
        self._stack.clear()
        self.path_changed.emit()
        self.changed.emit(before, session)

    def mark_unsaved(self) -> None:
        """The session is in no file as it is now, whatever is undone; until it is saved."""
        self._stack.resetClean()

    def new(self) -> None:
        self.open_session(Session(), None)

    def begin_saving(self) -> None:
        """The session as it is now will be in a file, if all goes well; until then it counts as modified."""
        self._changed_before = self.modified
        self._saving = True
        self._stack.setClean()  # what is edited from here on is not saved, nor merged into what is

    def give_up_saving(self) -> None:
        """It could not be written."""
        self._saving = False
        if self._changed_before:
            self._stack.resetClean()

    def mark_saved(self, path: Path) -> None:
        """The session is in this file: as it was when saving began, or else as it is."""
        if not self._saving:
            self.begin_saving()
        self._saving = False
        self._path = path
        self.path_changed.emit()
        self._announce()

    def _perform(self, edits: list[Edit | Setting]) -> None:
        before = self._session
        for edit in edits:
            self._session, _ = change(self._session, edit)
        self.changed.emit(before, self._session)

    def _announce(self) -> None:
        if self.modified != self._announced:
            self._announced = self.modified
            self.modified_changed.emit(self._announced)
