"""The guide: the pages of docs/ in a window, with contents, search, and the way back."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from kpgui.language import _
from kpgui.ui.actions.actions import Entry
from kpgui.ui.dialogs.guide_browser import PAGES, GuideBrowser, headings
from kpgui.ui.dialogs.guide_places import START
from kpgui.ui.dialogs.placing import resize_within
from kpgui.ui.dialogs.quick_page import quick_page
from kpgui.ui.look.plain_text import PlainLabel

PLACE = Qt.ItemDataRole.UserRole
"""Where the page and anchor of an entry of the contents are stored."""


class Guide(QDialog):
    """entries: the actions whose keys it lists. It lets the window behind it be used."""

    def __init__(self, entries: Sequence[Entry], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("dialog.guide")
        self.setWindowTitle(_("Guide"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        resize_within(self, 880, 640)
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
        self.words.textEdited.connect(self._forget_answer)
        self.answer = PlainLabel(self)
        self.answer.setProperty("role", "muted")
        self._lay_out()

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        for name, text, act, available in (
            ("guide.back", _("Back"), self.browser.backward, self.browser.backwardAvailable),
            ("guide.forward", _("Forward"), self.browser.forward, self.browser.forwardAvailable),
        ):
            button = QPushButton(text, self)
            button.setObjectName(name)
            button.setAutoDefault(False)
            button.setEnabled(False)
            button.clicked.connect(act)
            available.connect(button.setEnabled)
            bar.addWidget(button)
        bar.addStretch(1)
        bar.addWidget(self.answer)
        bar.addWidget(self.words, 1)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(self.contents)
        split.addWidget(self.browser)
        split.setStretchFactor(1, 1)
        wanted = (
            self.contents.sizeHintForColumn(0) + 2 * self.contents.indentation()
        )  # so that no title of a page is cut
        split.setSizes([wanted, self.width() - wanted])
        split.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.addLayout(bar)
        column.addWidget(split, 1)

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
        words = self.words.text()
        if words and not self.browser.find_next(words):
            self.answer.setText(_("Not found"))

    def _forget_answer(self) -> None:
        self.answer.clear()


def _added(parent: QTreeWidgetItem, title: str, place: str) -> QTreeWidgetItem:
    item = QTreeWidgetItem(parent, [title])
    item.setData(0, PLACE, place)
    return item
