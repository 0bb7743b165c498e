"""Saving of the session, its points and pictures: one file at a time, in the background.

Formats and the figure painter are imported when first used: the window opens a tenth of a second sooner.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QDialog, QMessageBox, QWidget

from kpgui.language import _
from kpgui.model.errors import KpguiError, Token
from kpgui.model.lesson import Lesson
from kpgui.model.session import Session
from kpgui.ui.dialogs.messages import WaitingDialog, ask_about_changes, ask_about_losses, ask_save_path, show_problem
from kpgui.ui.files.ownership import Answer, Ownership
from kpgui.ui.look.thumbnails import Thumbnails, thumbnail
from kpgui.ui.session.document import Document
from kpgui.ui.session.settings import Settings
from kpgui.ui.tasks import Background
from kpgui.words.counters import plural

if TYPE_CHECKING:
    from kpgui.figure.outputs import Picture
    from kpgui.formats import Format
    from kpgui.recovery.fingerprint import Fingerprint


@dataclass(frozen=True)
class Written:
    """A file that was written: a thumbnail of its points, and its fingerprint right afterwards."""

    path: Path
    thumbnail: QImage
    fingerprint: "Fingerprint | None"


class Saving(QObject):
    """Saves the document, and what is exported of it. A problem is shown in a dialog, and leaves everything unchanged.

    as_seen: returns a session with how the window is now: the visible rectangle, the step of the run.
    """

    said = Signal(str)
    """A short message for the status bar."""

    reload_wanted = Signal()
    """Instead of saving, the file is to be read again, without the changes in the window."""

    def __init__(
        self,
        document: Document,
        settings: Settings,
        ownership: Ownership,
        background: Background,
        as_seen: Callable[[Session], Session],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._document = document
        self._settings = settings
        self._ownership = ownership
        self.as_seen = as_seen
        self._window = window
        self._title = ""
        self._background = background
        background.failed.connect(partial(show_problem, window))
        ownership.save_wanted.connect(self.save)
        ownership.save_as_wanted.connect(self.save_as)

    @property
    def busy(self) -> bool:
        """Whether a file is being written."""
        return self._background.busy

    @property
    def stem(self) -> str:
        """What a file beside the document's is called, without a suffix."""
        return Path(self._document.name).stem

    def session_as_seen(self) -> Session:
        """The session with how the window is now: panning, zooming and running are not edits."""
        return self.as_seen(self._document.session)

    def session_to_keep(self) -> Session:
        """The session that is saved: as it is seen, or one's own while another is shown in its place."""
        return self._document.own if self._document.lent else self.session_as_seen()

    def remember(self, path: Path, image: QImage) -> None:
        """Puts a file at the top of the recent files. image: its thumbnail."""
        self._settings.remember_file(path)
        Thumbnails().keep(path, image, self._settings.recent)

    # The session.

    def save(self) -> bool:
        """Saves to the document's file, or asks for one; returns whether the whole session is saved or being saved."""
        if self._document.unchanged_while_saving:
            return True
        if not self.settle():
            return False
        path = self._document.path
        if path is None or self._ownership.read_only or not _holds_session(path):
            return self.save_as()
        return self._save(path)

    def save_as(self) -> bool:
        """Asks for a path and saves there; returns whether the whole session is saved or being saved."""
        if not self.settle():
            return False
        path = self._ask_path(_("Save as"), ".kpgui", _writable())
        return path is not None and self._save(path)

    def _save(self, path: Path) -> bool:
        answer = self._ownership.before_saving(path)
        if answer is Answer.RELOAD:
            self.reload_wanted.emit()
        if answer is Answer.SAVE:
            return self._save_or_points(path)
        return answer is Answer.SAVE_AS and self.save_as()

    def _save_or_points(self, path: Path) -> bool:
        """Writes the session, or its points alone if the format holds no more and the user agrees."""
        from kpgui.api import losses

        try:
            lost = losses(replace(self._document.own, live=False, shape=""), path)  # those are the window's
        except KpguiError as error:
            show_problem(self._window, str(error))
            return False
        if lost and not ask_about_losses(self._window, path.name, lost):
            return False
        if not self.settle():  # a save may have begun while the question was open
            return False
        if lost:
            self._write(self.session_to_keep(), path, self._end_points)
            return False
        self._document.begin_saving()
        return self._write(self.session_to_keep(), path, self._end_session, self._document.give_up_saving)

    def _end_session(self, written: Written) -> None:
        self._ownership.mark_saved(written.path, written.fingerprint)
        self.remember(written.path, written.thumbnail)
        self.said.emit(_("Saved {name}").format(name=written.path.name))

    def _end_points(self, written: Written) -> None:
        self._ownership.accept(written.path, written.fingerprint)
        self.remember(written.path, written.thumbnail)
        self.said.emit(_("Wrote the points to {name}; the session is not saved.").format(name=written.path.name))

    def may_discard(self) -> bool:
        """Whether the session may be replaced: it is saved, or the user saves it now or discards the changes.

        When this returns True, nothing is being written any more.
        """
        if not self.settle():
            return False
        if not self._document.modified:
            return True
        answer = ask_about_changes(self._window, self._document.name)
        if answer == QMessageBox.StandardButton.Save:
            return self.save() and self.settle() and not self._document.modified
        return answer == QMessageBox.StandardButton.Discard

    # What is exported: the document and its file stay as they are.

    def export_points(self) -> None:
        """Asks for a path and writes the points there."""
        if not self.settle():
            return
        path = self._ask_path(_("Export points"), ".csv", _writable(points_only=True))
        if path is not None and self.settle():
            sentence = _("Wrote {points} to {name}").format(
                points=plural(len(self._document.session.dataset), "{n} point", "{n} points"), name=path.name
            )
            self._write(self.session_as_seen(), path, lambda written: self._end_export(written, sentence))

    def save_picture(self, picture: "Picture", name: str = "", output: str = "") -> None:
        """Asks for a path and saves a picture there.

        name: what to call the file, by default like the document. output: the key of the only one to offer; by default
        all that are drawings.
        """
        from kpgui.figure.outputs import OUTPUTS

        if not self.settle():
            return
        outputs = [OUTPUTS.find(output)] if output else [each for each in OUTPUTS if each.drawn]
        title = _("Save {title}").format(title=_(outputs[0].title)) if output else _("Save picture")
        suggested = self._settings.start_folder / f"{name or self.stem}{outputs[0].suffixes[0]}"
        path = ask_save_path(self._window, title, suggested, {_(each.title): each.suffixes for each in outputs}, True)
        if path is not None and self.settle():
            sentence = _("Saved {name}").format(name=path.name)
            self._write(picture, path, lambda written: self._end_export(written, sentence))

    def _end_export(self, written: Written, sentence: str) -> None:
        self._ownership.accept(written.path, written.fingerprint)
        self._settings.remember_folder(written.path)
        self.said.emit(sentence)

    def end_film(self, path: Path) -> None:
        """Says that a film or a page was written."""
        from kpgui.figure.animation.registry import encoder_for

        self._settings.remember_folder(path)
        said = _("Saved {name}").format(name=path.name), encoder_for(path).remark(path)
        self.said.emit(" · ".join(filter(None, said)))

    def save_lesson_page(self, lesson: Lesson) -> None:
        """Asks for a path and writes a lesson there as a page, in the language of the window."""
        from kpgui.figure.animation.page.lesson import write_lesson_page

        suggested = self._settings.start_folder / f"{lesson.key}.html"
        path = ask_save_path(self._window, _("Save the lesson as a page"), suggested, {_("Page"): (".html",)}, True)
        if path is not None and self.settle():
            self._title = _("Saving {name}").format(name=path.name)
            self._background.do(self._title, lambda token: write_lesson_page(lesson, path, token), self.end_film)

    def copy_picture(self, picture: "Picture") -> None:
        """Puts a picture on the clipboard.

        Without its session: what is pasted into a document should not bring data along that nobody sees, and no program
        hands it on.
        """
        if self.settle():
            self._title = _("Copying the picture")
            self._background.do(self._title, lambda token: _drawn(picture), self._end_copy)

    def _end_copy(self, drawn: tuple[QImage, bytes, bytes]) -> None:
        image, png, svg = drawn
        data = QMimeData()
        data.setData("image/png", png)
        data.setData("image/svg+xml", svg)
        data.setImageData(image)  # not read back from the PNG: Qt reads no image above 256 MB
        QGuiApplication.clipboard().setMimeData(data)
        self.said.emit(_("Copied the picture, as PNG and SVG"))

    # One file at a time.

    def _ask_path(self, title: str, suffix: str, formats: "list[Format]") -> Path | None:
        suggested = (self._document.path or self._settings.start_folder / self._document.name).with_suffix(suffix)
        return ask_save_path(self._window, title, suggested, {_(each.title): each.suffixes for each in formats})

    def _write(
        self,
        subject: "Session | Picture",
        path: Path,
        done: Callable[[Written], None],
        otherwise: Callable[[], None] = lambda: None,
    ) -> bool:
        """Writes the file, then calls `done`, or `otherwise` on failure; returns False when it failed at once.

        To be called only when nothing is being written, see `settle`.
        """
        # Imported before the job begins: otherwise the first small file would be saved late.
        import kpgui.formats
        import kpgui.recovery.fingerprint  # noqa: F401  # imported for later use in the thread

        self._title = _("Saving {name}").format(name=path.name)
        return self._background.do(self._title, lambda token: _written(subject, path, token), done, otherwise)

    def settle(self) -> bool:
        """Waits until nothing is being written; returns False when the user cancelled the wait."""
        self._background.wait()
        if not self.busy:
            return True
        dialog = WaitingDialog(self._title, self._window)
        self._background.ended.connect(dialog.accept)
        return dialog.exec() == QDialog.DialogCode.Accepted


def _written(subject: "Session | Picture", path: Path, token: Token) -> Written:
    """Writes a session or a picture of one; called in the background."""
    from kpgui.formats import save
    from kpgui.formats.storage import is_special
    from kpgui.recovery.fingerprint import Fingerprint

    if is_special(path):  # the session would count as saved, and its recovery copy be removed
        raise KpguiError(
            _("{path} cannot be saved: it is a device or a pipe, which keeps nothing; choose another name.").format(
                path=path
            )
        )
    try:
        if isinstance(subject, Session):
            image = thumbnail(subject.dataset)
            save(subject, path, token.report)
        else:
            from kpgui.figure.outputs import save as save_picture

            image = QImage()
            save_picture(subject, path, token)
    except MemoryError:
        raise KpguiError(
            _("{path} cannot be saved: there is not enough memory, close other programs.").format(path=path)
        ) from None
    return Written(path, image, Fingerprint.of(path))


def _drawn(picture: "Picture") -> tuple[QImage, bytes, bytes]:
    """The picture, as PNG and as SVG: what office documents and drawing programs ask for. Called in the background."""
    from kpgui.figure.outputs import OUTPUTS
    from kpgui.figure.outputs.png import image_of, png_of

    bare = picture.restyled(replace(picture.style, embed=False))
    image = image_of(bare.size, bare.style, bare.draw)
    return image, png_of(image), OUTPUTS.find("svg").content(bare)


def _holds_session(path: Path) -> bool:
    """Whether a whole session can be saved under this name."""
    from kpgui.formats.registry import by_suffix

    form = by_suffix(path)
    return form is not None and form.can_write and form.holds_session


def _writable(points_only: bool = False) -> "list[Format]":
    """The formats that are written; with points_only those that hold points alone."""
    from kpgui.formats import FORMATS

    formats = [each for each in FORMATS if each.can_write and not (points_only and each.holds_session)]
    # Dialogs of some systems give a file the suffix of the first filter, whatever name is suggested.
    return sorted(formats, key=lambda each: points_only and each.key != "csv")
