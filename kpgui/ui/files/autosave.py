"""Autosave: the document's recovery copy, and the offer to recover the copies of crashed windows."""

import os
import time
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from kpgui.language import _, later
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from kpgui.recovery.copy_writer import CopyWriter
from kpgui.ui.dialogs.messages import Notice, Notices
from kpgui.ui.files.ownership import Claim, Ownership
from kpgui.ui.files.saving import Saving
from kpgui.ui.session.document import Document
from kpgui.ui.session.settings import autosave_period, portable_problem, state_folder
from kpgui.words.counters import plural

FATES = {"same": "", "changed": later(" The file was changed since."), "gone": later(" The file itself is gone.")}


def offer(path: Path | None, points: int, at: float, now: float, fate: str = "same") -> str:
    """The offer to recover a crashed window's session. fate: what became of its file, a key of FATES.

    >>> offer(Path("a/xor.kpgui"), 42, 1000.0, 1000.0)
    'kpgui ended unexpectedly. Unsaved changes to xor.kpgui of ... (42 points) were kept.'
    """
    what = path.name if path else _("an untitled session")
    size = plural(points, "{n} point", "{n} points")
    when = time_text(at, now)
    return _("kpgui ended unexpectedly. Unsaved changes to {what} of {when} ({size}) were kept.{fate}").format(
        what=what, when=when, size=size, fate=_(FATES[fate])
    )


def time_text(at: float, now: float) -> str:
    """A time of day, with its date unless that is today. at, now: in seconds since 1970.

    >>> import time
    >>> noon = time.mktime((2026, 5, 4, 12, 0, 0, 0, 0, -1))
    >>> time_text(noon, noon + 60), time_text(noon, noon + 86400 * 3)
    ('12:00', '2026-05-04 12:00')
    """
    when, today = datetime.fromtimestamp(at), datetime.fromtimestamp(now)
    return f"{when:%H:%M}" if when.date() == today.date() else f"{when:%Y-%m-%d %H:%M}"


def set_aside(files: list[Path]) -> str:
    """The message about recovery copies that cannot be read."""
    names = ", ".join(file.name for file in files)
    return _("{files} cannot be read, and stay in {parent}: {names}.").format(
        files=plural(len(files), "{n} recovery file", "{n} recovery files"), parent=files[0].parent, names=names
    )


if TYPE_CHECKING:
    from kpgui.recovery.copy import Copy
    from kpgui.recovery.store import CopySlot, Orphan

LOOK = 60
"""Milliseconds until the search for copies of crashed windows, which leaves time for the first painting."""

AT_ONCE = 3
"""Most crashed sessions that are offered at a time, to keep the canvas visible; each answer shows the next offer."""


class Left(NamedTuple):
    """What a window leaves to the one that takes its place."""

    document: Document
    claim: Claim
    copy: CopyWriter


class Autosave(QObject):
    """Keeps a recovery copy of unsaved changes until the window is closed, and offers those of crashed windows."""

    said = Signal(str)
    """A sentence for the status bar."""

    def __init__(
        self,
        document: Document,
        saving: Saving,
        ownership: Ownership,
        notices: Notices,
        window: QWidget,
        writer: CopyWriter | None = None,
    ) -> None:
        """writer: of the copy of the window whose place this one takes."""
        super().__init__(window)
        self._document = document
        self._saving = saving
        self._ownership = ownership
        self._notices = notices
        self._folder = state_folder() / "recovery"
        self._offered: list[Orphan] = []
        self._unseen: list[tuple[int, Orphan]] = []
        self._problem_shown = ""
        self._warning: Notice | None = None
        self._committed: Session | None = None
        period = autosave_period()
        self._writer = writer or CopyWriter(partial(_slot, self._folder), period)
        self._timer = QTimer(self, interval=max(1, round(period * 1000 / 8)))
        self._timer.timeout.connect(self._turn)
        self._looking = QTimer(self, singleShot=True, interval=LOOK)
        self._looking.timeout.connect(self._offer)
        document.changed.connect(self.follow)
        document.modified_changed.connect(self.follow)
        document.path_changed.connect(self._renew)

    def start(self) -> None:
        """Looks for copies of crashed windows soon, after the first painting of this window."""
        self._looking.start()
        if problem := portable_problem():
            self._say(problem)
        self.follow()  # the document may be that of a window before

    def follow(self) -> None:
        """Writes the copy again soon: the session has changed, or its run has paused or ended at another step."""
        if self._document.modified:
            self._writer.change()
            if not self._timer.isActive():
                self._timer.start()
        else:
            self._writer.settle()

    def commit(self) -> None:
        """Writes the copy now: the process may end at any moment."""
        if self._document.modified and not self.committed and self._writer.write(self._copy()):
            self._committed = self._document.own

    def write_now(self) -> None:
        """Writes the copy now, as something went wrong; closing the window asks about the changes as ever."""
        if self._document.modified:
            self._writer.write(self._copy())
            self.follow()  # tries again if that failed

    @property
    def committed(self) -> bool:
        """Whether the session is unchanged since `commit`, so that the window may be closed without a question."""
        return self._document.modified and self._committed is self._document.own

    @property
    def problem(self) -> str:
        """Why the last copy could not be written, "" when it could."""
        return self._writer.problem

    def hand_over(self) -> CopyWriter:
        """Stops, and leaves the copy to another window."""
        self._stop()
        return self._writer

    def close(self, keep: bool = False) -> None:
        """Removes the copy of this window, or with `keep` leaves it for the next start. A second call does nothing."""
        self._stop()
        self._writer.close(self._copy() if keep and self._document.modified else None)

    def _stop(self) -> None:
        self._looking.stop()
        self._timer.stop()
        for orphan in self._offered:
            orphan.leave()
        self._offered.clear()

    # The copy of this window.

    def _renew(self) -> None:
        """The copy holds the path and fingerprint of the file, which have changed: write it again."""
        self._writer.renew()
        if not self._writer.idle and not self._timer.isActive():
            self._timer.start()

    def _turn(self) -> None:
        self._writer.turn(self._copy)
        if self._writer.problem != self._problem_shown:
            self._warn(self._writer.problem)
        if self._writer.idle:
            self._timer.stop()

    def _warn(self, problem: str) -> None:
        """Shows why no copy is kept, until one is; "" takes the notice away."""
        self._problem_shown = problem
        if self._warning is not None:
            self._warning.close()
        if problem:
            said = _("No recovery copy is kept now, save the session yourself: {problem}").format(problem=problem)
            self._say(portable_problem() or said)

    def _say(self, sentence: str) -> None:
        self._warning = self._notices.show_notice("notice.no_copy", sentence, {_("Save as…"): self._save_as})
        self.said.emit(sentence)

    def _save_as(self) -> None:
        """The notice, which the button closed, comes back unless the session is saved."""
        self._problem_shown = ""
        self._saving.save_as()

    def _copy(self) -> "Copy":
        from kpgui.recovery.copy import Copy

        return Copy(self._saving.session_to_keep(), self._document.path, self._ownership.fingerprint, time.time())

    # The copies of crashed windows.

    def _offer(self) -> None:
        self._ownership.remove_left()
        if not os.path.isdir(self._folder):
            return
        from kpgui.recovery.store import orphans

        self._offered, aside = orphans(self._folder)
        if aside:
            self.said.emit(set_aside(aside))
        self._unseen = list(enumerate(self._offered))
        for __ in range(AT_ONCE):
            self._show_next()

    def _show_next(self) -> None:
        if not self._unseen:
            return
        number, orphan = self._unseen.pop(0)
        copy = orphan.copy
        sentence = offer(copy.path, len(copy.session.dataset), copy.at, time.time(), _fate(copy))
        answers = {_("Recover"): self._recover, _("Discard"): self._discard, _("Later"): self._leave}
        name = f"notice.recovery.{number}"
        self._notices.show_notice(name, sentence, {text: partial(do, orphan) for text, do in answers.items()})

    def _recover(self, orphan: "Orphan") -> None:
        """Opens the copy as unsaved changes; it is discarded once this window has written a copy of its own."""
        copy = orphan.copy
        if not self._saving.may_discard() or not self._ownership.open_session(
            _with_known_shape(copy.session), copy.path, copy.fingerprint
        ):
            self._leave(orphan)
            return
        self._document.mark_unsaved()
        self._ownership.look()
        if self._writer.write(self._copy()):
            self._discard(orphan)

    def _discard(self, orphan: "Orphan") -> None:
        orphan.discard()
        self._end_offer(orphan)

    def _leave(self, orphan: "Orphan") -> None:
        orphan.leave()
        self._end_offer(orphan)

    def _end_offer(self, orphan: "Orphan") -> None:
        self._offered.remove(orphan)
        self._show_next()


def _slot(folder: Path) -> "CopySlot":
    from kpgui.recovery.store import CopySlot

    return CopySlot(folder)


def _with_known_shape(session: Session) -> Session:
    """The session without a shape that this version does not know: the form is not worth the unsaved points."""
    from kpgui.generators import generator

    try:
        if session.shape:
            generator(session.shape)
    except KpguiError:
        return replace(session, shape="")
    return session


def _fate(copy: "Copy") -> str:
    """Whether the copy's file is the "same" as then, "changed" or "gone"."""
    from kpgui.recovery.fingerprint import compare

    return compare(copy.path, copy.fingerprint).value if copy.path else "same"
