import re

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QPushButton, QTreeWidgetItem, QWidget

from kpgui.process import documentation
from kpgui.ui.dialogs.guide import PLACE, Guide
from kpgui.ui.dialogs.guide_browser import PAGES, PLACES, START, headings, page_text, place_of
from kpgui.ui.window.dock_layout import PANELS

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def guide(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    guide = Guide(window)
    guide.open()
    yield guide
    window.close()


def text(guide):
    return guide.browser.toPlainText()


def dialogs_of_the_code():
    folder = documentation().parent / "kpgui"
    files = (path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    return {
        name
        for file in files
        for name in re.findall(r'(?:setObjectName|Question|CollectionDialog|__init__)\([^"()]*"(dialog\.\w+)"', file)
    }


@pytest.mark.parametrize("name", [f"panel.{panel.key}" for panel in PANELS])
def test_every_panel_has_a_place_in_the_guide(name):
    assert name in PLACES


def test_every_dialog_has_a_place_in_the_guide():
    found = dialogs_of_the_code() - {"dialog.guide"}
    assert found
    assert found == {name for name in PLACES if name.startswith("dialog.")}


@pytest.mark.parametrize("place", sorted(set(PLACES.values())))
def test_places_are_headings_of_pages(place):
    page, _, anchor = place.partition("#")
    assert page in PAGES
    assert not anchor or anchor in {heading.anchor for heading in headings(page)}


@pytest.mark.parametrize("page", PAGES)
def test_links_and_pictures_of_a_page_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)]+)\)", page_text(page)):
        other, _, anchor = target.partition("#")
        if ":" in other:
            continue
        assert documentation(other or page).is_file(), target
        assert not anchor or anchor in {heading.anchor for heading in headings(other or page)}, target


def test_it_begins_with_the_first_steps(guide):
    assert headings(guide.browser.page)[1].text == "First steps"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_shown_whole(guide, page):
    guide.open(page)
    for heading in headings(page):
        assert heading.text in text(guide)


def test_a_place_is_scrolled_to(guide, qtbot):
    guide.open("guide.md#nothing-is-lost")
    qtbot.waitUntil(lambda: guide.browser.verticalScrollBar().value() > 0)


def test_a_link_is_followed_to_its_heading_and_back_leads_to_the_page_before(guide):
    guide.open("guide.md")
    guide.browser.setSource(QUrl("command-line.md#pictures"))
    assert "kpgui render" in text(guide)
    back, forward = guide.findChild(QWidget, "guide.back"), guide.findChild(QWidget, "guide.forward")
    assert back.isEnabled() and not forward.isEnabled()
    back.click()
    assert guide.browser.page == "guide.md"
    forward.click()
    assert guide.browser.page == "command-line.md"


@pytest.mark.parametrize("address", ["https://example.org/", "file:///etc/hostname", "ftp://example.org/x.md"])
def test_addresses_outside_the_guide_are_not_followed(guide, address):
    guide.open("guide.md")
    guide.browser.setSource(QUrl(address))
    assert guide.browser.page == "guide.md"


def test_a_path_out_of_the_pages_is_no_page():
    assert page_text("../README.md") == page_text("none.md") != ""


def test_search_finds_words_on_a_later_page(guide, qtbot):
    words = guide.findChild(QLineEdit, "guide.words")
    qtbot.keyClicks(words, "Helmbold")
    words.returnPressed.emit()
    assert guide.browser.page == "theory.md"
    assert guide.browser.textCursor().selectedText() == "Helmbold"


def test_search_says_when_there_is_nothing(guide, qtbot):
    guide.open("theory.md")
    search(guide, qtbot, "makes a line level")
    assert guide.browser.page == START
    search(guide, qtbot, "no such words anywhere")
    assert guide.answer.text() == "Not found"
    assert guide.hits.isHidden()


def search(guide, qtbot, words):
    guide.words.clear()
    qtbot.keyClicks(guide.words, words)
    qtbot.keyClick(guide.words, Qt.Key.Key_Return)


def test_search_lists_a_line_of_each_place_and_a_click_or_a_key_goes_there(guide, qtbot):
    search(guide, qtbot, "margin")
    lines = [guide.hits.item(row).text() for row in range(guide.hits.count())]
    assert len(lines) == len([hit for hit in guide.browser.hits("MARGIN") if "margin" in hit.line.lower()]) > 3
    assert guide.answer.text() == f"1 of {len(lines)}"
    row = guide.hits.visualItemRect(guide.hits.item(2))
    qtbot.mouseClick(guide.hits.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    hit = guide.browser.hits("margin")[2]
    assert (guide.browser.page, guide.browser.textCursor().position()) == (hit.page, hit.end)
    assert guide.browser.textCursor().selectedText().lower() == "margin"
    assert hit.line.partition(": ")[0] in [heading.text for page in PAGES for heading in headings(page)]
    qtbot.keyClick(guide.words, Qt.Key.Key_Return)
    assert guide.answer.text() == f"4 of {len(lines)}"
    previous, following = (guide.findChild(QPushButton, f"guide.{name}") for name in ("previous", "next"))
    qtbot.mouseClick(previous, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(previous, Qt.MouseButton.LeftButton)
    assert guide.hits.currentRow() == 1
    for _ in lines:
        qtbot.mouseClick(following, Qt.MouseButton.LeftButton)
    assert guide.hits.currentRow() == 1
    guide.browser.setSource(QUrl("formats.md"))
    qtbot.keyClick(guide.hits, Qt.Key.Key_Return)
    assert guide.browser.page == guide.browser.hits("margin")[1].page


def test_what_is_typed_anew_is_searched_anew(guide, qtbot):
    search(guide, qtbot, "margin")
    qtbot.keyClicks(guide.words, "s")
    assert guide.hits.isHidden()
    assert not guide.findChild(QPushButton, "guide.next").isEnabled()


def test_the_guide_says_that_its_pages_are_english_where_the_window_is_not(qtbot, monkeypatch):
    window = QWidget()
    qtbot.addWidget(window)
    assert Guide(window).findChild(QLabel, "guide.english") is None
    monkeypatch.setattr("kpgui.ui.dialogs.guide.language", lambda: "fr")
    assert "English" in Guide(window).findChild(QLabel, "guide.english").text()


def test_contents_open_a_page_at_a_heading(guide):
    def under(item):
        return [item.child(row) for row in range(item.childCount())]

    pages = under(guide.contents.invisibleRootItem())
    assert [page.data(0, PLACE) for page in pages] == list(PAGES)
    run: QTreeWidgetItem = next(each for each in under(pages[0]) if each.text(0) == "Run")
    guide.contents.setCurrentItem(run)
    assert guide.browser.source() == QUrl("guide.md#run")


def test_a_widget_in_a_section_or_a_dialog_has_its_place(qtbot):
    outside, dialog = QWidget(), QDialog()
    qtbot.addWidget(outside)
    qtbot.addWidget(dialog)
    dialog.setObjectName("dialog.picture")
    assert place_of(QWidget(dialog)) == "guide.md#pictures"
    assert place_of(outside) == place_of(None) == START


def test_pictures_are_as_wide_as_the_page_at_most_also_when_it_becomes_narrower(guide, qtbot):
    guide.browser.setSource(QUrl("guide.md"))
    picture = next(each for each in documentation("pictures").glob("*.png") if QImage(str(each)).width() > 800)
    assert picture.name in guide.browser.toHtml()
    for width in (1000, 780):
        guide.resize(width, 640)
        qtbot.waitUntil(lambda width=width: guide.width() == width)
        qtbot.waitUntil(lambda: guide.browser.horizontalScrollBar().maximum() == 0)
