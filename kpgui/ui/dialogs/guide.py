"""The guide: the pages of docs/ in a window, with contents, search, and the way back."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from kpgui.language import ENGLISH, _, language, later, sentence
from kpgui.ui.actions.actions import Entry, tip_text
from kpgui.ui.dialogs import Dialog
from kpgui.ui.dialogs.guide_browser import PAGES, START, GuideBrowser, Hit, headings
from kpgui.ui.forms.widgets import Wide, in_column, in_row, push_button
from kpgui.ui.look.scale import LOOSE
from kpgui.ui.look.style import PlainLabel

PLACE = Qt.ItemDataRole.UserRole
"""Where the page and anchor of an entry of the contents are stored."""

LISTED = 6
"""Places found that are listed without scrolling."""


class Guide(Dialog):
    """entries: the actions whose keys it lists. It lets the window behind it be used."""

    def __init__(self, entries: Sequence[Entry], parent: QWidget) -> None:
        super().__init__("dialog.guide", _("Guide"), parent, QSize(880, 640))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.browser = GuideBrowser(quick_page(entries), self)
        self.browser.setObjectName("guide.page")
        self.browser.setAccessibleName(_("Page"))
        self.browser.setAccessibleDescription(_("The page of the guide that is read"))
        self.contents = self._contents()
        self.words = QLineEdit(self)
        self.words.setObjectName("guide.words")
        self.words.setPlaceholderText(_("Search the guide"))
        self.words.setAccessibleName(_("Search the guide"))
        self.words.setClearButtonEnabled(True)
        self.words.returnPressed.connect(self._find)
        self.words.textEdited.connect(self._forget_hits)
        self.answer = PlainLabel(self, role="muted")
        self._hits: list[Hit] = []
        self.hits = QListWidget(self)
        self.hits.setObjectName("guide.hits")
        self.hits.setAccessibleName(_("Places found"))
        self.hits.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.hits.currentRowChanged.connect(self._show_hit)
        self.hits.itemClicked.connect(self._show_hit)
        self.hits.itemActivated.connect(self._show_hit)
        self._lay_out()
        self._forget_hits()

    def _lay_out(self) -> None:
        back = self._button("back", _("Back"), self.browser.backward)
        forward = self._button("forward", _("Forward"), self.browser.forward)
        self.browser.backwardAvailable.connect(back.setEnabled)
        self.browser.forwardAvailable.connect(forward.setEnabled)
        self._previous = self._button("previous", _("Previous"), self._go_back, "Shift+F3")
        self._next = self._button("next", _("Next"), self._find, "F3")
        bar = in_row(back, forward, None, Wide(self.words), self._previous, self._next, self.answer)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(self.contents)
        split.addWidget(self.browser)
        split.setStretchFactor(1, 1)
        wanted = (
            self.contents.sizeHintForColumn(0) + 2 * self.contents.indentation()
        )  # so that no title of a page is cut
        split.setSizes([wanted, self.width() - wanted])
        split.setChildrenCollapsible(False)
        whole = in_column(bar, self.hits, Wide(split), on=self, margins=(LOOSE, LOOSE, LOOSE, LOOSE))
        if language() != ENGLISH:
            english = PlainLabel(self, _("All pages but the first are in English."), name="guide.english", role="muted")
            whole.addWidget(english)

    def _button(self, name: str, text: str, act: Callable[[], object], key: str = "") -> QPushButton:
        button = push_button(self, f"guide.{name}", text, act, key)
        button.setEnabled(False)
        button.setShortcut(key)
        return button

    def _contents(self) -> QTreeWidget:
        tree = QTreeWidget(self)
        tree.setObjectName("guide.contents")
        tree.setAccessibleName(_("Contents"))
        tree.setToolTip(_("Pages and headings; a click goes there"))
        tree.setAccessibleDescription(tree.toolTip())  # the tool tip of a tree is not one to every Qt
        tree.setHeaderHidden(True)
        _added(tree.invisibleRootItem(), _("First steps and keys"), START)
        for page in PAGES:
            found = headings(page)
            item = _added(tree.invisibleRootItem(), found[0].text, page)
            for heading in found:
                if heading.level == 2:
                    _added(item, heading.text, f"{page}#{heading.anchor}")
        tree.currentItemChanged.connect(self._open_item)
        return tree

    def open(self, place: str = START) -> None:
        """Shows a place, as `guide.md#ask-why`, in front of all windows."""
        self.browser.setSource(QUrl(place))
        self.show()
        self.raise_()
        self.activateWindow()
        self.browser.setFocus()

    def _open_item(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            item.setExpanded(True)
            self.browser.setSource(QUrl(item.data(0, PLACE)))

    def _find(self) -> None:
        """Lists the places with the words, if they are new, and goes to the next one."""
        if self._hits:
            self.hits.setCurrentRow((self.hits.currentRow() + 1) % len(self._hits))
            return
        words = self.words.text().strip()
        self._hits = self.browser.hits(words) if words else []
        if not self._hits:
            self.answer.setText(_("Not found") if words else "")
            return
        self.hits.addItems([hit.line for hit in self._hits])
        rows = min(LISTED, len(self._hits))
        self.hits.setFixedHeight(rows * self.hits.sizeHintForRow(0) + 2 * self.hits.frameWidth())
        self._allow(True)
        self.hits.setCurrentRow(0)

    def _go_back(self) -> None:
        self.hits.setCurrentRow((self.hits.currentRow() - 1) % len(self._hits))

    def _show_hit(self) -> None:
        row = self.hits.currentRow()
        if row >= 0:
            self.answer.setText(_("{count} of {of}").format(count=row + 1, of=len(self._hits)))
            self.browser.show_hit(self._hits[row])

    def _forget_hits(self) -> None:
        self._hits = []
        self.hits.clear()
        self._allow(False)
        self.answer.clear()

    def _allow(self, found: bool) -> None:
        self.hits.setVisible(found)
        self._previous.setEnabled(found)
        self._next.setEnabled(found)


def _added(parent: QTreeWidgetItem, title: str, place: str) -> QTreeWidgetItem:
    item = QTreeWidgetItem(parent, [title])
    item.setData(0, PLACE, place)
    return item


_STEPS = (
    (
        later("Put points on the canvas"),
        later("Left click adds +1 (a circle), right click −1 (a square). Drag a point to move it."),
    ),
    (
        later("Or take a dataset"),
        later(
            "Choose a shape in the Data panel, or write a formula such as y > sin(3*x). The faint points are a "
            "preview: Generate makes points of them. Or drop a file on the window."
        ),
    ),
    (
        later("Choose a kernel"),
        later("It says how alike two points are. For RBF, σ is how far a point's influence reaches."),
    ),
    (
        later("Run"),
        later(
            "The learner examines one point at a time. A point on the wrong side is a mistake: it moves the boundary."
        ),
    ),
    (
        later("Ask why"),
        later(
            "Step: below the canvas stands what the learner found at the point, and what it changed. The timeline "
            "goes to any step of the run. <i>Why?</i> shows the step in the algorithm, with its numbers, and what adds "
            "up to f under the pointer; Inside, in the Panels menu, what the learner remembers."
        ),
    ),
    (
        later("Compare"),
        later(
            "K keeps the moment that is shown: its boundary stays, dashed and named. Kept moments in the Panels menu "
            "has a table of them."
        ),
    ),
    (
        later("Look"),
        later(
            "The legend says what is drawn; the View menu switches each part off. Rest on a point to see its numbers."
        ),
    ),
    (
        later("Ask what to expect"),
        later(
            "Can it be learned? in the Panels menu says whether the kernel separates the points, with what margin, and "
            "how many mistakes a perceptron can make at most."
        ),
    ),
    (
        later("Hold points out"),
        later(
            "<i>Hold out …</i> in the Data panel keeps a share of the points, drawn hollow, from training. Their "
            "errors are counted apart and tell how well the boundary does on points it has not seen."
        ),
    ),
    (later("Play"), later("Switch Live on and drag a point: the boundary follows under your hand.")),
    (
        later("Show it to a room"),
        later(
            "F11 fills the screen, the second one if there is one, with large type and no panels: ? shows the keys, "
            "Esc leaves. Larger type and High contrast in the View menu serve for the rest of the time."
        ),
    ),
    (later("Keep it"), later("A .kpgui file holds everything. Picture saves what you see for a slide.")),
)

_MOUSE = (
    (later("Wheel"), later("Zoom")),
    (later("Middle button, or Space and drag"), later("Move the view")),
    (
        later("Right button"),
        later("The opposite: the other class, push instead of pull, train on again, take from the selection"),
    ),
    (later("Shift and drag"), later("Select the points in a rectangle, with any tool")),
    (
        later("Ctrl and drag, Alt and drag"),
        later("Add to the selection, take from it; Ctrl makes a line level and an ellipse round"),
    ),
    (later("Shift or Alt and the wheel"), later("Change the size of the brush")),
    (later("Esc"), later("Give up what is being drawn or dragged; clear the selection")),
    (later("Right click with the select or lasso tool, or the menu key"), later("What can be done to the selection")),
    (
        later("Handles around the selection (select, lasso, move)"),
        later("Scale it; drag through to mirror it. The round one rotates"),
    ),
    (
        later("Shift on a handle, Alt on a handle"),
        later("Keep the proportions, or rotate in steps of 15°; scale about the centre"),
    ),
    (later("Arrow keys"), later("Move the selection by a pixel, with Shift by ten")),
)


def quick_page(entries: Sequence[Entry]) -> str:
    """The page as HTML. entries: the actions whose keys it lists."""
    course, mouse = _("From a click to a boundary"), _("Mouse and keys")
    steps = "".join(f"<li><b>{sentence(_(title))}</b> {_(text)}</li>" for title, text in _STEPS)
    keys = [(entry.keys[0], tip_text(entry)) for entry in entries if entry.keys]
    rows = "".join(f"<tr><td><b>{_(key)}</b>&nbsp;&nbsp;</td><td>{_(text)}</td></tr>" for key, text in (*_MOUSE, *keys))
    return f"<h3>{course}</h3><ol>{steps}</ol><h3>{mouse}</h3><table>{rows}</table>"
