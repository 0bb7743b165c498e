"""The page of a film of the run: which moments it shows, how fast, and any frame of it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFormLayout, QSlider, QWidget

from kpgui.figure.animation.encoder import Encoder
from kpgui.figure.animation.film import DEFAULT_SIZE, SIZES, Film
from kpgui.figure.animation.recording import Recording
from kpgui.figure.animation.registry import ENCODERS
from kpgui.figure.animation.settings import Animation
from kpgui.language import _, later, sentence
from kpgui.learners import learner
from kpgui.model.errors import KpguiError, Token
from kpgui.model.param import Value
from kpgui.ui.dialogs.messages import ask_save_path
from kpgui.ui.dialogs.page import Page, Subject
from kpgui.ui.forms.fields import choice_of
from kpgui.ui.forms.forms import Form
from kpgui.ui.forms.widgets import Scrolled, Wide, in_column, in_row
from kpgui.ui.look.scale import LOOSE
from kpgui.ui.look.style import PlainLabel, named

BY = {"steps": later("Step"), "mistakes": later("Mistake"), "epochs": later("Epoch")}


class FilmPage(Page):
    """Remembered are all values in the form."""

    key, title, meaning = "film", later("Film"), later("The run as a film: GIF, WebP or MP4")
    ready = False

    def __init__(self, subject: Subject, parent: QWidget) -> None:
        super().__init__(subject, parent)
        assert subject.picture is not None
        self._session, self._style = subject.picture.session, subject.picture.style
        self._recording: Recording | None = None
        self._film: Film | None = None
        remembered = subject.settings.animation
        self.animation = _valid(remembered)
        by_epochs = learner(self._session.learner).by_epochs
        moments = {key: _(BY[key]) for key in BY if by_epochs or key == "steps"}
        self._by = choice_of(
            "film.by", moments, self.animation.by, _("What happens in the run between two frames"), self
        )
        sizes, formats = ({each.key: _(each.title) for each in members} for members in (SIZES, ENCODERS))
        tip = _("Width and height of every frame in pixels")
        self._size = choice_of("film.size", sizes, remembered.get("size"), tip, self, DEFAULT_SIZE)
        tip = _("The kind of file: most programs for slides show GIF and MP4")
        self._format = choice_of("film.format", formats, remembered.get("format"), tip, self)
        self._note = PlainLabel(self, name="film.note", role="muted", wraps=True)
        self._numbers = Form("film", tuple(each for each in Animation.params() if each.name != "by"), parent=self)
        self._numbers.show_values(self.animation.settings())
        self._numbers.edited.connect(self._edit)
        self._frame = QSlider(Qt.Orientation.Horizontal, self)
        named(self._frame, "film.frame", _("Frame of the preview"), _("Drag to see another frame of the film"))
        self._frame.setRange(1, 1)
        self._frame.valueChanged.connect(self._look)
        self._place = PlainLabel(self, name="film.place")
        self._choices = choices = QFormLayout()
        for text, field in ((_("A frame for &each"), self._by), (_("Si&ze"), self._size), (_("&Format"), self._format)):
            choices.addRow(text, field)
            field.currentIndexChanged.connect(self._change)
        frame = in_row(Wide(self._frame), self._place)
        column = QWidget(self)
        in_column(choices, self._note, self._numbers, None, on=column, spacing=LOOSE)
        in_column(Wide(Scrolled(column, self)), frame, on=self, spacing=LOOSE)
        self._outdate()

    @staticmethod
    def refusal(subject: Subject) -> str:
        return "" if subject.picture and subject.steps else _("There is no run to film: step or run first.")

    @property
    def encoder(self) -> Encoder:
        return ENCODERS.find(self._format.currentData())

    @property
    def can_be_saved(self) -> bool:
        return self.ready and not self.encoder.problem()

    def _edit(self, name: str, value: Value, __: object) -> None:
        self.animation = replace(self.animation, **{name: value})  # type: ignore[arg-type]  # validated by the form
        self._change()

    def _change(self) -> None:
        self.animation = replace(self.animation, by=self._by.currentData())
        values = {**self.animation.settings(), "format": self.encoder.key, "size": self._size.currentData()}
        self.subject.settings.animation = values
        self._outdate()
        self.changed.emit()

    def _outdate(self) -> None:
        """There is no film until that of the new settings is worked out."""
        meaning = _(self.encoder.meaning)
        self._note.setText(self.encoder.problem() or sentence(meaning[0].upper() + meaning[1:]))
        self._choices.setRowVisible(self._size, self.encoder.drawn)
        self._numbers.set_row_shown("hold", self.encoder.drawn)
        self._film, self.ready = None, False
        self._frame.setEnabled(False)
        self.extent = _("Making the run anew…") if self._recording is None else "…"

    def _look(self) -> None:
        self._say_place()
        self.changed.emit()

    def _say_place(self) -> None:
        number, film = self._frame.value(), self._frame.maximum()
        self._place.setText(_("Frame {number} of {film}").format(number=number, film=film))

    def work(self, room: tuple[int, int]) -> Callable[[Token], tuple[Recording, Film, QImage]]:
        session, style, steps = self._session, self._style, self.subject.steps
        recording, film, number = self._recording, self._film, self._frame.value()
        animation, encoder, size = self.animation, self.encoder, SIZES.find(self._size.currentData())

        def made(token: Token) -> tuple[Recording, Film, QImage]:
            recorded = recording or Recording(session, steps, token)
            shown = film or Film(recorded, animation, encoder.fitted(size.applied(style), session.view))
            if film is None:
                shown.prepare()
            return recorded, shown, shown.frame(min(number, len(shown)) - 1)

        return made

    def take(self, result: tuple[Recording, Film, QImage]) -> QImage:
        self._recording, self._film, image = result
        self.ready, self.extent = True, sentence(self._film.summary)
        self._frame.setEnabled(True)
        with QSignalBlocker(self._frame):
            self._frame.setRange(1, len(self._film))
        self._say_place()
        return image

    def ask_path(self) -> Path | None:
        """Asks for the file's path."""
        encoder, subject = self.encoder, self.subject
        suggested = subject.settings.start_folder / f"{subject.stem}{encoder.suffixes[0]}"
        return ask_save_path(self, _("Save film"), suggested, {_(encoder.title): encoder.suffixes}, True)

    def writing(self, path: Path) -> Callable[[Token], Path]:
        """What writes the film there, in a thread of its own."""
        film, encoder = self._film, self.encoder
        assert film is not None

        def written(token: Token) -> Path:
            encoder.write(film, path, token)
            return path

        return written


def _valid(remembered: Mapping[str, Any]) -> Animation:
    """The remembered settings, each that is not allowed replaced by its default."""
    known = {}
    for param in Animation.params():
        try:
            known[param.name] = param.validate(remembered[param.name])
        except (KeyError, KpguiError):
            known[param.name] = param.default
    return Animation(**known)  # type: ignore[arg-type]  # validated just before
