"""The commands of the File menu: new, open, save, reload, export.

Formats and the figure painter are imported when first used: the window opens a tenth of a second sooner.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QWidget

from kpgui.language import _, later
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from kpgui.ui.dialogs.conflicts import ask_to_reload
from kpgui.ui.dialogs.messages import ask_about_changes, ask_about_losses, show_problem
from kpgui.ui.dialogs.save_path import ask_save_path
from kpgui.ui.files.opening import Opening
from kpgui.ui.files.ownership import Admission, Ownership, Saving
from kpgui.ui.files.reading import Read
from kpgui.ui.files.saving import Saver, Written
from kpgui.ui.look.thumbnails import Thumbnails
from kpgui.ui.session.document import Document
from kpgui.ui.session.settings import Settings
from kpgui.ui.tasks.background import Background
from kpgui.words.counters import plural

if TYPE_CHECKING:
    from kpgui.figure.outputs import Picture

UNTITLED = later("Untitled")


class Files(QObject):
    """Opens and saves the document. A problem is shown in a dialog, and leaves document and file unchanged.

    as_seen: returns a session with how the window is now: the visible rectangle, the step of the run.
    said: a short message for the status bar.
    """

    said = Signal(str)

    def __init__(
        self,
        document: Document,
        settings: Settings,
        ownership: Ownership,
        as_seen: Callable[[Session], Session],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._document = document
        self._settings = settings
        self._ownership = ownership
        self.as_seen = as_seen
        self._window = window
        ownership.reload_wanted.connect(self.reload)
        ownership.save_wanted.connect(self.save)
        ownership.save_as_wanted.connect(self.save_as)
        self._thumbnails = Thumbnails()
        self._opening = Opening(settings, window)
        self._saver = Saver(window)

    @property
    def background(self) -> Background:
        """The thread in which files are read."""
        return self._opening.background

    @property
    def saving(self) -> Background:
        """The thread in which files are written."""
        return self._saver.background

    @property
    def name(self) -> str:
        """The name of the document's file, or UNTITLED."""
        return self._document.path.name if self._document.path else _(UNTITLED)

    def new(self) -> None:
        """Replace the document by an empty session; Live and the shape stay."""
        if self.may_discard():
            seen = self.session_as_seen()
            self._document.open_session(Session(live=seen.live, shape=seen.shape), None)

    def open(self) -> None:
        """Ask for a file and open it."""
        self._choose_and_open(_("Open"), ask=False)

    def import_points(self) -> None:
        """Ask for a file and how to read it, and open it."""
        self._choose_and_open(_("Import"), ask=True)

    def open_path(self, path: Path) -> bool:
        """Open this file, after asking about unsaved changes; return False when it will not be opened.

        A file that takes long, or has choices to ask for, is opened after this has returned True.
        """
        return self.open_first([path])

    def open_first(self, paths: list[Path]) -> bool:
        """Open the first of these files that can be opened, as `open_path` does."""
        if not self.may_discard():
            return False
        if len(paths) == 1:
            return self._open(paths[0])
        return self._opening.open_first(paths, partial(self._show, self._document.session, None))

    def _choose_and_open(self, title: str, ask: bool) -> None:
        if not self.may_discard():
            return
        chosen, __ = QFileDialog.getOpenFileName(self._window, title, self.folder, _reading_filters())
        if chosen:
            self._open(Path(chosen), ask)

    def _open(self, path: Path, ask: bool = False) -> bool:
        admission = self._ownership.admit(path)
        return admission is not None and self._opening.open(
            path, partial(self._show, self._document.session, admission), ask
        )

    def save(self) -> bool:
        """Save to the document's file, or ask for one; return whether the whole session is saved or being saved."""
        if self._document.unchanged_while_saving:
            return True
        if not self._saver.settle():
            return False
        path = self._document.path
        if path is None or self._ownership.read_only or not _holds_session(path):
            return self.save_as()
        return self._save(path)

    def save_as(self) -> bool:
        """Ask for a path and save there; return whether the whole session is saved or being saved."""
        if not self._saver.settle():
            return False
        path = self._chosen_path(_("Save as"), ".kpgui", _writing_filters())
        return path is not None and self._save(path)

    def export_points(self) -> None:
        """Ask for a path and write the points there; the document and its file are unchanged."""
        if not self._saver.settle():
            return
        path = self._chosen_path(_("Export points"), ".csv", _writing_filters(points_only=True))
        if path is not None and self._saver.settle():
            sentence = _("Wrote {points} to {name}").format(
                points=plural(len(self._document.session.dataset), "{n} point", "{n} points"), name=path.name
            )
            self._saver.write(self.session_as_seen(), path, partial(self._keep_exported, sentence))

    def _chosen_path(self, title: str, suffix: str, filters: str) -> Path | None:
        """Ask for a path, which gets the suffix of the chosen format if it has none; None when cancelled."""
        suggested = (self._document.path or Path(self.folder) / _(UNTITLED)).with_suffix(suffix)
        return ask_save_path(self._window, title, suggested, filters, lambda kind: _suffix_of(kind, suffix))

    def reload(self) -> None:
        """Read the document's file again from the disk, after asking about unsaved changes."""
        path = self._document.path
        if path is None or not self._saver.settle():
            return
        if not self._document.modified or ask_to_reload(self._window, path.name):
            self._open(path)

    def save_picture(self, picture: "Picture", output: str = "", name: str = "") -> None:
        """Ask for a path and save a picture there.

        output: the key of the only one to offer; by default all that are drawings. name: what to call the file, by
        default like the document.
        """
        from kpgui.figure.outputs import OUTPUTS, check_path, save

        outputs = [OUTPUTS.find(output)] if output else [each for each in OUTPUTS if each.drawn]
        suggested = Path(self.folder) / f"{name or Path(self.name).stem}{outputs[0].suffixes[0]}"
        kinds = {f"{_(each.title)} ({_pattern(each.suffixes)})": each.suffixes[0] for each in outputs}
        title = _("Save {title}").format(title=_(outputs[0].title)) if output else _("Save picture")
        path = ask_save_path(
            self._window, title, suggested, ";;".join(kinds), lambda kind: kinds.get(kind, suggested.suffix)
        )
        if path is None:
            return
        with self.reporting() as messages, waiting():
            if path.suffix.lower() not in {suffix for each in outputs for suffix in each.suffixes}:
                raise KpguiError(
                    _("{path}: the name must end in {values}.").format(path=path, values=_(" or ").join(kinds.values()))
                )
            check_path(path)
            save(picture, path)
            self._ownership.accept(path)
            self._settings.folder = str(path.absolute().parent)
            messages.append(_("Saved {name}").format(name=path.name))

    def stop(self) -> None:
        """Cancel reading and writing, and wait a limited time for them to end, before the window closes."""
        self._opening.background.stop()
        self._saver.background.stop()

    def may_discard(self) -> bool:
        """Whether the session may be replaced: it is saved, or the user saves it now or discards the changes.

        When this returns True, nothing is being written any more.
        """
        if not self._saver.settle():
            return False
        if not self._document.modified:
            return True
        answer = ask_about_changes(self._window, self.name)
        if answer == QMessageBox.StandardButton.Save:
            return self.save() and self._saver.settle() and not self._document.modified
        return answer == QMessageBox.StandardButton.Discard

    def _show(self, before: Session, admission: Admission | None, read: Read) -> None:
        """Replace the document with what was read, after asking if it was edited since reading began.

        before: the session when reading began. admission: None when the file was the first readable of several.
        """
        untouched = self._document.session is before and not self._saver.busy
        if not untouched and not self.may_discard():
            return
        admission = admission or self._ownership.admit(read.path)
        if admission is None:
            return
        self._ownership.open_session(self._completed(read), admission, read.fingerprint)
        self._remember(read.path, read.picture)
        self.said.emit(" · ".join([_("Opened {name}").format(name=read.path.name), *read.remarks]))

    def _completed(self, read: Read) -> Session:
        """The session to open: points alone come with the settings that are there."""
        if read.whole:
            return read.session
        seen = replace(self.session_as_seen(), reached=None, ghosts=())
        return replace(seen, dataset=read.session.dataset, view=read.session.view)

    def _remember(self, path: Path, picture: QImage) -> None:
        self._settings.remember_file(path)
        self._thumbnails.keep(path, picture, self._settings.recent)

    def _save(self, path: Path) -> bool:
        answer = self._ownership.before_saving(path)
        if answer is Saving.SAVE:
            return self._write(path)
        if answer is Saving.RELOAD:
            self._open(path)
        return answer is Saving.SAVE_AS and self.save_as()

    def _write(self, path: Path) -> bool:
        try:
            lost = _losses(replace(self._document.session, live=False, shape=""), path)  # those are the window's
        except KpguiError as error:
            show_problem(self._window, str(error))
            return False
        if lost and not ask_about_losses(self._window, path.name, lost):
            return False
        if not self._saver.settle():  # a save may have begun while the question was open
            return False
        if lost:
            self._saver.write(self.session_as_seen(), path, self._keep_points)
            return False
        self._document.begin_saving()
        return self._saver.write(self.session_as_seen(), path, self._keep_saved, self._document.give_up_saving)

    def _keep_saved(self, written: Written) -> None:
        """Mark the document as saved, after its whole session was written."""
        self._ownership.mark_saved(written.path, written.fingerprint)
        self._remember(written.path, written.picture)
        self.said.emit(_("Saved {name}").format(name=written.path.name))

    def _keep_points(self, written: Written) -> None:
        self._remember(written.path, written.picture)
        self.said.emit(_("Wrote the points to {name}; the session is not saved.").format(name=written.path.name))

    def _keep_exported(self, sentence: str, written: Written) -> None:
        self._ownership.accept(written.path)
        self.said.emit(sentence)

    def session_as_seen(self) -> Session:
        """The session with how the window is now: panning, zooming and running are not edits."""
        return self.as_seen(self._document.session)

    @contextmanager
    def reporting(self) -> Iterator[list[str]]:
        """Show a KpguiError in a dialog, or else the first message of the yielded list in the status bar."""
        messages: list[str] = []
        try:
            yield messages
        except KpguiError as error:
            show_problem(self._window, str(error))
        if messages:
            self.said.emit(messages[0])

    @property
    def folder(self) -> str:
        """The folder that a file dialog begins with."""
        folder = Path(self._settings.folder) if self._settings.folder else Path.home()
        return str(folder if os.path.isdir(folder) else Path.home())


@contextmanager
def waiting() -> Iterator[None]:
    """Show the wait cursor during the block."""
    QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
    try:
        yield
    finally:
        QApplication.restoreOverrideCursor()


def _losses(session: Session, path: Path) -> tuple[str, ...]:
    from kpgui.api import losses

    return losses(session, path)


def _holds_session(path: Path) -> bool:
    from kpgui.formats import format_for

    try:
        return format_for(path).holds_session
    except KpguiError:
        return False


def _pattern(suffixes: tuple[str, ...]) -> str:
    return " ".join(f"*{suffix}" for suffix in suffixes)


def _reading_filters() -> str:
    from kpgui.formats import FORMATS

    readable = [each for each in FORMATS if each.can_read]
    every = _pattern(tuple(suffix for each in readable for suffix in each.suffixes))
    rest = [f"{_(each.title)} ({_pattern(each.suffixes)})" for each in readable]
    return ";;".join([_("All that can be opened ({every})").format(every=every), *rest, _("All files (*)")])


def _writing_filters(points_only: bool = False) -> str:
    from kpgui.formats import FORMATS

    formats = [each for each in FORMATS if each.can_write and not (points_only and each.holds_session)]
    # Dialogs of some systems give a file the suffix of the first filter, whatever name is suggested.
    formats.sort(key=lambda each: points_only and each.key != "csv")
    return ";;".join(f"{_(each.title)} ({_pattern(each.suffixes)})" for each in formats)


def _suffix_of(kind: str, usual: str) -> str:
    """The usual suffix of the format whose filter was chosen in the dialog."""
    from kpgui.formats import FORMATS

    chosen = (each for each in FORMATS if kind.startswith(f"{_(each.title)} ("))
    return next((each.suffixes[0] for each in chosen), usual)
