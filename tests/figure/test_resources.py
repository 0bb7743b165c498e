"""The typeface and the icons that ship with the program."""

import re

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFont, QFontInfo, QRawFont
from PySide6.QtSvg import QSvgRenderer

from kpgui.figure.fonts import FILES, load_fonts
from kpgui.model.resources import resource

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
