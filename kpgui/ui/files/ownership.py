"""Ownership of the document's file, against other windows that open it and other programs that change it."""

import os
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtWidgets import QApplication, QWidget

from kpgui.language import _
from kpgui.model.session import Session
from kpgui.ui.dialogs.messages import Answer, Notice, Notices, ask_about_change, ask_about_claim, ask_to_save_over
from kpgui.ui.session.document import Document
from kpgui.ui.session.settings import state_folder
from kpgui.ui.tasks import Background

if TYPE_CHECKING:
    from kpgui.recovery.fingerprint import FileState, Fingerprint
    from kpgui.recovery.lock import Lock


class Standing(Enum):
    """How a window holds its file: exclusively, shared with another window, or read-only."""

    OWN = "own"
    SHARED = "shared"
    READ_ONLY = "read-only"


class Claim(NamedTuple):
    """A file, how the window holds it, and its fingerprint when it was last opened or saved."""

    path: Path | None
    standing: Standing
    fingerprint: "Fingerprint | None"


class Ownership(QObject):
    """Claims the document's file while it is open, and checks it for changes when the window gets the focus."""

    reload_wanted = Signal()
    """The user chose in a notice to read the file again."""

    save_wanted = Signal()
    """The user chose in a notice to save."""

    save_as_wanted = Signal()
    """The user chose in a notice to save to another file."""

    def __init__(self, document: Document, notices: Notices, writing: Background, window: QWidget) -> None:
        """writing: in which this window writes its files; meanwhile they are not compared."""
        super().__init__(window)
        self._document = document
        self._notices = notices
        self._writing = writing
        self._window = window
        self._folder = state_folder() / "open"
        self._path: Path | None = None
        self._lock: Lock | None = None
        self._fingerprint: Fingerprint | None = None
        self._standing = Standing.OWN
        self._notice: Notice | None = None
        document.path_changed.connect(self._follow)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.focusWindowChanged.connect(self._look_when_back)

    @property
    def read_only(self) -> bool:
        """Whether the file was opened read-only, so that saving asks for another path."""
        return self._standing is Standing.READ_ONLY

    @property
    def fingerprint(self) -> "Fingerprint | None":
        """Fingerprint of the document's file when it was last opened or saved."""
        return self._fingerprint

    def admit(self, path: Path) -> Standing | None:
        """Returns how the window will hold a file; when another window has it, asks, and returns None if declined."""
        from kpgui.recovery.lock import claimant, is_claimed

        standing = self._standing if path == self._path else Standing.OWN
        if standing is Standing.OWN and not self._owns(path) and is_claimed(self._folder, path):
            anyway = ask_about_claim(self._window, path.name, claimant(self._folder, path))
            if anyway is None:
                return None
            standing = Standing.SHARED if anyway else Standing.READ_ONLY
        return standing

    def open_session(
        self,
        session: Session,
        path: Path | None,
        fingerprint: "Fingerprint | None",
        standing: Standing | None = None,
    ) -> bool:
        """Opens a session that was read from a file; returns False when another window has that and the user declines.

        path: None for a session that has no file. fingerprint: of the file when it was read. standing: what `admit`
        returned, if that was asked before.
        """
        if path is not None:
            standing = standing or self.admit(path)
            if standing is None:
                return False
            self._adopt(path, standing, fingerprint)
        self._document.open_session(session, path)
        return True

    def before_saving(self, path: Path) -> Answer:
        """Returns what to do on saving to a path; asks when another window has it open or a program changed it."""
        from kpgui.recovery.fingerprint import FileState, compare
        from kpgui.recovery.lock import is_claimed

        shared = path == self._path and self._standing is Standing.SHARED
        if not shared and not self._owns(path) and is_claimed(self._folder, path):
            return Answer.SAVE if ask_to_save_over(self._window, path.name) else Answer.NOTHING
        if path == self._path and compare(path, self._fingerprint, thorough=True) is FileState.CHANGED:
            return ask_about_change(self._window, path.name)
        return Answer.SAVE

    def mark_saved(self, path: Path, fingerprint: "Fingerprint | None") -> None:
        """Marks the document as saved in this file and claims it. fingerprint: of the file right after writing."""
        stays = path == self._path and not self.read_only
        self._adopt(path, self._standing if stays else Standing.OWN, fingerprint)
        self._document.mark_saved(path)

    def accept(self, path: Path, fingerprint: "Fingerprint | None") -> None:
        """Takes a file as it is now, after this window wrote points or a picture over it: nobody else changed it."""
        if self._path is not None and _same_file(path, self._path):
            self._fingerprint = fingerprint

    def look(self) -> None:
        """Shows a notice, once, when the file was changed or deleted by another program."""
        busy = self._writing.busy or QApplication.activeModalWidget() is not None
        if self._path is None or (self._notice is not None and self._notice.open) or busy:
            return
        from kpgui.recovery.fingerprint import FileState, compare

        state = compare(self._path, self._fingerprint)
        if state is not FileState.SAME:
            self._show_notice(state, self._path.name)

    def remove_left(self) -> None:
        """Removes the claims that crashed windows left behind."""
        if os.path.isdir(self._folder):  # False for a folder of somebody else, where Path raises an error
            from kpgui.recovery.lock import remove_left

            remove_left(self._folder)

    @property
    def claim(self) -> Claim:
        """What another window has to know to go on with this file."""
        return Claim(self._path, self._standing, self._fingerprint)

    def take_over(self, claim: Claim) -> None:
        """Goes on with the file of a window that has closed."""
        self._adopt(*claim)

    def close(self) -> None:
        """Releases the claim, before the window closes."""
        self._path = None
        self._release()

    def _owns(self, path: Path) -> bool:
        """Whether this window has claimed the file."""
        return self._lock is not None and self._path is not None and _same_file(path, self._path)

    def _look_when_back(self, focused: QWindow | None) -> None:
        if focused is not None and focused is self._window.windowHandle():
            self.look()

    def _follow(self) -> None:
        """Releases the file of the previous document; claims a file that was opened without being admitted."""
        path = self._document.path
        if path != self._path:
            from kpgui.recovery.fingerprint import Fingerprint

            self._adopt(path, Standing.OWN, Fingerprint.of(path) if path else None)

    def _adopt(self, path: Path | None, standing: Standing, fingerprint: "Fingerprint | None") -> None:
        """Claims the file that the document has from now on. fingerprint: with which `look` compares the file."""
        from kpgui.recovery import lock

        if self._notice is not None:
            self._notice.close()
        if self._lock is None or path != self._path:
            self._release()
            if path is not None and standing is Standing.OWN:
                free, self._lock = lock.claim(self._folder, path)
                standing = Standing.OWN if free else Standing.SHARED
        self._path, self._standing, self._fingerprint = path, standing, fingerprint

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _show_notice(self, state: "FileState", name: str) -> None:
        from kpgui.recovery.fingerprint import FileState

        save_as = {_("Save as…"): self.save_as_wanted.emit}
        if state is FileState.GONE:
            self._fingerprint = None
            self._document.mark_unsaved()
            sentence = _("{name} is no longer on the disk. Your session is still here, unsaved.").format(name=name)
            answers = {_("Save again"): self.save_wanted.emit, **save_as, _("Leave it"): lambda: None}
        else:
            sentence = _("{name} was changed on the disk by another program.").format(name=name)
            answers = {_("Reload"): self.reload_wanted.emit, _("Keep mine"): self._keep_mine, **save_as}
        self._notice = self._notices.show_notice(f"notice.file_{state.value}", sentence, answers)

    def _keep_mine(self) -> None:
        """Accepts the file as it is on the disk now, so that saving replaces it without a question."""
        from kpgui.recovery.fingerprint import Fingerprint

        self._fingerprint = Fingerprint.of(self._path) if self._path else None
        self._document.mark_unsaved()


def _same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to the same file, also by symbolic or hard links."""
    if os.path.realpath(one) == os.path.realpath(other):
        return True
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False
