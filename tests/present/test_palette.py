"""The themes: text that can be read, points that stand out, classes that the colour-blind tell apart."""

import numpy as np
import pytest

from kpgui.present.palette import PALETTES, field_colours, rgb

themes = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)

FIELD = ("positive_soft", "positive_field", "negative_soft", "negative_field", "undecided")

# Viénot, Brettel and Mollon (1999): linear RGB as a person without red or green cones sees it.
PROTANOPIA = np.array([[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]])
DEUTERANOPIA = np.array([[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]])

XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour):
    value = np.array(rgb(colour)) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def contrast(one, other):
    """The contrast ratio of the Web Content Accessibility Guidelines, 1 to 21."""
    dark, light = sorted(float(XYZ[1] @ linear(colour)) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def lab(light):
    """CIE L*a*b* of linear RGB."""
    x, y, z = np.cbrt(XYZ @ np.clip(light, 0, 1) / XYZ.sum(axis=1))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@themes
@pytest.mark.parametrize("ink", ["text", "muted", "accent", "danger"])
@pytest.mark.parametrize("surface", ["window", "panel", "canvas"])
def test_text_can_be_read_on_every_surface(palette, ink, surface):
    assert contrast(getattr(palette, ink), getattr(palette, surface)) >= 4.5


@themes
@pytest.mark.parametrize("ground", FIELD)
def test_outlines_rings_and_marks_stand_out_from_the_field(palette, ground):
    for ink in ("outline", "support", "margin", "flash", "examined"):
        assert contrast(getattr(palette, ink), getattr(palette, ground)) >= 3


@themes
def test_the_boundary_is_the_strongest_line(palette):
    for side in ("positive_soft", "negative_soft"):
        beside = getattr(palette, side)
        assert contrast(palette.boundary, beside) >= 10
        assert contrast(palette.boundary, beside) > contrast(palette.margin, beside)


@themes
def test_a_point_stands_out_from_the_field_of_its_class(palette):
    for label in ("positive", "negative"):
        point, field = linear(getattr(palette, label)), linear(getattr(palette, f"{label}_field"))
        assert np.linalg.norm(lab(point) - lab(field)) > 30


@themes
@pytest.mark.parametrize("eye", [np.eye(3), PROTANOPIA, DEUTERANOPIA], ids=["full", "protanopia", "deuteranopia"])
def test_the_classes_differ_for_every_eye(palette, eye):
    def distance(one, other):
        return np.linalg.norm(lab(eye @ linear(one)) - lab(eye @ linear(other)))

    assert distance(palette.positive, palette.negative) > 60
    assert distance(palette.positive_field, palette.negative_field) > 35
    assert distance(palette.positive_soft, palette.negative_soft) > 8


def test_the_classes_differ_in_grey_on_paper():
    paper = PALETTES["print"]
    assert contrast(paper.positive, paper.negative) > 2


@themes
def test_the_lookup_table_goes_from_soft_to_full_on_both_sides(palette):
    table = field_colours(palette)
    assert table.shape == (256, 4)
    assert table.dtype == np.uint8
    assert not table.flags.writeable
    assert (table[:, 3] == 255).all()
    places = {
        0: palette.negative_field,
        1: palette.negative_field,
        127: palette.negative_soft,
        128: palette.undecided,
        129: palette.positive_soft,
        255: palette.positive_field,
    }
    assert {entry: tuple(table[entry, :3].tolist()) for entry in places} == {
        entry: rgb(colour) for entry, colour in places.items()
    }


def test_themes_are_found_by_their_name():
    assert list(PALETTES) == ["light", "dark", "print"]
    assert all(PALETTES[name].name == name for name in PALETTES)
