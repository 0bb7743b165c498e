import re

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QDialog, QLineEdit, QTreeWidgetItem, QWidget

from kpgui.model.resources import documentation
from kpgui.ui.actions.actions import ENTRIES
from kpgui.ui.dialogs.guide import PLACE, Guide
from kpgui.ui.dialogs.guide_browser import PAGES, headings, page_text
from kpgui.ui.dialogs.guide_places import PLACES, START, place_of
from kpgui.ui.panels.registry import PANELS

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def guide(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    guide = Guide(ENTRIES, window)
    guide.open()
    yield guide
    window.close()


def text(guide):
    return guide.browser.toPlainText()


def dialogs_of_the_code():
    folder = documentation().parent / "kpgui"
    files = (path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    return {name for file in files for name in re.findall(r'(?:setObjectName|Question)\([^"()]*"(dialog\.\w+)"', file)}


@pytest.mark.parametrize("name", [f"panel.{panel.key}" for panel in PANELS])
def test_every_panel_has_a_place_in_the_guide(name):
    assert name in PLACES


def test_every_dialog_has_a_place_in_the_guide():
    found = dialogs_of_the_code() - {"dialog.guide"}
    assert found
    assert found == {name for name in PLACES if name.startswith("dialog.")}


@pytest.mark.parametrize("place", sorted(set(PLACES.values()) - {START}))
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


def test_the_first_page_has_the_keys_of_the_actions(guide):
    assert "Ctrl+Shift+S" in text(guide)


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


def test_search_goes_on_from_the_first_page_and_says_when_there_is_nothing(guide):
    guide.open("theory.md")
    guide.words.setText("From a click")
    guide.words.returnPressed.emit()
    assert guide.browser.page == START
    guide.words.setText("no such words anywhere")
    guide.words.returnPressed.emit()
    assert guide.answer.text() == "Not found"


def test_contents_open_a_page_at_a_heading(guide):
    def under(item):
        return [item.child(row) for row in range(item.childCount())]

    pages = under(guide.contents.invisibleRootItem())
    assert [page.data(0, PLACE) for page in pages] == [START, *PAGES]
    run: QTreeWidgetItem = next(each for each in under(pages[1]) if each.text(0) == "Run")
    guide.contents.setCurrentItem(run)
    assert guide.browser.source() == QUrl("guide.md#run")


def test_a_widget_in_a_section_or_a_dialog_has_its_place(qtbot):
    outside, dialog = QWidget(), QDialog()
    qtbot.addWidget(outside)
    qtbot.addWidget(dialog)
    dialog.setObjectName("dialog.figure")
    assert place_of(QWidget(dialog)) == "guide.md#pictures"
    assert place_of(outside) == place_of(None) == START


def widest_picture(browser):
    """Width of the widest picture of the page in logical pixels."""
    names = re.findall(r'<img src="([^"]+)"', browser.document().toHtml())
    pictures = [browser.document().resource(QTextDocument.ResourceType.ImageResource, QUrl(name)) for name in names]
    return max(each.width() / each.devicePixelRatio() for each in pictures)


def test_pictures_are_as_wide_as_the_page_at_most_also_when_it_becomes_narrower(guide, qtbot):
    guide.resize(1000, 640)
    qtbot.waitUntil(lambda: guide.browser.viewport().width() > 600)
    guide.browser.setSource(QUrl("guide.md"))
    wide = widest_picture(guide.browser)
    assert wide <= guide.browser.viewport().width()
    guide.browser.verticalScrollBar().setValue(guide.browser.verticalScrollBar().maximum() // 2)
    guide.resize(780, 640)
    qtbot.waitUntil(lambda: widest_picture(guide.browser) < wide - 100)
    assert guide.browser.horizontalScrollBar().maximum() == 0
    assert guide.browser.verticalScrollBar().value() > 0
