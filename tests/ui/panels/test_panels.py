"""Every panel: one file and one line."""

import kpgui.ui.panels
from kpgui.ui.panels.base import Panel
from kpgui.ui.panels.registry import PANELS
from tests.registered import declared_in


def test_every_panel_is_listed():
    assert declared_in(kpgui.ui.panels, Panel) == set(PANELS)


def test_keys_and_titles_are_different():
    assert len({panel.key for panel in PANELS}) == len(PANELS)
    assert len({panel.title for panel in PANELS}) == len(PANELS)
