"""The dialog that saves an animation of the run, beside the window, and the form of its settings."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QImage
from PySide6.QtWidgets import QFormLayout, QProgressBar, QSlider, QWidget

from kpgui.figure.animation.encoder import Encoder
from kpgui.figure.animation.film import DEFAULT_SIZE, SIZES, Film, Size
from kpgui.figure.animation.recording import Recording
from kpgui.figure.animation.registry import ENCODERS
from kpgui.figure.animation.settings import Animation
from kpgui.figure.style import Style
from kpgui.language import _, later, sentence, titled, without_key
from kpgui.learners import learner
from kpgui.model.errors import KpguiError, Token
from kpgui.model.session import Session
from kpgui.ui.dialogs.messages import ask_save_path
from kpgui.ui.dialogs.parts import MARGINS, Dialog, Preview
from kpgui.ui.forms.fields import ChoiceField, NumberField
from kpgui.ui.forms.widgets import Wide, in_column, in_row, push_button
from kpgui.ui.look.style import PlainLabel, plain
from kpgui.ui.tasks import Background, Throttle

BY = {"steps": later("Step"), "mistakes": later("Mistake"), "epochs": later("Epoch")}

ROWS = {
    "every": later("One in e&very"),
    "frames": later("Frames at &most"),
    "fps": later("Frames a se&cond"),
    "hold": later("&Pause at the end, in s"),
}


class AnimationForm(QWidget):
    """Fields for everything that can be chosen.

    remembered: what `values` returned before; whatever of it is not allowed has its default. by_epochs: whether the
    learner has mistakes and epochs.
    """

    changed = Signal()
    """Any of the choices has changed."""

    refused = Signal(str)
    """A sentence on why a number was refused, "" when it is valid again."""

    def __init__(self, remembered: Mapping[str, Any], by_epochs: bool, parent: QWidget) -> None:
        super().__init__(parent)
        settings = _settings(remembered)
        self._by = self._choice("by", {k: _(BY[k]) for k in BY if by_epochs or k == "steps"}, settings.by)
        self._numbers = {param.name: self._number(param) for param in Animation.params() if param.name in ROWS}
        for name, field in self._numbers.items():
            field.show_value(settings.settings()[name])
        formats = {each.key: _(each.title) for each in ENCODERS}
        self._format = self._choice("format", formats, str(remembered.get("format", "")))
        sizes = {each.key: _(each.title) for each in SIZES}
        size = str(remembered.get("size", ""))
        self._size = self._choice("size", sizes, size if size in sizes else DEFAULT_SIZE)
        self._note = PlainLabel(self, name="animation.note", role="muted", wraps=True)
        self._by.setToolTip(_("What happens in the run between two frames"))
        self._size.setToolTip(_("Width and height of every frame in pixels"))
        self._format.setToolTip(_("The kind of file: most programs for slides show GIF and MP4"))
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow(_("A frame for &each"), self._by)
        for name, words in ROWS.items():
            form.addRow(_(words), self._numbers[name])
        form.addRow(_("Si&ze"), self._size)
        form.addRow(_("&Format"), self._format)
        form.addRow(self._note)
        self._format.currentIndexChanged.connect(self._describe)
        self._describe()

    def _choice(self, name: str, texts: Mapping[str, str], chosen: str) -> ChoiceField:
        field = ChoiceField(self)
        field.setObjectName(f"animation.{name}")
        for key, text in texts.items():
            field.addItem(text, key)
        field.setCurrentIndex(max(0, field.findData(chosen)))
        field.currentIndexChanged.connect(self.changed)
        return field

    def _number(self, param: Any) -> NumberField:
        field = NumberField(param, "", self, without_key(_(ROWS[param.name])))
        field.setAccessibleName(without_key(_(ROWS[param.name])))
        field.setObjectName(f"animation.{param.name}")
        field.setToolTip(plain(f"{_(param.meaning)}\n{titled(param.name, param.allowed)}"))
        field.given.connect(self.changed)
        field.refused.connect(self.refused)
        return field

    @property
    def settings(self) -> Animation:
        numbers: dict[str, Any] = {name: field.value() for name, field in self._numbers.items()}
        return Animation(by=self._by.currentData(), **numbers)

    @property
    def encoder(self) -> Encoder:
        return ENCODERS.find(self._format.currentData())

    @property
    def frame_size(self) -> Size:
        return SIZES.find(self._size.currentData())

    @property
    def values(self) -> dict[str, Any]:
        """All of it, to be remembered."""
        return {**self.settings.settings(), "format": self.encoder.key, "size": self.frame_size.key}

    def _describe(self) -> None:
        meaning = _(self.encoder.meaning)
        self._note.setText(self.encoder.problem() or sentence(meaning[0].upper() + meaning[1:]))


def _settings(remembered: Mapping[str, Any]) -> Animation:
    """The remembered settings, each that is not allowed replaced by its default."""
    known = {}
    for param in Animation.params():
        try:
            known[param.name] = param.validate(remembered[param.name])
        except (KeyError, KpguiError):
            known[param.name] = param.default
    return Animation(**known)  # type: ignore[arg-type]  # validated just before


STEPS = 1000
RATE = 8.0
"""Previews a second at most while settings change."""


class Subject(NamedTuple):
    """What is animated: the run of a session up to step `last`, in a style whose size does not count."""

    session: Session
    last: int
    style: Style


class AnimationDialog(Dialog):
    """Fields, any frame as a preview, the length, and the progress of writing.

    suggested: the path to propose. remembered: what `values` gave.
    """

    saved = Signal(object)
    """The path of an animation that was written."""

    def __init__(self, subject: Subject, suggested: Path, remembered: Mapping[str, Any], parent: QWidget) -> None:
        super().__init__("dialog.animation", _("Save animation"), parent, QSize(900, 520))
        self._subject, self._suggested = subject, suggested
        self._recording: Recording | None = None
        self._film: Film | None = None
        self._drawing = False
        """Whether the job in `_looking`, if any, draws a frame."""
        self._looking = Background(self, "kpgui preview", patience=0)
        self.writing = Background(self, "kpgui animation", patience=0)
        self.form = AnimationForm(remembered, learner(subject.session.learner).by_epochs, self)
        self._preview = Preview("animation.preview", _("a frame"), self)
        self._frame = QSlider(Qt.Orientation.Horizontal, self)
        self._frame.setObjectName("animation.frame")
        self._frame.setAccessibleName(_("Frame of the preview"))
        self._frame.setToolTip(_("Drag to see another frame of the animation"))
        self._place = PlainLabel(self, name="animation.place")
        self._summary = PlainLabel(self, name="animation.summary")
        self._problem = PlainLabel(self, name="animation.problem", role="wrong", wraps=True)
        self._share = QProgressBar(self)
        self._share.setObjectName("animation.share")
        self._share.setRange(0, STEPS)
        self._share.setTextVisible(False)
        self._save = push_button(self, "animation.save", _("&Save…"), self._ask)
        self._close = push_button(self, "animation.cancel", _("Close"), self.reject)
        self._lay_out()
        self._refresh_soon = Throttle(self._refresh, RATE, self)
        self._look_soon = Throttle(self._look, RATE, self)
        self.form.changed.connect(self._outdate)
        self.form.refused.connect(self._problem.setText)
        self._frame.valueChanged.connect(self._look_soon.request)
        self._looking.failed.connect(self._tell)
        self.writing.failed.connect(self._fail)
        self.writing.progressed.connect(self._show_share)
        self.writing.ended.connect(self._show_idle)
        self._show_idle()
        self._refresh()

    def _lay_out(self) -> None:
        left = in_column(Wide(self._preview), in_row(Wide(self._frame), self._place))
        buttons = in_row(None, self._save, self._close)
        right = in_column(self.form, self._summary, self._problem, None, self._share, buttons, spacing=10)
        in_row(Wide(left), right, on=self, margins=MARGINS, spacing=20)

    # Preview.

    def _outdate(self) -> None:
        """Nothing can be saved until the film of the new settings is worked out."""
        self._film = None
        self._save.setEnabled(False)
        self._refresh_soon.request()

    def _refresh(self) -> None:
        """Works the film out for the present settings."""
        self._film = None
        self._problem.setText("")
        self._save.setEnabled(False)
        self._summary.setText(_("Making the run anew…") if self._recording is None else "…")
        settings, encoder, size = self.form.settings, self.form.encoder, self.form.frame_size
        subject, recording = self._subject, self._recording

        def prepared(token: Token) -> tuple[Recording, Film]:
            made = recording or Recording(subject.session, subject.last, token)
            film = Film(made, settings, encoder.fitted(size.applied(subject.style), subject.session.view))
            film.prepare()
            return made, film

        self._drawing = False
        self._looking.do(_("Making the run anew"), prepared, self._take)

    def _take(self, made: tuple[Recording, Film]) -> None:
        self._recording, self._film = made
        with QSignalBlocker(self._frame):
            self._frame.setRange(1, len(self._film))
        self._summary.setText(self._film.summary)
        self._save.setEnabled(not self.form.encoder.problem() and not self.writing.busy)
        self._look()

    def _look(self) -> None:
        """Shows the frame at the slider."""
        film, number = self._film, self._frame.value()
        if film is None:
            return
        self._place.setText(_("Frame {number} of {film}").format(number=number, film=len(film)))
        if self._drawing and self._looking.busy:  # it cannot be stopped while it paints: frames would pile up
            self._look_soon.request()
            return
        self._drawing = True
        self._looking.do(_("Drawing"), lambda __: film.frame(number - 1), self._show_frame)

    def _show_frame(self, image: QImage) -> None:
        self._drawing = False
        self._preview.show_image(image)

    # Writing.

    def _ask(self) -> None:
        encoder = self.form.encoder
        suggested = self._suggested.with_name(self._suggested.name + encoder.suffixes[0])
        path = ask_save_path(self, _("Save animation"), suggested, {_(encoder.title): encoder.suffixes}, True)
        if path is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Writes the animation in the background."""
        film, encoder = self._film, self.form.encoder
        if film is None:
            return
        self._look_soon.cancel()
        self._looking.cancel()
        self._problem.setText("")
        self._save.setEnabled(False)
        self.form.setEnabled(False)
        self._frame.setEnabled(False)  # the film is drawn in one thread
        self._close.setText(_("Cancel"))
        self._share.setVisible(True)
        self._share.setValue(0)
        self.writing.do(
            _("Saving {name}").format(name=path.name), lambda token: _written(encoder, film, path, token), self._finish
        )

    def _finish(self, path: Path) -> None:
        self.saved.emit(path)
        self.close()

    def _show_share(self, share: float) -> None:
        self._share.setValue(round(STEPS * share))

    def _show_idle(self) -> None:
        """Shows that nothing is being written."""
        self._share.setVisible(False)
        self.form.setEnabled(True)
        self._frame.setEnabled(True)
        self._close.setText(_("Close"))
        self._save.setEnabled(self._film is not None and not self.form.encoder.problem())

    def _fail(self, sentence: str) -> None:
        """What failed at once has not begun for `Background`, and does not end."""
        self._show_idle()
        self._tell(sentence)

    def _tell(self, sentence: str) -> None:
        self._problem.setText(sentence)
        if self._film is None:
            self._summary.setText("")

    def reject(self) -> None:
        """Cancels the writing, or closes the dialog: on Esc, too."""
        if self.writing.busy:
            self.writing.cancel()
        else:
            self.stop()
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.stop()
        super().closeEvent(event)

    def stop(self) -> None:
        """Cancels everything and waits a limited time for it to end."""
        self._refresh_soon.cancel()
        self._look_soon.cancel()
        self._looking.stop()
        self.writing.stop()


def _written(encoder: Encoder, film: Film, path: Path, token: Token) -> Path:
    encoder.write(film, path, token)
    return path
