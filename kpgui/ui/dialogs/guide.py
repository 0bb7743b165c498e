"""The guide: the pages of docs/ in a window, with contents, search, and the way back."""

from collections.abc import Callable

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

from kpgui.language import ENGLISH, _, language
from kpgui.ui.dialogs import Dialog
from kpgui.ui.dialogs.guide_browser import PAGES, START, GuideBrowser, Hit, headings
from kpgui.ui.forms.widgets import Wide, in_column, in_row, push_button
from kpgui.ui.look.scale import LOOSE
from kpgui.ui.look.style import PlainLabel, named

PLACE = Qt.ItemDataRole.UserRole
"""Where the page and anchor of an entry of the contents are stored."""

LISTED = 6
"""Places found that are listed without scrolling."""


class Guide(Dialog):
    """It lets the window behind it be used."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("dialog.guide", _("Guide"), parent, QSize(880, 640))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.browser = GuideBrowser(self)
        named(self.browser, "guide.page", _("Page"))
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
        named(self.hits, "guide.hits", _("Places found"))
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
        self._previous = self._button("previous", _("Previous match"), self._go_back, "Shift+F3")
        self._next = self._button("next", _("Next match"), self._find, "F3")
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
            english = PlainLabel(self, _("The guide is in English."), name="guide.english", role="muted")
            whole.addWidget(english)

    def _button(self, name: str, text: str, act: Callable[[], object], key: str = "") -> QPushButton:
        button = push_button(self, f"guide.{name}", text, act, key)
        button.setEnabled(False)
        button.setShortcut(key)
        return button

    def _contents(self) -> QTreeWidget:
        tree = QTreeWidget(self)
        named(tree, "guide.contents", _("Contents"), _("Pages and headings; a click goes there"))
        tree.setAccessibleDescription(tree.toolTip())  # the tool tip of a tree is not one to every Qt
        tree.setHeaderHidden(True)
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
