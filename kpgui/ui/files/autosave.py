"""Autosave: the document's recovery copy, and the offer of what crashed windows left."""

import time
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from kpgui.present.recovery import offer, set_aside
from kpgui.recovery.copy_writer import CopyWriter
from kpgui.ui.dialogs.notices import Notices
from kpgui.ui.files.files import Files
from kpgui.ui.files.ownership import Ownership
from kpgui.ui.session.document import Document
from kpgui.ui.session.settings import autosave_period, state_folder

if TYPE_CHECKING:
    from kpgui.model.session import Session
    from kpgui.recovery.copy import Copy
    from kpgui.recovery.store import CopySlot, Orphan

LOOK = 60
"""Milliseconds until crashed windows are looked for: after the window was painted for the first time."""

AT_ONCE = 3
"""Crashed sessions that are offered at a time, so that the canvas is not hidden; the next when one is answered."""


class Autosave(QObject):
    """Keeps a recovery copy of unsaved changes, until the window is closed.

    said: a sentence for the status bar.
    """

    said = Signal(str)

    def __init__(
        self, document: Document, files: Files, ownership: Ownership, notices: Notices, window: QWidget
    ) -> None:
        super().__init__(window)
        self._document = document
        self._files = files
        self._ownership = ownership
        self._notices = notices
        self._folder = state_folder() / "recovery"
        self._offered: list[Orphan] = []
        self._unseen: list[tuple[int, Orphan]] = []
        self._told = ""
        self._committed: Session | None = None
        period = autosave_period()
        self._keeper = CopyWriter(self._slot, period)
        self._timer = QTimer(self, interval=max(1, round(period * 1000 / 8)))
        self._timer.timeout.connect(self._turn)
        self._looking = QTimer(self, singleShot=True, interval=LOOK)
        self._looking.timeout.connect(self._offer)
        document.changed.connect(self._follow)
        document.modified_changed.connect(self._follow)
        document.path_changed.connect(self._renew)

    def start(self) -> None:
        """Look for what crashed windows left, as soon as the event loop has painted this one, which is shown now."""
        self._looking.start()

    def commit(self) -> None:
        """Write the copy now: the process may end at once."""
        if self._document.modified and not self.committed and self._keeper.write(self._copy()):
            self._committed = self._document.session

    @property
    def committed(self) -> bool:
        """Whether the session is as it was when it was committed: the window may be closed without a question."""
        return self._document.modified and self._committed is self._document.session

    @property
    def problem(self) -> str:
        """Why the last copy could not be written, "" when it could."""
        return self._keeper.problem

    def close(self, keep: bool = False) -> None:
        """The window ends. Its copy goes too, unless it is to be offered at the next start; again it does nothing."""
        self._looking.stop()
        self._timer.stop()
        self._keeper.close(self._copy() if keep and self._document.modified else None)
        for orphan in self._offered:
            orphan.leave()
        self._offered.clear()

    # The copy of this window.

    def _follow(self) -> None:
        if self._document.modified:
            self._keeper.change()
            if not self._timer.isActive():
                self._timer.start()
        else:
            self._keeper.settle()

    def _renew(self) -> None:
        """The copy names the file, and how it is, as that was before."""
        self._keeper.renew()
        if not self._keeper.idle and not self._timer.isActive():
            self._timer.start()

    def _turn(self) -> None:
        self._keeper.turn(self._copy)
        if self._keeper.problem and not self._told:
            self.said.emit(f"No recovery copy is kept now, save the session yourself: {self._keeper.problem}")
        self._told = self._keeper.problem
        if self._keeper.idle:
            self._timer.stop()

    def _copy(self) -> "Copy":
        from kpgui.recovery.copy import Copy

        return Copy(self._files.session_as_seen(), self._document.path, self._ownership.fingerprint, time.time())

    def _slot(self) -> "CopySlot":
        from kpgui.recovery.store import CopySlot

        return CopySlot(self._folder)

    # The copies of crashed windows.

    def _offer(self) -> None:
        self._ownership.remove_left()
        if not self._folder.is_dir():
            return
        from kpgui.recovery.store import orphans

        self._offered, aside = orphans(self._folder)
        if aside:
            self.said.emit(set_aside(aside))
        self._unseen = list(enumerate(self._offered))
        for _ in range(AT_ONCE):
            self._show_next()

    def _show_next(self) -> None:
        if not self._unseen:
            return
        number, orphan = self._unseen.pop(0)
        copy = orphan.copy
        sentence = offer(copy.path, len(copy.session.dataset), copy.at, time.time(), _fate(copy))
        answers = {"Recover": self._recover, "Discard": self._discard, "Later": self._leave}
        name = f"notice.recovery.{number}"
        self._notices.show_notice(name, sentence, {text: partial(do, orphan) for text, do in answers.items()})

    def _recover(self, orphan: "Orphan") -> None:
        """Put it into this window as unsaved changes; the orphan goes when this window's own copy is there."""
        copy = orphan.copy
        if not self._files.may_discard() or (copy.path is not None and not self._ownership.admit(copy.path)):
            self._leave(orphan)
            return
        if copy.path is not None:
            self._ownership.expect(copy.fingerprint)
        self._document.open_session(copy.session, copy.path)
        self._document.mark_unsaved()
        self._ownership.look()
        if self._keeper.write(self._copy()):
            self._discard(orphan)

    def _discard(self, orphan: "Orphan") -> None:
        orphan.discard()
        self._offered.remove(orphan)
        self._show_next()

    def _leave(self, orphan: "Orphan") -> None:
        orphan.leave()
        self._offered.remove(orphan)
        self._show_next()


def _fate(copy: "Copy") -> str:
    """What became of the copy's file: "same", "changed" or "gone"."""
    from kpgui.recovery.fingerprint import compare

    return compare(copy.path, copy.fingerprint).value if copy.path else "same"
