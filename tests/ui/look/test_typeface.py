"""The size of text follows that of the system's own text."""

import pytest
from PySide6.QtGui import QFont

from kpgui.ui.look import scale


@pytest.mark.parametrize(
    ("platform", "points", "factor"),
    [
        ("linux", 11, 1),
        ("linux", 9, 1),
        ("linux", 16.5, 1.5),
        ("win32", 9, 1),
        ("win32", 18, 2),
        ("darwin", 13, 1),
    ],
)
def test_text_is_larger_by_what_the_systems_own_text_is_larger(qapp, monkeypatch, platform, points, factor):
    font = QFont()
    font.setPointSizeF(points)
    monkeypatch.setattr(scale.QFontDatabase, "systemFont", lambda role: font)
    monkeypatch.setattr(scale.sys, "platform", platform)
    assert scale.system_scale() == factor


def test_a_system_font_in_pixels_says_nothing(qapp, monkeypatch):
    font = QFont()
    font.setPixelSize(40)
    monkeypatch.setattr(scale.QFontDatabase, "systemFont", lambda role: font)
    assert scale.system_scale() == 1
