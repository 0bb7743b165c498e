"""Commands on the selected points: copy, cut, paste, duplicate, mirror, rotate, scale, align, distribute.

And on all that is shown: copied as text, and pasted from it.
"""

from collections.abc import Callable
from functools import partial
from time import monotonic

import numpy as np
from PySide6.QtCore import QByteArray, QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication

from kpgui.language import _
from kpgui.model.arrays import Bools, Floats, Ints, Labels
from kpgui.model.conventions import USUAL
from kpgui.model.dataset import Dataset
from kpgui.model.edits import HoldOut, Move, Relabel, Remove, Replace, Setting, add
from kpgui.model.errors import KpguiError, Token
from kpgui.model.param import grouped
from kpgui.model.session import Session
from kpgui.model.transform import X, Y, aligned, distributed, mirrored, rotated, scaled
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.tools.base import by, counted
from kpgui.ui.session.document import Document
from kpgui.ui.tasks import Background
from kpgui.words.counters import plural

OFFSET = 16.0
"""Pixels by which a duplicate is offset to the right and down."""

MOST_PASTED = 10_000_000
"""Bytes of text that are taken from the clipboard, some 250 000 points."""

SLOW = 2.0
"""Seconds after which a text that is empty did not come in time: Qt waits five for another program, then gives none."""

TEXT_TYPES = "text/plain;charset=utf-8", "text/plain"

LOW, MIDDLE, HIGH = 0.0, 0.5, 1.0


class SelectionCommands(QObject):
    """The commands: each is one named undo step, and leaves the points that it made selected.

    background: what reads files, and also what is pasted. said: a short message. refused: a sentence about why nothing
    was done.
    """

    said = Signal(str)
    refused = Signal(str)

    def __init__(self, document: Document, canvas: Canvas, background: Background, parent: QObject) -> None:
        super().__init__(parent)
        self._background = background
        self._document = document
        self._canvas = canvas

    def handlers(self) -> dict[str, Callable[[], object]]:
        """The handlers of the actions, by id."""
        lines = {"left": (X, LOW), "centre": (X, MIDDLE), "right": (X, HIGH)}
        lines |= {"bottom": (Y, LOW), "middle": (Y, MIDDLE), "top": (Y, HIGH)}
        return {
            "edit.copy": self.copy,
            "edit.copy_text": self.copy_text,
            "edit.cut": self.cut,
            "edit.paste": self.paste,
            "edit.duplicate": self.duplicate,
            "edit.hold_out": self.hold_out,
            "edit.relabel": self.flip_labels,
            "view.bump": self.show_bump,
            "arrange.mirror_x": partial(self.mirror, X),
            "arrange.mirror_y": partial(self.mirror, Y),
            "arrange.rotate_left": partial(self.rotate, 90.0),
            "arrange.rotate_right": partial(self.rotate, -90.0),
            "arrange.distribute_x": partial(self.distribute, X),
            "arrange.distribute_y": partial(self.distribute, Y),
            **{f"arrange.{name}": partial(self.align, axis, share) for name, (axis, share) in lines.items()},
        }

    def hold_out(self) -> None:
        """Holds the selected points out of training, or, if all of them are held out, takes them back."""
        ids, dataset = self._canvas.selection, self._document.session.dataset
        if len(ids):
            out = not dataset.held_out[dataset.index_of(ids)].all()
            text = _("hold out {points}") if out else _("train on {points}")
            self._document.edit(HoldOut(ids, np.full(len(ids), out)), text.format(points=counted(len(ids))))

    def flip_labels(self) -> None:
        """Gives the selected points the other label."""
        ids, dataset = self._canvas.selection, self._document.session.dataset
        if len(ids):
            labels = plural(len(ids), "{n} label", "{n} labels")
            edit = Relabel(ids, -dataset.labels[dataset.index_of(ids)])
            self._document.edit(edit, _("flip {labels}").format(labels=labels))

    def show_bump(self) -> None:
        """Shows the bump of the one selected point, or ends it if it is shown."""
        ids, focus = self._canvas.selection, self._canvas.focus
        if focus.bump is not None and (len(ids) != 1 or focus.bump == int(ids[0])):
            focus.show_bump(None)
        elif len(ids) == 1:
            focus.show_bump(int(ids[0]))
        else:
            self.said.emit(_("Select one point to see its bump β·K(xᵢ, ·)."))

    def copy(self) -> None:
        """Puts the selected points on the clipboard, as a table for spreadsheets."""
        from kpgui.words.clipboard.points import copied

        ids = self._canvas.selection
        if len(ids):
            dataset = self._document.session.dataset
            QGuiApplication.clipboard().setText(copied(dataset, np.sort(dataset.index_of(ids))))
            self.said.emit(_("Copied {points}").format(points=counted(len(ids))))

    def copy_text(self) -> None:
        """Puts the kernel, the learner, their settings and all points on the clipboard, as a text for a message."""
        from kpgui.words.clipboard.setting import setting_text

        try:
            text, decimals = setting_text(self._document.session)
        except KpguiError as error:
            self.refused.emit(str(error))
            return
        QGuiApplication.clipboard().setText(text)
        said = _("Copied as text: {n} characters.").format(n=grouped(len(text)))
        rounded = "" if decimals is None else _("Points are rounded to {n} decimals in it.").format(n=decimals)
        self.said.emit(f"{said} {rounded}".strip())

    def cut(self) -> None:
        ids = self._canvas.selection
        if len(ids):
            self.copy()
            self._document.edit(Remove(ids), _("cut {points}").format(points=counted(len(ids))))

    def paste(self) -> None:
        """Adds the points of the table on the clipboard, or takes the setting there, read in the background.

        Says what is wrong with it if it is neither.
        """
        from kpgui.words.clipboard.points import pasted
        from kpgui.words.clipboard.setting import setting_in

        try:
            content = _text_on_clipboard()
        except KpguiError as error:
            self.refused.emit(str(error))
            return
        label = self._canvas.left_class

        def work(token: Token) -> Session | Dataset:
            return setting_in(content) or pasted(content, label, token=token)

        self._background.do(_("Pasting"), work, self._take_pasted)

    def _take_pasted(self, made: Session | Dataset) -> None:
        if isinstance(made, Session):
            self._take_setting(made)
            return
        self._add(made.points, made.labels, made.held_out, _("paste {points}"))
        self._canvas.show_all_of(made.points)

    def _take_setting(self, made: Session) -> None:
        """Makes the session that of a text, as one step that can be undone; all of it or, in a lesson, nothing."""
        stroke, name = object(), _("paste a setting")
        shared = "kernel", "learner", "order", "seed"
        if self._document.refuses("dataset", "conventions", *shared):
            return
        self._document.edit(Setting("conventions", USUAL), name, stroke)
        for field in shared:
            self._document.edit(Setting(field, getattr(made, field)), name, stroke)
        self._document.edit(Replace(made.dataset), name, stroke)
        self._document.edit(Setting("conventions", made.conventions), name, stroke)
        self._canvas.fit_view()

    def duplicate(self) -> None:
        """Adds copies of the selected points, a little to the right and down."""
        dataset = self._document.session.dataset
        at = np.sort(dataset.index_of(self._canvas.selection))
        if len(at):
            mapping = self._canvas.mapping
            shift = OFFSET / mapping.across, -OFFSET / mapping.up
            self._add(dataset.points[at] + shift, dataset.labels[at], dataset.held_out[at], _("duplicate {points}"))

    def mirror(self, axis: int) -> None:
        self._move(lambda points: mirrored(points, axis), _("mirror {points}"))

    def rotate(self, degrees: float) -> None:
        """Rotates the selection counter-clockwise about its centre."""
        self._move(lambda points: rotated(points, degrees), _("rotate {points}{angle}"), by(degrees))

    def align(self, axis: int, share: float) -> None:
        self._move(lambda points: aligned(points, axis, share), _("align {points}"))

    def distribute(self, axis: int) -> None:
        self._move(lambda points: distributed(points, axis), _("distribute {points}"))

    def transform(self, ids: Ints, start: Floats, degrees: float, across: float, up: float, stroke: object) -> None:
        """Scales and then rotates points, given their positions (k, 2) at the start of the stroke."""
        turning, scaling = degrees != 0, (across, up) != (1.0, 1.0)
        one = _("scale {points}") if scaling else _("rotate {points}{angle}")
        text = _("rotate and scale {points}{angle}") if turning and scaling else one
        text = text.format(points=counted(len(ids)), angle=by(degrees) if turning else "")
        try:
            points = rotated(scaled(start, across, up), degrees)
        except KpguiError as error:
            self.refused.emit(str(error))
            return
        self._document.edit(Move(ids, points), text, stroke)

    def _move(self, change: Callable[[Floats], Floats], text: str, angle: str = "") -> None:
        ids, dataset = self._canvas.selection, self._document.session.dataset
        if not len(ids):
            return
        before = dataset.points[dataset.index_of(ids)]
        try:
            after = change(before)
        except KpguiError as error:
            self.refused.emit(str(error))
            return
        if not np.array_equal(before, after):
            self._document.edit(Move(ids, after), text.format(points=counted(len(ids)), angle=angle))

    def _add(self, points: Floats, labels: Labels, held_out: Bools, text: str) -> None:
        insert = add(self._document.session.dataset, points, labels, held_out)
        self._document.edit(insert, text.format(points=counted(len(insert.ids))))
        self._canvas.select(insert.ids)


def _text_on_clipboard() -> bytes:
    """The text on the clipboard as UTF-8. Raises KpguiError, before it is copied, when it is too long."""
    # A clipboard that holds nothing has no mimeData at all on some platforms.
    mime = QGuiApplication.clipboard().mimeData() or QMimeData()
    start = monotonic()
    content = next((mime.data(each) for each in TEXT_TYPES if mime.hasFormat(each)), QByteArray())
    if content.isEmpty() and monotonic() - start > SLOW:
        raise KpguiError(_("The text on the clipboard did not come within seconds; copy less, or open it as a file."))
    if content.size() > MOST_PASTED:
        raise KpguiError(
            _("The clipboard has more than {most} MB of text, the most that is pasted; open it as a file.").format(
                most=MOST_PASTED // 1_000_000
            )
        )
    return bytes(content.data())
