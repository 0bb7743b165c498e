"""The form for holding out a random share of the points from training."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from kpgui.language import _
from kpgui.model.edits import HoldOut
from kpgui.model.param import Value
from kpgui.model.session import Session
from kpgui.model.split import SPLIT, split
from kpgui.ui.forms.button import push_button
from kpgui.ui.forms.forms import Form
from kpgui.ui.forms.reveal import Reveal
from kpgui.ui.session.document import Document
from kpgui.ui.tasks.after_first_paint import AfterFirstPaint
from kpgui.words.counters import plural


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
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._apply, 2)
        buttons.addWidget(self._clear, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(form)
        column.addLayout(buttons)
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
        self._fold = QPushButton(_("Hold out …"), self)
        self._fold.setObjectName("data.hold_out.fold")
        self._fold.setToolTip(_("Score some points without training on them"))
        self._fold.setProperty("link", True)
        self._fold.setCheckable(True)
        self._fold.setCursor(Qt.CursorShape.PointingHandCursor)
        self._body: HoldOutForm | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self.top = QHBoxLayout()
        self.top.setSpacing(8)
        self.top.addWidget(self._fold, 0, Qt.AlignmentFlag.AlignTop)
        self._column.addLayout(self.top)
        self._fold.toggled.connect(self._unfold)
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
        self._fold.setText(_("Hold out") if shown else _("Hold out …"))
        self._complete().setVisible(shown)
        if shown:
            self._reveal.start()
