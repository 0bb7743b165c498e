"""The window in each language: nothing is left in English, nothing cut off, and right to left it stands as well."""

import re
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLabel,
    QMenu,
    QMessageBox,
    QPushButton,
    QStyle,
    QStyleOptionComboBox,
    QTableView,
    QTextBrowser,
    QUndoView,
    QWidget,
)

from kpgui import api
from kpgui.app import create_window
from kpgui.figure.animation.recording import Recording, counts
from kpgui.generators import GENERATORS
from kpgui.language import NAMES, _, catalogue, without_key
from kpgui.model.edits import Setting
from kpgui.model.session import Session
from kpgui.ui.actions.actions import ENTRIES
from kpgui.ui.forms.fields import ChoiceField
from kpgui.ui.forms.labels import TextLines
from kpgui.ui.instruments.registry import INSTRUMENTS
from kpgui.ui.window.column import SectionHeader
from kpgui.ui.window.dock_layout import PANELS
from kpgui.ui.window.key_sheet import groups
from kpgui.ui.window.playback import PaceLabel
from kpgui.ui.window.view_menu import speak
from kpgui.words.replay import POSITIONS, pace_at, pace_text
from tests.dialogs import DIALOGS, open_dialog

CODES = [code for code in NAMES if code != "en"]

ENGLISH = re.compile(r"\b(the|of|with|each|which|that|where|from|mistake|show|save)\b", re.IGNORECASE)
"""Words that none of the other languages has in common with English."""

EXPRESSIONS = re.compile(r"\w+\(.*?\)|kpgui \w+|\w+[\s\xa0]?[:：]\s?\w+( \| \S+)+")
"""What stays as it is in every language: expressions, commands, and the choices of a field as files spell them."""


@pytest.fixture(params=CODES)
def code(request, languages, qapp):
    """Each language, spoken by Qt as well."""
    speak(qapp, request.param)
    yield request.param
    for translator in qapp.findChildren(QTranslator):
        qapp.removeTranslator(translator)
        translator.deleteLater()


BROKEN = {
    "de": "Zeile 3: x ist 'abc', was keine Zahl ist.",
    "fr": "ligne 3 : x est 'abc', qui n’est pas un nombre.",
    "es": "línea 3: x es 'abc', que no es un número.",
    "zh_CN": "第 3 行：x 为 'abc'，不是数字。",
}
"""What is said of a file whose third line has a word where a number should be."""


def opened(qtbot):
    """A window in the language that was set, with every panel shown once."""
    window = create_window(Session(dataset=GENERATORS.find("moons")().make()))
    window.resize(1280, 800)
    window.show()
    for panel in PANELS:
        if panel.shortcut:
            window.dock_layout.bring(panel.key)
            QApplication.processEvents()
    window.commands["train.step"].trigger()
    qtbot.waitUntil(lambda: window.training.frame is not None and window.training.frame.counters.step == 1)
    return window


def texts_of(window):
    """Every text that is seen or read aloud, with the name of what it is on."""
    yield window.objectName(), window.windowTitle()
    for action in window.findChildren(QAction):
        yield from ((action.objectName(), each) for each in (action.text(), action.toolTip()))
    for menu in window.findChildren(QMenu):
        yield menu.objectName(), menu.title()
    for page in window.findChildren(QTextBrowser):
        if page.objectName() != "guide.page":  # the documentation is in English
            yield page.objectName(), page.toPlainText()
    for widget in window.findChildren(QWidget):
        name = widget.objectName() or type(widget).__name__
        spoken = widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()
        yield from ((name, each) for each in spoken)
        if isinstance(widget, QLabel | QAbstractButton):
            yield name, widget.text()
        if isinstance(widget, QComboBox):
            yield from ((name, widget.itemText(k)) for k in range(widget.count()))
        if isinstance(widget, QTableView | QUndoView):
            yield from ((name, each) for each in items_of(widget))


def items_of(view):
    """The headers of a table or list, and its first rows."""
    model = view.model()
    columns = range(model.columnCount())
    yield from (str(model.headerData(k, Qt.Orientation.Horizontal) or "") for k in columns)
    yield from (str(model.index(row, k).data() or "") for row in range(min(3, model.rowCount())) for k in columns)


@pytest.fixture
def in_english(compiling, languages, code):
    """Finds texts with English words, and those that stand as they are looked up though there is a translation."""
    catalogued = compiling.read_messages(catalogue(code, languages).with_suffix(".po").read_text("utf-8"))
    catalogued.pop("")  # the header
    translated = {without_key(each) for each in catalogued.values()}

    def left(text):
        shown = text.partition("\t")[0]  # a key or a formula stands behind it
        forgotten = any(catalogued.get(each, each) != each for each in (shown, shown.capitalize()))
        return (forgotten and shown not in translated) or ENGLISH.search(EXPRESSIONS.sub("", text))

    return lambda window: {(name, text) for name, text in texts_of(window) if left(text)}


def cut_off(window):
    """Labels and buttons that are narrower than their texts; those that wrap or are elided say so themselves."""
    return {
        (widget.objectName(), widget.text())
        for widget in window.findChildren(QLabel) + window.findChildren(QAbstractButton)
        if widget.isVisible() and widget.text() and type(widget) in (QLabel, QPushButton, QCheckBox)
        if not (isinstance(widget, QLabel) and widget.wordWrap())
        if widget.sizeHint().width() > widget.width() + 1
    }


def choices_cut_off(window):
    """The choices that are wider than the box that would show them."""
    return {
        (box.objectName(), box.itemText(k))
        for box in window.findChildren(QComboBox)
        if box.isVisible() and not box.isEditable()
        for k in range(box.count())
        if box.fontMetrics().horizontalAdvance(box.itemText(k)) > room(box)
    }


def room(box):
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    control, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
    return box.style().subControlRect(control, option, part, box).width()


def test_nothing_in_the_window_is_left_in_english_or_cut_off(code, in_english, qtbot):
    window = opened(qtbot)
    assert not in_english(window)
    assert not cut_off(window)
    assert not choices_cut_off(window)


@pytest.mark.parametrize("action", DIALOGS)
def test_nothing_in_a_dialog_is_left_in_english_or_cut_off(code, in_english, action, qtbot):
    window = opened(qtbot)
    window.canvas.select_all()
    window.commands[action].trigger()
    dialog = open_dialog()
    assert not in_english(dialog)

    def nothing_is_cut_off():
        assert not cut_off(dialog)

    qtbot.waitUntil(nothing_is_cut_off)  # what is computed arrives later, and is laid out later still
    dialog.close()


def test_the_sheet_of_keys_has_the_titles_of_the_menus(code, qtbot):
    menus = {without_key(each.text()) for each in opened(qtbot).menuBar().actions()}
    assert {group.title for group in groups(ENTRIES)} <= menus


def test_a_panel_has_one_name_in_its_menu_and_on_its_tab(code):
    assert [without_key(_(panel.menu_text)) for panel in INSTRUMENTS] == [_(panel.title) for panel in INSTRUMENTS]


def test_the_counters_of_an_animation_are_in_the_language(code):
    recording = Recording(Session(GENERATORS.find("moons")().make(), "rbf(sigma=1)", "kernel_perceptron(epochs=2)"))
    last = recording.recorded(recording.last)
    named = {each.name for each in counts(last, last, trained=150, held_out=50)}
    assert len(named) == 5
    assert not named & {"step", "epoch", "mistakes", "training error", "held-out error"}


def test_what_is_wrong_with_a_file_is_said_in_the_language(code, qtbot, tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("x,y,label\n1,2,1\nabc,2,-1\n")
    window = opened(qtbot)
    window.opening.open_path(path)
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "dialog.problem") is not None)
    box = window.findChild(QMessageBox, "dialog.problem")
    assert str(path) in box.text() and box.text().endswith(BROKEN[code])
    box.close()


def test_the_answer_about_a_changed_file_is_understood_in_the_language(code, qtbot, tmp_path, monkeypatch):
    saved, mine = tmp_path / "saved.kpgui", tmp_path / "mine.kpgui"
    api.save(Session(), saved)
    window = opened(qtbot)
    window.opening.open_path(saved)
    window.document.edit(Setting("seed", 10), "seed")
    api.save(Session(seed=77), saved)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(mine), ""))

    def press():
        buttons = QApplication.activeModalWidget().buttons()
        next(each for each in buttons if each.text().replace("&", "") == _("Save as…").replace("&", "")).click()

    QTimer.singleShot(100, press)
    window.saving.save()
    qtbot.waitUntil(mine.exists)


def test_access_keys_are_not_read_aloud_or_shown_on_buttons(code, qtbot):
    """Chinese writes them in brackets behind the text: 运行(&R)."""
    window = opened(qtbot)
    shown = {window.commands[entry.id].iconText() for entry in ENTRIES}
    shown |= {widget.accessibleName() for widget in window.findChildren(QWidget)}
    assert not {text for text in shown if "&" in text or re.search(r"\([A-Z]\)$", text)}


@pytest.mark.parametrize(("width", "height", "larger"), [(1024, 700, False), (1366, 768, True)])
def test_an_empty_canvas_has_room_for_its_examples(code, qtbot, width, height, larger):
    window = create_window()
    window.resize(width, height)
    if larger:
        window.commands["view.larger_type"].trigger()
    window.show()
    qtbot.waitUntil(window.findChild(QWidget, "shelf").isVisible)


def keys_used_twice(menu):
    """The letters that are underlined more than once in this menu or one below it, with the menu's title."""
    texts = [each.text().replace("&&", "") for each in menu.actions()]
    keys = [text.partition("&")[2][0].lower() for text in texts if "&" in text]
    yield from ((menu.objectName(), key) for key in set(keys) if keys.count(key) > 1)
    for each in menu.actions():
        if each.menu():
            yield from keys_used_twice(each.menu())


def test_no_access_key_is_twice_in_a_menu(code, qtbot):
    assert not list(keys_used_twice(opened(qtbot).menuBar()))


def test_no_access_key_is_twice_in_an_english_menu(qtbot):
    assert not list(keys_used_twice(opened(qtbot).menuBar()))


def has_arrow(widget):
    """Whether something is painted where, right to left, the arrow of a choice or of a section belongs."""
    picture = widget.grab().toImage()
    x, middle = 14, picture.height() // 2
    ground = picture.pixelColor(x, middle - 6)
    return any(picture.pixelColor(x + k, middle + k // 2) != ground for k in range(-3, 4))


def test_right_to_left_the_window_stands_as_well(languages, qtbot):
    QApplication.instance().setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        window = opened(qtbot)
        for widget in (window.canvas, window.timeline, window.playback, window.dock_layout.column):
            place = widget.rect().translated(widget.mapTo(window, QPoint(0, 0)))
            assert widget.isVisible() and window.rect().contains(place)
        column = window.dock_layout.column
        for widget in column.findChildren(ChoiceField) + column.findChildren(SectionHeader):
            assert has_arrow(widget) or not widget.isVisible()
    finally:
        QApplication.instance().setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_points_held_out_and_every_pace_are_told_whole(code, qtbot):
    made = GENERATORS.find("moons")(n=200).make()
    window = create_window(Session(dataset=replace(made, held_out=np.arange(200) % 4 == 0)))
    window.resize(1280, 800)
    window.show()
    QApplication.processEvents()
    told = next(each for each in window.findChildren(TextLines) if "50" in each.text())
    needed = told.fontMetrics().boundingRect(0, 0, told.width(), 999, Qt.TextFlag.TextWordWrap, told.text()).height()
    assert needed <= told.height()
    pace = window.findChild(PaceLabel)
    for position in range(POSITIONS + 1):
        assert pace.fontMetrics().horizontalAdvance(pace_text(pace_at(position))) <= pace.width()
