"""Every panel: one file and one line."""

from pathlib import Path

import kpgui.ui.panels
from kpgui.ui.panels.registry import PANELS

PARTS = {
    "base",
    "registry",
    "declared",
    "expression",
    "hold_out",
    "preview",
    "kernel_row",
    "kernel_tree",
    "mistake_plot",
    "__init__",
}
"""Files that are not panels but what panels are made of."""


def test_every_file_in_the_folder_is_in_the_tuple():
    files = {path.stem for path in Path(kpgui.ui.panels.__file__).parent.glob("*.py")} - PARTS
    assert files == {panel.__module__.rpartition(".")[2] for panel in PANELS}


def test_keys_and_titles_are_different():
    assert len({panel.key for panel in PANELS}) == len(PANELS)
    assert len({panel.title for panel in PANELS}) == len(PANELS)
