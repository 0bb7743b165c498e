"""Every panel: one file and one line."""

import re
import sys
from pathlib import Path

import kpgui.ui.instruments
import kpgui.ui.setup
import kpgui.ui.window.status_bar
from kpgui.ui.actions.actions import ENTRIES
from kpgui.ui.forms.panel import Panel
from kpgui.ui.instruments.registry import INSTRUMENTS
from kpgui.ui.setup.sections import SECTIONS
from kpgui.ui.window.dock_layout import PANELS
from tests.registered import declared_in


def test_every_panel_is_listed():
    assert declared_in(kpgui.ui.instruments, Panel, rooms=True) == set(INSTRUMENTS)
    assert declared_in(kpgui.ui.setup, Panel) == set(SECTIONS)


def test_keys_and_titles_are_different():
    assert len({panel.key for panel in PANELS}) == len(PANELS)
    assert len({panel.title for panel in PANELS}) == len(PANELS)


def test_every_panel_says_in_a_sentence_what_it_is_for():
    assert all(re.fullmatch(r"[A-Z][^.!?]*[.?]", panel.explanation) for panel in PANELS)


def test_no_shortcut_of_a_panel_is_another_panels_or_actions():
    keys = [panel.shortcut for panel in PANELS if panel.shortcut]
    taken = {key for entry in ENTRIES for key in entry.keys}
    assert len(keys) == len(set(keys))
    assert not taken & set(keys)
    assert all(panel.menu_text for panel in PANELS if panel.shortcut)


def test_the_key_that_copies_the_picture_brings_no_panel():
    keys = {panel.key: panel.shortcut for panel in PANELS}
    assert "Ctrl+Shift+C" not in keys.values()
    assert keys["progress"] == "Ctrl+Shift+E"


def test_a_period_is_declared_and_waited_for_in_one_place():
    """Panels say how often a second they are refreshed; none has a timer of its own."""
    modules = [*(sys.modules[panel.__module__] for panel in (Panel, *PANELS)), kpgui.ui.window.status_bar]
    files = [Path(module.__file__) for module in modules]
    assert not [path.name for path in files if "QTimer" in path.read_text("utf-8")]
