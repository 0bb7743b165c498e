"""The browser of the pages of docs/, and the place in them of each panel and dialog, which F1 opens."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from kpgui.language import _, titled
from kpgui.process import documentation

START = "guide.md"
"""The guide's first page."""

PLACES = {
    "panel.data": "guide.md#shapes",
    "panel.kernel": "guide.md#choose-a-kernel",
    "panel.learner": "learners.md",
    "panel.run": "guide.md#run",
    "panel.progress": "guide.md#run",
    "panel.kept": "guide.md#keep-a-moment",
    "panel.why": "guide.md#ask-why",
    "panel.inside": "guide.md#what-the-learner-does",
    "panel.analysis": "guide.md#run",
    "panel.space": "guide.md#feature-space",
    "panel.gram": "guide.md#gram-matrix",
    "panel.vary": "guide.md#compare",
    "panel.points": "guide.md#points-as-a-table",
    "panel.history": "guide.md#selections-and-handles",
    "race": "guide.md#race",
    "race.table": "guide.md#race",
    "dialog.about": START,
    "dialog.axes": "guide.md#the-view",
    "dialog.changed": "guide.md#nothing-is-lost",
    "dialog.claimed": "guide.md#nothing-is-lost",
    "dialog.examples": "guide.md#published-exercises",
    "dialog.export": "guide.md#pictures",
    "dialog.import": "guide.md#your-own-data",
    "dialog.lesson_step": "guide.md#lessons",
    "dialog.lessons": "guide.md#lessons",
    "dialog.losses": "formats.md",
    "dialog.picture": "guide.md#pictures",
    "dialog.problem": START,
    "dialog.reload": "guide.md#nothing-is-lost",
    "dialog.replace": "guide.md#nothing-is-lost",
    "dialog.sample": "guide.md#your-own-data",
    "dialog.save_over": "guide.md#nothing-is-lost",
    "dialog.transform": "guide.md#selections-and-handles",
    "dialog.unsaved": "guide.md#nothing-is-lost",
    "dialog.waiting": "guide.md#your-own-data",
}
"""Page and heading by the object name of a panel or dialog."""


def place_of(widget: QWidget | None) -> str:
    """The place of the panel or dialog in which a widget is, START outside all of them.

    A section of the setup and a dock count as their panel, so that a title that has the focus is enough.
    """
    while widget is not None:
        kind, __, key = widget.objectName().partition(".")
        name = f"panel.{key}" if kind in ("section", "dock") else widget.objectName()
        if name in PLACES:
            return PLACES[name]
        widget = widget.parentWidget()
    return START


PAGES = ("guide.md", "learners.md", "theory.md", "glossary.md", "formats.md", "command-line.md")
"""The pages of the contents; others are reached by links."""

BEFORE = 40
"""Characters of a paragraph that are shown before the words that were found in it, about."""

HTML = QTextDocument.ResourceType.HtmlResource


class GuideHeading(NamedTuple):
    """A heading of a page. level: from 1 down. anchor: what links call it."""

    level: int
    text: str
    anchor: str


class Hit(NamedTuple):
    """Words found on a page. start, end: their place in its document. line: the heading above, and the text around."""

    page: str
    start: int
    end: int
    line: str


def page_text(page: str) -> str:
    """The Markdown of a page; a sentence instead where there is none.

    page: its path inside docs/. What leads out of that folder is no page.
    """
    folder = documentation().resolve()
    path = (folder / page).resolve()
    if not path.is_relative_to(folder) or not path.is_file():
        return _("This page is not part of the program.")
    return path.read_text(encoding="utf-8")


def anchor_of(title: str) -> str:
    """The anchor of a heading, as GitHub forms it, so that a link works in both.

    >>> anchor_of("Ask why"), anchor_of("`kernel_perceptron`")
    ('ask-why', 'kernel_perceptron')
    """
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def headings(page: str) -> list[GuideHeading]:
    """The headings of a page, in order."""
    document = QTextDocument()
    document.setMarkdown(page_text(page))
    return [each[1] for each in _found(document)]


def page_html(page: str) -> str:
    """A page with anchors at its headings, which Qt's reader of Markdown does not set; no picture is wider."""
    document = QTextDocument()
    document.setMarkdown(page_text(page))
    for cursor, heading in list(_found(document)):
        anchor = QTextCharFormat()
        anchor.setAnchor(True)
        anchor.setAnchorNames([heading.anchor])
        cursor.mergeCharFormat(anchor)
    return document.toHtml().replace("<img ", '<img style="max-width: 100%" ')


def _found(document: QTextDocument) -> Iterator[tuple[QTextCursor, GuideHeading]]:
    """The headings, each with a cursor that has its text selected."""
    block = document.begin()
    while block.isValid():
        if level := block.blockFormat().headingLevel():
            cursor = QTextCursor(block)
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            yield cursor, GuideHeading(level, block.text(), anchor_of(block.text()))
        block = block.next()


class GuideBrowser(QTextBrowser):
    """Reads pages from docs/ alone, never from elsewhere."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # so that the width does not change

    @property
    def page(self) -> str:
        """The path inside docs/ of the page that is shown."""
        return self.source().path()

    def doSetSource(self, name: QUrl | str, type: QTextDocument.ResourceType = HTML) -> None:
        """Shows a page of docs/ as HTML, whatever its name ends in; addresses elsewhere are not followed."""
        if not QUrl(name).scheme():
            super().doSetSource(name, HTML)

    def loadResource(self, type: int, name: QUrl | str) -> object:
        path = QUrl(name).path()
        if type == HTML:
            return page_html(path)
        picture = documentation(path).resolve()
        inside = picture.is_relative_to(documentation().resolve())
        return QImage(str(picture)) if inside and picture.is_file() else None

    def hits(self, words: str) -> list[Hit]:
        """The paragraphs of all pages in which these words occur, in the order of the contents."""
        return [hit for page in PAGES for hit in _hits(page, words)]

    def show_hit(self, hit: Hit) -> None:
        """Shows the page of a place that was found, and selects the words there."""
        if self.page != hit.page:
            self.setSource(QUrl(hit.page))
        cursor = self.textCursor()
        cursor.setPosition(hit.start)
        cursor.setPosition(hit.end, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)


def _hits(page: str, words: str) -> Iterator[Hit]:
    document = QTextDocument()
    document.setHtml(page_html(page))
    heading, block = "", document.begin()
    while block.isValid():
        text = block.text()
        if block.blockFormat().headingLevel():
            heading = text
        if found := re.search(re.escape(words), text, re.IGNORECASE):
            begin = text.rfind(" ", 0, max(0, found.start() - BEFORE)) + 1
            line = ("…" if begin else "") + text[begin:]
            start, end = (block.position() + edge for edge in found.span())
            yield Hit(page, start, end, line if text == heading else titled(heading, line))
        block = block.next()
