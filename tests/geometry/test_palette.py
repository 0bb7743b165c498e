"""The themes: text that can be read, points that stand out, meanings that differ in hue, also for the colour-blind."""

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import kpgui
from kpgui.geometry.palette import PALETTES, field_colours, rgb

themes = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)

FIELD = ("positive_soft", "positive_field", "negative_soft", "negative_field", "undecided")

# Machado, Oliveira and Fernandes (2009), severity 1: linear RGB as a person without red or green cones sees it.
PROTANOPIA = np.array(
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
)
DEUTERANOPIA = np.array(
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
)
TRITANOPIA = np.array(
    [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
)
EYES = {
    "full colour vision": np.eye(3),
    "protanopia": PROTANOPIA,
    "deuteranopia": DEUTERANOPIA,
    "tritanopia": TRITANOPIA,
}
eyes = pytest.mark.parametrize("eye", EYES.values(), ids=EYES)

ON_CANVAS = ("negative", "positive", "danger", "flash", "examined", "support", "muted")
ROLES = (*ON_CANVAS, "accent", "selection", "warning")

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
    ratio = XYZ @ np.clip(light, 0, 1) / XYZ.sum(axis=1)
    x, y, z = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def ciede2000(one, other):
    """The colour difference of two L*a*b* colours (Sharma, Wu and Dalal 2005, equations 2 to 22)."""
    (light1, a1, b1), (light2, a2, b2) = one, other
    chroma = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    more = 1 + 0.5 * (1 - np.sqrt(chroma**7 / (chroma**7 + 25**7)))
    chroma1, chroma2 = np.hypot(more * a1, b1), np.hypot(more * a2, b2)
    hue1, hue2 = np.degrees(np.arctan2(b1, more * a1)), np.degrees(np.arctan2(b2, more * a2))
    turn = (hue2 - hue1 + 180) % 360 - 180 if chroma1 * chroma2 else 0.0
    lightness, chroma, hue = (light1 + light2) / 2, (chroma1 + chroma2) / 2, np.radians(hue1 + turn / 2)
    weight = 1 - 0.17 * np.cos(hue - np.pi / 6) + 0.24 * np.cos(2 * hue)
    weight += 0.32 * np.cos(3 * hue + np.radians(6)) - 0.2 * np.cos(4 * hue - np.radians(63))
    by_light = (light2 - light1) / (1 + 0.015 * (lightness - 50) ** 2 / np.sqrt(20 + (lightness - 50) ** 2))
    by_chroma = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    by_hue = 2 * np.sqrt(chroma1 * chroma2) * np.sin(np.radians(turn) / 2) / (1 + 0.015 * chroma * weight)
    bend = np.radians(60 * np.exp(-(((np.degrees(hue) % 360 - 275) / 25) ** 2)))
    cross = -2 * np.sqrt(chroma**7 / (chroma**7 + 25**7)) * np.sin(bend)
    return float(np.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + cross * by_chroma * by_hue))


def difference(palette, one, other, eye):
    """How different two colours of a palette are to an eye: 1 is just noticeable, 10 is seen at a glance."""
    return ciede2000(*(lab(eye @ linear(getattr(palette, name))) for name in (one, other)))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.1848, -84.8006), (50, 0, -82.7485), 1.0),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (58, 24, 15), 19.4535),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_of_colours_agrees_with_the_published_examples(one, other, expected):
    assert ciede2000(one, other) == pytest.approx(expected, abs=5e-5)


@themes
@pytest.mark.parametrize("ink", ["text", "muted", "accent", "warning", "danger", "examined"])
@pytest.mark.parametrize("surface", ["window", "panel", "canvas"])
def test_text_can_be_read_on_every_surface(palette, ink, surface):
    assert contrast(getattr(palette, ink), getattr(palette, surface)) >= 4.5


@themes
@pytest.mark.parametrize("ground", FIELD)
def test_outlines_rings_and_marks_stand_out_from_the_field(palette, ground):
    for ink in ("outline", "support", "margin", "flash", "examined"):
        assert contrast(getattr(palette, ink), getattr(palette, ground)) >= 3


@themes
def test_further_boundaries_stand_out_from_the_field_and_their_names_can_be_read(palette):
    for line in palette.lines:
        assert all(contrast(line, getattr(palette, ground)) >= 3 for ground in FIELD)
        assert contrast(line, palette.canvas) >= 4.5
        for other in ("positive", "negative", "boundary"):
            assert ciede2000(lab(linear(line)), lab(linear(getattr(palette, other)))) >= 15


@themes
def test_further_boundaries_differ_from_each_other(palette):
    for one, other in combinations(palette.lines, 2):
        assert ciede2000(lab(linear(one)), lab(linear(other))) >= 15


@themes
@pytest.mark.parametrize("ground", (*FIELD, "canvas", "positive", "negative"))
def test_one_of_the_two_colours_of_a_selection_stands_out_from_whatever_is_below(palette, ground):
    below = getattr(palette, ground)
    assert max(contrast(palette.selection, below), contrast(palette.selection_edge, below)) >= 3
    assert contrast(palette.selection, palette.selection_edge) >= 7


@themes
@pytest.mark.parametrize(("one", "other"), list(combinations(ROLES, 2)))
def test_every_meaning_has_a_colour_of_its_own(palette, one, other):
    assert difference(palette, one, other, np.eye(3)) >= 15


@themes
@eyes
@pytest.mark.parametrize("mark", ON_CANVAS)
def test_selected_points_are_told_from_all_other_marks_by_every_eye(palette, eye, mark):
    assert difference(palette, "selection", mark, eye) >= 11


@themes
@eyes
def test_a_mistake_is_told_from_a_correct_point_by_every_eye(palette, eye):
    assert difference(palette, "flash", "examined", eye) >= 12


def test_colours_are_named_in_the_palette_alone():
    package = Path(kpgui.__file__).parent
    named = {path.name for path in package.rglob("*.py") if re.search(r"#[0-9a-fA-F]{6}", path.read_text("utf-8"))}
    assert named == {"palette.py"}


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
@eyes
def test_the_classes_differ_for_every_eye(palette, eye):
    assert difference(palette, "positive", "negative", eye) >= 45
    assert difference(palette, "positive_field", "negative_field", eye) >= 25
    assert difference(palette, "positive_soft", "negative_soft", eye) >= 7


IN_GREY = {"light": (1.5, 1.1, 1.0), "dark": (1.05, 1.1, 1.0), "contrast": (1.9, 1.2, 1.05), "print": (3, 1.6, 1.15)}
"""Least contrast in grey of the classes' points, of the two sides of the field at its peaks, and near the boundary.

On the screen shapes tell the classes apart, and the boundary the sides; on paper without colours the greys do as well.
"""


@themes
def test_the_classes_and_the_sides_of_the_field_differ_in_grey(palette):
    for pair, least in zip(("", "_field", "_soft"), IN_GREY[palette.name], strict=True):
        positive, negative = (getattr(palette, f"{label}{pair}") for label in ("positive", "negative"))
        assert contrast(positive, negative) >= least


@pytest.mark.parametrize("ground", FIELD)
def test_on_paper_without_colours_lines_and_points_stand_out_from_the_field(ground):
    paper = PALETTES["print"]
    below = getattr(paper, ground)
    assert contrast(paper.boundary, below) >= 7
    assert contrast(paper.margin, below) >= 4.5
    assert contrast(paper.outline, below) >= 7
    assert contrast(paper.danger, below) >= 3


def test_on_paper_one_side_is_darker_throughout():
    """So that a grey says on which side a place is, however strong f is there."""
    table = field_colours(PALETTES["print"])[:, :3]
    light = [float(XYZ[1] @ linear("#" + bytes(colour).hex())) for colour in table.tolist()]
    assert max(light[1:128]) < min(light[129:])


STRAY = 0.1
"""Light of a bright room on the projector's screen, of which the projector's white is 1."""


def contrast_in_a_bright_room(one, other):
    dark, light = sorted(float(XYZ[1] @ linear(colour)) for colour in (one, other))
    return (light + STRAY) / (dark + STRAY)


def test_in_a_bright_room_text_lines_and_points_are_still_seen():
    palette, seen = PALETTES["contrast"], contrast_in_a_bright_room
    for ink, least in (("text", 7), ("muted", 6), ("accent", 6), ("warning", 6), ("danger", 5.5), ("examined", 6)):
        assert seen(getattr(palette, ink), palette.canvas) >= least
    for ground in FIELD:
        below = getattr(palette, ground)
        assert seen(palette.boundary, below) >= 4.5
        assert seen(palette.margin, below) >= 4.5
        assert seen(palette.outline, below) >= 4.5
    assert seen(palette.positive, palette.positive_field) >= 2
    assert seen(palette.negative, palette.negative_field) >= 2.5
    assert seen(palette.grid, palette.canvas) > max(
        seen(other.grid, other.canvas) for name, other in PALETTES.items() if name != "contrast"
    )


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
    assert list(PALETTES) == ["light", "dark", "contrast", "print"]
    assert all(PALETTES[name].name == name for name in PALETTES)
