"""Opening of files, from the request to the session in the window.

A request is, in turn:

- reading, in the background;
- asking how to read the file, if it leaves something open, and then reading again;
- asking about a sample, if the file is large, and then drawing it;
- shown, failed or cancelled.

Formats are imported when first used: the window opens a tenth of a second sooner.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QDropEvent, QImage
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from kpgui.language import _
from kpgui.model.errors import KpguiError, Token
from kpgui.model.session import Session
from kpgui.model.transform import subsample
from kpgui.ui.dialogs.messages import ask_to_reload, file_filter, show_problem
from kpgui.ui.files.ownership import Ownership, Standing
from kpgui.ui.files.saving import Saving
from kpgui.ui.look.thumbnails import thumbnail
from kpgui.ui.session.document import Document
from kpgui.ui.session.settings import Settings
from kpgui.ui.tasks import Background
from kpgui.words.counters import plural

if TYPE_CHECKING:
    from kpgui.formats.importing import Recognised
    from kpgui.formats.tabular.choices import Choices
    from kpgui.formats.tabular.report import FilePreview
    from kpgui.recovery.fingerprint import Fingerprint

LARGE = 20_000
"""Number of points above which a sample is offered."""


@dataclass(frozen=True)
class Unclear:
    """A file whose columns, classes or header the user must choose."""

    path: Path
    file: "Recognised"
    preview: "FilePreview"


@dataclass(frozen=True)
class Read:
    """A file that was read: its session and a thumbnail. whole: whether it holds a session, not points alone.

    fingerprint: of the file when it was read. remarks: what was skipped or changed, one sentence each.
    """

    path: Path
    session: Session
    thumbnail: QImage
    whole: bool
    fingerprint: "Fingerprint | None"
    remarks: tuple[str, ...]


class Opening(QObject):
    """Opens one file at a time: a new request cancels the one before and closes its dialog.

    A problem is shown in a dialog, and leaves the document unchanged.
    """

    said = Signal(str)
    """A short message for the status bar."""

    def __init__(
        self,
        document: Document,
        settings: Settings,
        ownership: Ownership,
        saving: Saving,
        background: Background,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._document = document
        self._settings = settings
        self._ownership = ownership
        self._saving = saving
        self._background = background
        self._window = window
        self._paths: list[Path] = []
        self._standing: Standing | None = None
        self._before = document.session
        self._dialog: QDialog | None = None
        background.failed.connect(partial(show_problem, window))
        ownership.reload_wanted.connect(self.reload)
        saving.reload_wanted.connect(self._reopen)

    # Requests.

    def new(self) -> None:
        """Replaces the document by an empty session; Live and the shape stay."""
        if self._saving.may_discard():
            seen = self._saving.session_as_seen()
            self._document.open_session(Session(live=seen.live, shape=seen.shape), None)

    def open(self) -> None:
        """Asks for a file and opens it."""
        self._ask_path(_("Open"), ask=False)

    def import_points(self) -> None:
        """Asks for a file and how to read it, and opens it."""
        self._ask_path(_("Import"), ask=True)

    def _ask_path(self, title: str, ask: bool) -> None:
        if self._saving.may_discard():
            folder = str(self._settings.start_folder)
            chosen, __ = QFileDialog.getOpenFileName(self._window, title, folder, reading_filters())
            if chosen:
                self._begin([Path(chosen)], ask)

    def open_path(self, path: Path) -> bool:
        """Opens this file, after asking about unsaved changes; returns False when it will not be opened.

        A file that takes long, or has choices to ask for, is opened after this has returned True.
        """
        return self.open_first([path])

    def open_first(self, paths: list[Path]) -> bool:
        """Opens the first of these files that can be opened, as `open_path` does."""
        return self._saving.may_discard() and self._begin(paths)

    def reload(self) -> None:
        """Reads the document's file again from the disk, after asking about unsaved changes."""
        path = self._document.path
        if path is None or not self._saving.settle():
            return
        if not self._document.modified or ask_to_reload(self._window, path.name):
            self._begin([path])

    def _reopen(self) -> None:
        if self._document.path is not None:
            self._begin([self._document.path])

    # From a request to the session in the window.

    def _begin(self, paths: list[Path], ask: bool = False) -> bool:
        """Begins to read; returns False when that failed at once, or the user declined to share the file."""
        standing = self._ownership.admit(paths[0]) if len(paths) == 1 else None
        if len(paths) == 1 and standing is None:
            return False
        if self._dialog is not None:
            self._dialog.reject()
        self._paths = paths
        self._standing = standing  # None for several files: whether one is shared is asked when it is known which
        self._before = self._document.session
        # Imported before the job begins: otherwise the first small file would open late, and be edited meanwhile.
        import kpgui.api
        import kpgui.formats  # noqa: F401  # imported for later use in the thread
        from kpgui.words.importing import choices_from

        choices = choices_from(self._settings.choices_of(paths[0])) if len(paths) == 1 else None
        return self._read(paths[0], lambda token: read_first(paths, choices, ask, token))

    def _read(self, path: Path, work: Callable[[Token], Unclear | Read]) -> bool:
        return self._background.do(_("Opening {name}").format(name=path.name), work, self._go_on)

    def _go_on(self, content: Unclear | Read) -> None:
        if isinstance(content, Unclear):
            self._ask_choices(content)
        elif len(content.session.dataset) > LARGE and not content.whole:
            self._ask_sample(content)
        else:
            self._show(content)

    def _ask_choices(self, unclear: Unclear) -> None:
        from kpgui.ui.dialogs.import_points import ImportDialog

        dialog = ImportDialog(unclear.path.name, unclear.file.preview, unclear.preview, self._window)
        dialog.chosen.connect(lambda choices: self._read_as_chosen(unclear, choices))
        self._show_dialog(dialog)

    def _read_as_chosen(self, unclear: Unclear, choices: "Choices") -> None:
        from kpgui.words.importing import choices_text

        self._settings.remember_choices(unclear.path, choices_text(choices))
        self._read(unclear.path, lambda token: read_points(unclear.path, unclear.file, choices, token))

    def _ask_sample(self, read: Read) -> None:
        from kpgui.ui.dialogs.import_points import SampleDialog

        dialog = SampleDialog(read.path.name, len(read.session.dataset), self._window)
        dialog.chosen.connect(lambda sample: self._draw_sample(read, sample))
        self._show_dialog(dialog)

    def _draw_sample(self, read: Read, sample: tuple[int, int] | None) -> None:
        if sample is None:
            self._show(read)
        else:
            title = _("Drawing {points}").format(points=plural(sample[0], "{n} point", "{n} points"))
            self._background.do(title, lambda token: sampled(read, *sample), self._show)

    def _show_dialog(self, dialog: QDialog) -> None:
        self._dialog = dialog
        dialog.finished.connect(self._forget_dialog)
        dialog.open()

    def _forget_dialog(self) -> None:
        self._dialog = None

    def _show(self, read: Read) -> None:
        """Replaces the document with what was read, after asking if it was edited since reading began."""
        paths, standing = self._paths, self._standing
        untouched = self._document.session is self._before and not self._saving.busy
        if not untouched and not self._saving.may_discard():
            return
        if not self._ownership.open_session(self._completed(read), read.path, read.fingerprint, standing):
            return
        others = ", ".join(path.name for path in paths if path != read.path)
        self._saving.remember(read.path, read.thumbnail)
        left = [_("One file at a time: {left} was left aside.").format(left=others)] if others else []
        self.said.emit(" · ".join([_("Opened {name}").format(name=read.path.name), *read.remarks, *left]))

    def _completed(self, read: Read) -> Session:
        """The session to open: points alone come with the settings that are there."""
        if read.whole:
            return read.session
        seen = replace(self._saving.session_as_seen(), reached=None, ghosts=())
        return replace(seen, dataset=read.session.dataset, view=read.session.view)


# In the background.


def read_first(paths: list[Path], choices: "Choices | None", ask: bool, token: Token) -> Read | Unclear:
    """Reads the first of these files that can be read. Raises KpguiError when there is none."""
    problems = []
    for path in paths:
        try:
            return read_file(path, choices, ask, token)
        except KpguiError as error:
            problems.append(error)
    if len(problems) == 1:
        raise problems[0]
    raise KpguiError(
        _("None of the {count} files can be opened. The first: {first}").format(count=len(problems), first=problems[0])
    )


def read_file(path: Path, choices: "Choices | None", ask: bool, token: Token) -> Read | Unclear:
    """Reads a file under the choices of the last time, if there are any.

    It is Unclear if `ask`, or if it is ambiguous and those choices do not fit. Also removes unfinished files that
    killed processes left in the folder. Raises KpguiError.
    """
    from kpgui.formats.importing import recognise
    from kpgui.formats.storage import sweep

    sweep(path.parent)
    file = recognise(path)
    if not file.form.holds_session and (ask or os.path.isfile(path)):
        preview, ambiguous = previewed(file, choices)
        if ask or ambiguous:
            return Unclear(path, file, preview)
    return read_points(path, file, choices, token)


def previewed(file: "Recognised", choices: "Choices | None") -> tuple["FilePreview", bool]:
    """A preview under the choices of the last time, and whether to ask: there are none, or they no longer fit."""
    from kpgui.words.importing import needs_asking

    if choices is not None:
        try:
            preview = file.preview(choices)
        except KpguiError:
            return file.preview(), True
        return preview, bool(preview.problem)
    preview = file.preview()
    return preview, needs_asking(preview)


def read_points(path: Path, file: "Recognised", choices: "Choices | None", token: Token) -> Read:
    """Reads a recognised file, of points or of a session, under these choices. Raises KpguiError."""
    from kpgui.api import checked
    from kpgui.recovery.fingerprint import Fingerprint

    imported = file.read(choices, token)
    session = checked(imported.session, path)
    if session.dataset.d != 2:
        raise KpguiError(
            _(
                "{path} has points with {coordinates}, and the canvas draws 2; train on it with: kpgui train {name}"
            ).format(
                path=path, coordinates=plural(session.dataset.d, "{n} coordinate", "{n} coordinates"), name=path.name
            )
        )
    fingerprint = Fingerprint.of_content(file.content, file.status) if file.status else None
    image = thumbnail(session.dataset)
    return Read(path, session, image, file.form.holds_session, fingerprint, imported.report.remarks)


def sampled(read: Read, count: int, seed: int) -> Read:
    """Returns what was read with a random sample of `count` points instead of all."""
    dataset = subsample(read.session.dataset, count, seed)
    return replace(read, session=replace(read.session, dataset=dataset), thumbnail=thumbnail(dataset))


def reading_filters() -> str:
    """The kinds of files that can be opened, for a file dialog."""
    from kpgui.formats import FORMATS

    formats = [each for each in FORMATS if each.can_read]
    every = " ".join(f"*{suffix}" for each in formats for suffix in each.suffixes)
    rest = [file_filter(_(each.title), each.suffixes) for each in formats]
    return ";;".join([_("All that can be opened ({every})").format(every=every), *rest, _("All files (*)")])


class Drops(QObject):
    """Opens files that are dropped on a window.

    Later: a question about unsaved changes would block the program that they come from.
    """

    def __init__(self, opening: Opening, window: QWidget) -> None:
        super().__init__(window)
        self._dropped: list[Path] = []
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(lambda: opening.open_first(self._dropped))
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QDropEvent) or event.type() not in (QEvent.Type.DragEnter, QEvent.Type.Drop):
            return False
        files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if files:
            event.acceptProposedAction()
        if files and event.type() == QEvent.Type.Drop:
            self._dropped = files
            self._later.start()
        return True
