"""The settings of an animation as a form."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QWidget

from kpgui.figure.animation.encoder import Encoder
from kpgui.figure.animation.registry import ENCODERS
from kpgui.figure.animation.settings import Animation
from kpgui.figure.animation.size import DEFAULT_SIZE, SIZES, Size
from kpgui.language import _, later, sentence, titled, without_key
from kpgui.model.errors import KpguiError
from kpgui.ui.forms.fields import ChoiceField, NumberField
from kpgui.ui.look.plain_text import PlainLabel, plain

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
