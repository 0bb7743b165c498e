"""The program's icon for the systems that want it in a file of many sizes."""

import subprocess
import sys

import pytest
from PIL import Image

from tests.docs.pages import ROOT

WINDOWS = {(side, side) for side in (16, 24, 32, 48, 64, 128, 256)}


@pytest.fixture(scope="module")
def icons(tmp_path_factory):
    folder = tmp_path_factory.mktemp("icons")
    script = ROOT / "packaging" / "commands" / "parts" / "icons.py"
    subprocess.run([sys.executable, str(script), str(folder), "--programs"], check=True, timeout=240)
    return folder


def test_the_icon_of_windows_has_all_its_sizes(icons):
    with Image.open(icons / "kpgui.ico") as icon:
        assert icon.info["sizes"] == WINDOWS
        for size in WINDOWS:
            drawn = icon.ico.getimage(size)
            assert drawn.size == size
            assert drawn.convert("RGBA").getbbox()


def test_the_icon_of_macos_has_sizes_up_to_1024(icons):
    with Image.open(icons / "kpgui.icns") as icon:
        assert {128, 256, 512} <= {width for width, _, _ in icon.info["sizes"]}
        icon.load()
        assert icon.size == (1024, 1024)
