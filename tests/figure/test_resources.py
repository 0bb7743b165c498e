"""The typeface and the icons that ship with the program."""

import re
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFont, QFontInfo, QImage, QPainter, QRawFont
from PySide6.QtSvg import QSvgRenderer

import kpgui
from kpgui.drawing.lettering import FILES, load_fonts
from kpgui.process import resource
from kpgui.ui.canvas.tools import TOOLS

ICONS = sorted(path.name for path in resource("icons").glob("*.svg"))


@pytest.mark.parametrize("name", FILES)
def test_the_typeface_has_every_sign_that_is_shown(name):
    face = QRawFont(str(resource("fonts", name)), 20)
    missing = [sign for sign in "AZaz09äéß−‖²³≤≥·→×±σγαηβΣφ⁻⁰⁹₀ᵢ…√½\u202f" if not face.supportsCharacter(ord(sign))]
    assert missing == []


def test_the_typeface_is_loaded_once_in_two_weights():
    family = load_fonts()
    assert load_fonts() == family == "Inter"
    for weight in (QFont.Weight.Normal, QFont.Weight.DemiBold):
        font = QFont(family)
        font.setWeight(weight)
        assert QFontInfo(font).family() == family
        assert QFontInfo(font).exactMatch() or QFontInfo(font).weight() == weight


def test_the_licence_ships_with_the_typeface():
    assert "SIL OPEN FONT LICENSE" in resource("fonts", "OFL.txt").read_text("utf-8")
    assert sum(resource("fonts", name).stat().st_size for name in FILES) < 1_000_000


@pytest.mark.parametrize("name", ICONS)
def test_icons_can_be_drawn(name):
    text = resource("icons", name).read_text("utf-8")
    assert QSvgRenderer(QByteArray(text.encode("utf-8"))).isValid()
    assert "<script" not in text
    assert "href" not in text


OF_THEIR_COLOUR = "kpgui.svg", "tick-black.svg", "tick-white.svg"
"""The program's own icon, and what the style sheet loads as it is."""


@pytest.mark.parametrize("name", [name for name in ICONS if name not in OF_THEIR_COLOUR])
def test_icons_are_one_set_and_take_the_theme_s_colour(name):
    text = resource("icons", name).read_text("utf-8")
    assert 'viewBox="0 0 24 24"' in text
    assert "currentColor" in text
    assert not re.search(r"#[0-9a-fA-F]{3,6}\b", text)


STROKES = {"close.svg": {"2.5"}, "ellipse.svg": {"1.75", "3.4"}}
"""Other widths than the usual one: of an icon shown at half its size, and of dots."""

DRAWN = [name for name in ICONS if name not in OF_THEIR_COLOUR]


def extent(name):
    """The box of what an icon draws, on its grid of 24 units: left, top, right, bottom."""
    image = QImage(240, 240, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    text = resource("icons", name).read_text("utf-8").replace("currentColor", "#000000")
    QSvgRenderer(QByteArray(text.encode("utf-8"))).render(painter)
    painter.end()
    ink = np.frombuffer(image.constBits(), np.uint8).reshape(240, 240, 4)[..., 3] > 100
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    return columns[0] / 10, rows[0] / 10, (columns[-1] + 1) / 10, (rows[-1] + 1) / 10


@pytest.mark.parametrize("name", DRAWN)
def test_icons_have_lines_of_one_width(name):
    text = resource("icons", name).read_text("utf-8")
    assert set(re.findall(r'stroke-width="([^"]*)"', text)) <= STROKES.get(name, {"1.75"})


@pytest.mark.parametrize("name", DRAWN)
def test_icons_have_one_optical_size_and_lie_in_the_middle(name):
    left, top, right, bottom = extent(name)
    assert min(left, top) >= 1.6
    assert max(right, bottom) <= 22.6
    assert 13 <= max(right - left, bottom - top) <= 21
    if name != "run.svg":  # a triangle's centre is not that of its box
        assert abs((left + right) / 2 - 12) <= 0.8
        assert abs((top + bottom) / 2 - 12) <= 0.8


def test_no_icon_is_there_for_nothing():
    package = Path(kpgui.__file__).parent
    code = "".join(path.read_text("utf-8") for path in package.rglob("*.py"))
    tools = {f"{tool.key}.svg" for tool in TOOLS}
    assert {name for name in ICONS if f'"{name[:-4]}"' not in code} - tools - set(OF_THEIR_COLOUR) == set()
