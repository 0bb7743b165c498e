"""The data panel: generated datasets, points that are held out, classes, and how many points there are."""

from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from kpgui.generators import GENERATORS, Generator, generator
from kpgui.language import _, in_sentence
from kpgui.model.dataset import Dataset
from kpgui.model.edits import HoldOut, Replace, add
from kpgui.model.errors import KpguiError, short
from kpgui.model.multiclass import against
from kpgui.model.param import Value
from kpgui.model.session import Session
from kpgui.model.transform import SPLIT, split
from kpgui.ui.forms.fields import ChoiceField
from kpgui.ui.forms.forms import Form
from kpgui.ui.forms.labels import TextLines
from kpgui.ui.forms.panel import Panel, Workbench
from kpgui.ui.forms.widgets import Reveal, Wide, fill, fold_button, in_column, in_row, push_button
from kpgui.ui.look.scale import APART, CLOSE
from kpgui.ui.look.style import PlainLabel, named, plain, restyle
from kpgui.ui.session.document import Document
from kpgui.ui.setup.registry_editor import RegistryEditor
from kpgui.ui.tasks import AfterFirstPaint, Background
from kpgui.words.counters import class_counts, plural
from kpgui.words.verdict import Tone


class ClassSwitch(QWidget):
    """Two lists, "this class against the rest" or "against that one"; shown when there are more than two classes."""

    def __init__(self, workbench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document = workbench.document
        self._parting = Background(self, "kpgui classes")
        self._parting.failed.connect(workbench.said)
        self._parting.failed.connect(lambda: self._show(document.session))
        workbench.closing.connect(self._parting.stop)
        self._positive = self._field("data.class.positive", _("Class +1"), _("The class that is +1"))
        tip = _("The class that is −1; points of further classes are grey, and not trained on")
        self._negative = self._field("data.class.negative", _("Class −1"), tip)
        against_text = PlainLabel(self, _("against"))
        in_row(Wide(self._positive), against_text, Wide(self._negative), on=self, spacing=APART)
        document.changed.connect(self._follow)
        self._show(document.session)

    def _field(self, name: str, title: str, tip: str) -> ChoiceField:
        field = named(ChoiceField(self), name, tip=tip)
        field.set_spoken_name(title)
        field.activated.connect(self._choose)
        return field

    def _choose(self) -> None:
        """Makes the chosen classes +1 and −1, as one edit; a class against itself is one against the rest.

        A million points take half a second: they are parted in the background.
        """
        self._parting.cancel()
        positive, negative = self._positive.currentData(), self._negative.currentData()
        chosen = positive, None if negative == positive else negative
        dataset = self._document.session.dataset
        found = dataset.multiclass
        if found is not None and chosen != (found.positive, found.negative):
            other = self._negative.currentText() if chosen[1] is not None else _("the rest")
            text = _("{positive} against {negative}").format(positive=self._positive.currentText(), negative=other)
            self._parting.do(text, lambda token: against(dataset, *chosen), partial(self._take, text))
        else:
            self._show(self._document.session)

    def _take(self, text: str, dataset: Dataset) -> None:
        self._document.edit(Replace(dataset), text)
        self._show(self._document.session)  # a lesson may refuse the edit

    def _follow(self, before: Session, after: Session) -> None:
        if self._parting.busy:  # of points that are no longer there
            self._parting.cancel()
            self._show(after)
        elif before.dataset.multiclass is not after.dataset.multiclass:
            self._show(after)

    def _show(self, session: Session) -> None:
        found = session.dataset.multiclass
        self.setVisible(found is not None)
        if found is None:
            return
        names = [(short(name, 30), k) for k, name in enumerate(found.names)]
        others = [(_("the rest"), None), *(each for each in names if each[1] != found.positive)]
        sides = (self._positive, names, found.positive), (self._negative, others, found.negative)
        for field, items, chosen in sides:
            field.clear()
            for text, data in items:
                field.addItem(text, data)
            field.setCurrentIndex([data for __, data in items].index(chosen))


class HoldOutForm(QWidget):
    """The share and the seed, a button that holds the points out, and one that holds none out; both can be undone."""

    def __init__(self, document: Document, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self._values: dict[str, Value] = {each.name: each.default for each in SPLIT}
        form = Form("hold_out", SPLIT, _("Split"), self)
        form.show_values(self._values)
        form.edited.connect(self._remember)
        scored = _("Hold this share of the points out; they become hollow, and are scored but not trained on")
        self._apply = push_button(self, "data.hold_out", _("Hold out"), self.hold_out, scored)
        trained = _("Train on all points again")
        self._clear = push_button(self, "data.hold_none_out", _("None"), self.hold_none_out, trained)
        in_column(form, in_row(Wide(self._apply, 2), Wide(self._clear), spacing=APART), on=self, spacing=CLOSE)
        document.changed.connect(self._follow)
        self._show(document.session)

    def hold_out(self) -> None:
        """Holds out the chosen share, and trains on all other points."""
        dataset = self._document.session.dataset
        held_out = split(dataset.labels, **self._values)  # type: ignore[arg-type]  # of the declared types
        self._document.edit(
            HoldOut(dataset.ids, held_out),
            _("hold out {points}").format(points=plural(int(held_out.sum()), "{n} point", "{n} points")),
        )

    def hold_none_out(self) -> None:
        """Trains on all points."""
        dataset = self._document.session.dataset
        self._document.edit(HoldOut(dataset.ids, dataset.held_out & False), _("hold out no points"))

    def _remember(self, name: str, value: Value, stroke: object) -> None:
        self._values[name] = value

    def _follow(self, before: Session, after: Session) -> None:
        if before.dataset.held_out is not after.dataset.held_out:
            self._show(after)

    def _show(self, session: Session) -> None:
        self._apply.setEnabled(len(session.dataset) > 1)
        self._clear.setEnabled(bool(session.dataset.held_out.any()))


class HoldOutSection(QWidget):
    """A section that contains the form, folded until it is opened.

    top: the row with the button that opens it, to which the panel may add widgets.
    """

    def __init__(self, document: Document, after_first_paint: AfterFirstPaint, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        fold = fold_button(self, self._unfold)
        self._fold = named(fold, "data.hold_out.fold", tip=_("Score some points without training on them"))
        self._fold.setText(_("Hold out…"))
        self._body: HoldOutForm | None = None
        self.top = in_row(self._fold, spacing=APART)
        self.top.setAlignment(self._fold, Qt.AlignmentFlag.AlignTop)
        self._column = in_column(self.top, on=self, spacing=CLOSE)
        after_first_paint.do(self._complete)

    def _complete(self) -> HoldOutForm:
        """Returns the form, creating it on the first call."""
        if self._body is None:
            self._body = HoldOutForm(self._document, self)
            self._body.hide()
            self._reveal = Reveal(self._body)
            self._column.addWidget(self._body)
        return self._body

    def _unfold(self, shown: bool) -> None:
        self._fold.setText(_("Hold out") if shown else _("Hold out…"))
        self._complete().setVisible(shown)
        if shown:
            self._reveal.start()


MOST = 1000
"""Most points of a preview, which take a millisecond to generate; a larger shape is generated with so many."""


class DataPanel(Panel):
    """The choice of a shape, previewed on the canvas, and buttons that replace the points by it or add it to them."""

    key = "data"
    title = "Data"
    explanation = "Choose a shape to generate points from, hold points out, and see how many there are."

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._generator = _shape_of(workbench.shape)
        self._shape = named(QWidget(self), "data.shape")
        self._editor = RegistryEditor(
            "data", _("Shape"), GENERATORS, self._shape, workbench.after_first_paint, steady=True
        )
        self._editor.show_value(self._generator)
        self._editor.edited.connect(self._remember)
        self._remark = TextLines(2, self._shape, name="data.remark", role="muted")
        self._remark.hide()
        self._previewed = False
        self._counts = TextLines(3, self, role="muted")
        shape = QGridLayout(self._shape)
        shape.setContentsMargins(0, 0, 0, 0)
        shape.addWidget(self._editor, 0, 0)
        # In the room that the editor keeps free below a shape with few settings, so that it moves nothing.
        shape.addWidget(self._remark, 0, 0, Qt.AlignmentFlag.AlignBottom)
        instead, besides = _("Replace all points by this shape"), _("Add this shape to the points that are there")
        replacing = push_button(self, "data.generate", _("Generate"), self.generate, instead)
        replacing.setProperty("primary", True)
        adding = push_button(self, "data.add", _("Add"), self.add, besides)
        held_out = HoldOutSection(workbench.document, workbench.after_first_paint, self)
        held_out.top.insertWidget(0, self._counts, 1)
        buttons = in_row(Wide(replacing, 2), Wide(adding), spacing=APART)
        classes = ClassSwitch(workbench, self)
        fill(self.column, self._shape, buttons, CLOSE, held_out, classes, None)
        workbench.document.changed.connect(self._follow)
        workbench.document.restored.connect(self._restore)
        workbench.acted.connect(self._dismiss)
        workbench.training.left_end.connect(self._dismiss)
        self._show_counts(workbench.document.session)

    def generate(self) -> None:
        """Replaces the dataset by the chosen shape."""
        made = self._made()
        if made is not None:
            made = made.renamed(self.workbench.document.session.dataset.next_id)
            self.workbench.document.edit(
                Replace(made), _("generate {shape}").format(shape=in_sentence(self._generator.title))
            )
            self.workbench.points_generated.emit()

    def add(self) -> None:
        """Appends the chosen shape to the dataset."""
        made = self._made()
        if made is not None:
            edit = add(self.workbench.document.session.dataset, made.points, made.labels)
            self.workbench.document.edit(edit, _("add {shape}").format(shape=in_sentence(self._generator.title)))

    def _made(self) -> Dataset | None:
        """Returns the points of the shape; when it has none, shows why and returns None."""
        try:
            made = self._generator.make()
        except KpguiError as error:
            self._show_remark(str(error))
            return None
        self._dismiss()
        self._show_remark("")
        return made

    def _preview(self) -> None:
        """Previews the shape until it is made, or something else is done."""
        try:
            preview = replace(self._generator, n=min(self._generator.n, MOST)).make()
        except KpguiError as error:
            self._dismiss()
            self._show_remark(str(error))
            return
        self._show_remark("")
        self._previewed = True
        self.workbench.preview_changed.emit(preview)

    def _dismiss(self) -> None:
        """Shows no preview."""
        if self._previewed:
            self._previewed = False
            self.workbench.preview_changed.emit(None)

    def _restore(self, session: Session) -> None:
        """Shows the shape of a session that was opened."""
        shape = _shape_of(session.shape)
        if shape != self._generator:
            self._editor.show_value(shape)
            self._generator = shape
            self._show_remark("")

    def _remember(self, generator: Generator) -> None:
        self._generator = generator
        self._preview()
        self.workbench.shape = "" if generator == _shape_of("") else str(generator)

    def _show_remark(self, refusal: str) -> None:
        """Shows why the shape has no points, or if `refusal` is "", the remark on the shape."""
        text = refusal or self._generator.remark
        if self._remark.text() != text:
            restyle(self._remark, "tone", (Tone.BAD if refusal else Tone.CALM).value)
            self._remark.setText(text)
            self._remark.setToolTip(plain(text))
            self._remark.setVisible(bool(text))

    def _follow(self, before: Session, after: Session) -> None:
        one, other = before.dataset, after.dataset
        if one.labels is not other.labels or one.held_out is not other.held_out:
            self._show_counts(after)
        self._dismiss()

    def _show_counts(self, session: Session) -> None:
        labels = session.dataset.labels
        positive = int(np.count_nonzero(labels > 0))
        held_out = int(np.count_nonzero(session.dataset.held_out))
        self._counts.setText(class_counts(positive, len(labels) - positive, held_out))


def _shape_of(text: str) -> Generator:
    """The generator of a session's `shape`."""
    return generator(text) if text else GENERATORS.members[0]()
