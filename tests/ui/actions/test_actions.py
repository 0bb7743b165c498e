"""The actions table: complete, consistent, reachable."""

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMainWindow, QToolBar, QToolButton

import kpgui.ui
from kpgui.geometry.palette import PALETTES
from kpgui.process import resource
from kpgui.ui.actions.actions import (
    BY_KEY,
    ENTRIES,
    FIRST_TOOLS,
    MENUS,
    PANELS,
    RECENT,
    SEPARATOR,
    SUBMENUS,
    TOOL_BAR,
    Actions,
)
from kpgui.ui.window.dock_layout import panel_entries
from kpgui.ui.window.tool_strip import ToolStrip
from kpgui.words.enablement import Situation, enabled

CONTRACT = [
    "file.new",
    "file.open",
    "file.import",
    "file.keep_step",
    "file.save",
    "file.save_as",
    "file.export_figure",
    "file.copy_figure",
    "file.export_animation",
    "file.export",
    "file.quit",
    "edit.undo",
    "edit.redo",
    "edit.delete",
    "edit.select_all",
    "edit.relabel",
    "edit.hold_out",
    "edit.cut",
    "edit.copy",
    "edit.copy_text",
    "edit.paste",
    "edit.duplicate",
    "edit.transform",
    "arrange.mirror_x",
    "arrange.mirror_y",
    "arrange.rotate_left",
    "arrange.rotate_right",
    "arrange.left",
    "arrange.centre",
    "arrange.right",
    "arrange.top",
    "arrange.middle",
    "arrange.bottom",
    "arrange.distribute_x",
    "arrange.distribute_y",
    "train.run",
    "train.step",
    "train.step_back",
    "train.next_mistake",
    "train.last_mistake",
    "train.next_epoch",
    "train.last_epoch",
    "train.reset",
    "train.to_end",
    "train.slower",
    "train.faster",
    "train.live",
    "train.predict",
    "run.keep_ghost",
    "view.fit",
    "view.axes",
    "view.equal_aspect",
    "view.reset_axes",
    "view.theme_light",
    "view.theme_dark",
    "view.theme_contrast",
    "view.language_system",
    "view.language_en",
    "view.language_de",
    "view.language_fr",
    "view.language_es",
    "view.language_zh_CN",
    "view.setup",
    "view.reset_layout",
    "view.larger_type",
    "view.reduced_motion",
    "view.presentation",
    "view.race",
    "tool.draw",
    "tool.spray",
    "tool.line",
    "tool.ellipse",
    "tool.blob",
    "tool.erase",
    "tool.select",
    "tool.lasso",
    "tool.move",
    "tool.relabel",
    "tool.jitter",
    "tool.magnet",
    "tool.hold_out",
    "tool.smaller",
    "tool.larger",
    "view.snap",
    "view.field",
    "view.margins",
    "view.rings",
    "view.wrong",
    "view.grid",
    "view.legend",
    "view.place_legend",
    "view.card",
    "view.bump",
    "class.positive",
    "class.negative",
    "help.guide",
    "help.examples",
    "help.keys",
    "help.lessons",
    "help.about",
]


@pytest.fixture
def window(qtbot):
    window = QMainWindow()
    qtbot.addWidget(window)
    return window


def test_the_table_has_every_agreed_id_once():
    ids = [entry.id for entry in ENTRIES]
    assert sorted(ids) == sorted(CONTRACT)


def test_no_two_actions_share_a_key():
    keys = [key for entry in (*ENTRIES, *panel_entries()) for key in entry.keys]
    assert len(keys) == len(set(keys))


def test_every_action_is_in_a_menu_or_has_a_key_that_the_sheet_shows():
    lists = [*(names for __, names in MENUS), *(names for __, names in SUBMENUS.values()), *BY_KEY.values()]
    shown = {name for names in lists for name in names.split()} - {SEPARATOR, RECENT, PANELS, *SUBMENUS}
    assert shown == {entry.id for entry in ENTRIES}
    keyed = {name for names in BY_KEY.values() for name in names.split()} - set(SUBMENUS)
    assert all(entry.keys for entry in ENTRIES if entry.id in keyed)


def test_the_menus_are_short_and_no_submenu_is_in_another():
    entries = [name for __, names in MENUS for name in names.split() if name != SEPARATOR]
    panels = len(panel_entries()) + 2  # setup and playback
    assert len(entries) - 1 + panels <= 64
    assert not any(name in SUBMENUS for __, names in SUBMENUS.values() for name in names.split())


def test_tooltips_name_the_key(window):
    actions = Actions(window)
    assert actions["file.save"].toolTip() == "Save the session (Ctrl+S)"
    assert all(actions[entry.id].toolTip() for entry in ENTRIES)
    assert all(entry.keys[0] in actions[entry.id].toolTip() for entry in ENTRIES if entry.keys)


def test_every_icon_is_there_in_both_themes(window):
    actions = Actions(window)
    for palette in PALETTES.values():
        actions.recolour(palette)
        assert all(not actions[entry.id].icon().isNull() for entry in ENTRIES if entry.icon)
    assert resource("icons", "pause.svg").is_file()


def test_what_can_be_disabled_is_in_the_table(window):
    actions = Actions(window)
    actions.set_enabled(enabled(Situation()))
    assert not actions["train.run"].isEnabled()
    assert actions["file.open"].isEnabled()


def test_buttons_of_the_tool_bars_have_names(window):
    actions = Actions(window)
    bar, strip = QToolBar(window), ToolStrip(actions)
    actions.fill_tool_bar(bar)
    for each, names in ((bar, TOOL_BAR), (strip, FIRST_TOOLS)):
        buttons = [button for button in each.findChildren(QToolButton) if button.defaultAction()]
        assert len(buttons) == len([name for name in names.split() if name != SEPARATOR])
        assert all(button.accessibleName() for button in buttons)


def test_menus_are_made_from_the_table(window):
    actions = Actions(window)
    actions.fill_menu_bar(window.menuBar(), {RECENT: lambda menu: None, PANELS: lambda menu: None})
    titles = [action.text() for action in window.menuBar().actions()]
    assert titles == ["&File", "&Edit", "&Draw", "&Train", "&View", "&Panels", "&Help"]


def test_choices_exclude_one_another(window):
    actions = Actions(window)
    actions["tool.draw"].setChecked(True)
    actions["tool.select"].trigger()
    assert not actions["tool.draw"].isChecked()


def test_no_action_is_made_outside_the_table():
    folder = Path(kpgui.ui.__file__).parent
    makers = {path.name for path in folder.rglob("*.py") if re.search(r"\bQAction\(", path.read_text("utf-8"))}
    assert makers == {"actions.py"}
