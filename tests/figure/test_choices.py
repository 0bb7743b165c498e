"""Every choice of a style changes what it is for, and nothing else."""

import numpy as np
import pytest

from kpgui.drawing.lettering import FINE
from kpgui.drawing.parts import table_of
from kpgui.figure.painter import parts_of
from kpgui.figure.style import PRESETS, Style
from kpgui.geometry.palette import PALETTES, rgb
from kpgui.geometry.rings import NamedBoundary
from kpgui.kernels import kernel
from kpgui.model.expansion import Expansion
from tests.figure.conftest import Picture, scene_of, session_of, xor
from tests.strategies import noisy_moons


@pytest.fixture(scope="module")
def scene(qapp):
    """A scene in which there is something of everything."""
    dataset = noisy_moons(60, noise=0.15)
    held_out = np.arange(60) % 9 == 0
    whole = scene_of(session_of(dataset.points, dataset.labels, held_out=held_out))
    line = NamedBoundary("B", kernel("linear()"), np.array([[-1.0, 0], [1, 0]]), Expansion.of([-1, 1], 0.0), 0)
    return whole.marked(np.arange(60) % 7 == 0).compared([line], 200)


def changed(one, other):
    """The pixels that differ, (height, width)."""
    return (one.array != other.array).any(axis=2)


def inside(picture, margin=0.0):
    """The pixels of the plot, (height, width); margin: around it, in points."""
    plot, mask = picture.parts.layout.plot, np.zeros(picture.array.shape[:2], bool)
    left, top, right, bottom = (
        round(each * picture.scale)
        for each in (plot.left - margin, plot.top - margin, plot.right + margin, plot.bottom + margin)
    )
    mask[top:bottom, left:right] = True
    return mask


IN_THE_PLOT = {
    "field": "banded",
    "grid": True,
    "boundary": "dotted",
    "boundary_width": 5.0,
    "margins": "dotted",
    "margin_width": 3.0,
    "point_size": 1.5,
    "ghosts": False,
}


@pytest.mark.parametrize("name", IN_THE_PLOT)
def test_what_is_in_the_plot_changes_only_there_and_in_the_legend(scene, name):
    before, after = Picture(scene), Picture(scene, **{name: IN_THE_PLOT[name]})
    differing = changed(before, after)
    assert before.parts.layout.plot == after.parts.layout.plot
    assert differing[inside(before)].any()
    below = int((before.parts.layout.legend_top) * before.scale)
    outside = differing & ~inside(before, 12)
    assert not outside[:below].any()


@pytest.mark.parametrize(("name", "entry"), [("rings", "support vector"), ("wrong", "on the wrong side")])
def test_marks_that_are_left_out_are_not_explained(scene, name, entry):
    def explained(**choices):
        return [each.text for line in Picture(scene, **choices).parts.legend for each in line]

    assert any(text.startswith(entry) for text in explained(**{name: True}))
    assert not any(text.startswith(entry) for text in explained(**{name: False}))


@pytest.mark.parametrize("name", ["boundary", "margins"])
def test_a_line_that_is_left_out_is_not_explained(scene, name):
    texts = [each.text for line in Picture(scene, **{name: "none"}).parts.legend for each in line]
    assert texts
    assert not any(text.startswith(name) for text in texts)


@pytest.mark.parametrize("name", ["title", "counters", "ticks", "axes", "legend"])
def test_what_is_left_out_around_the_plot_gives_it_room(scene, name):
    before, after = (Picture(scene, **{name: shown}).parts.layout.area for shown in (True, False))
    assert after.width * after.height > before.width * before.height


@pytest.mark.parametrize("name", ["formula", "colour_bar"])
def test_what_is_added_takes_room(scene, name):
    before, after = (Picture(scene, **{name: shown}).parts.layout.area for shown in (False, True))
    assert after.width * after.height < before.width * before.height


@pytest.mark.slow
def test_the_field_has_two_colours_as_classes_and_ten_in_bands(scene):
    counts = {kind: len(set(table_of(PALETTES["light"], kind))) for kind in ("classes", "banded", "smooth")}
    assert (counts["classes"], counts["banded"]) == (2 + 1, 10 + 1), "with that of f = 0"
    assert counts["smooth"] > 200
    bare = {"rings": False, "margins": "none", "boundary": "none", "ghosts": False, "point_size": 0.1}

    def mostly(kind, count):
        """The share of the plot in its commonest colours."""
        picture = Picture(scene, field=kind, **bare)
        _, found = np.unique(picture.array[inside(picture, -3)], axis=0, return_counts=True)
        return np.sort(found)[-count:].sum() / found.sum()

    assert mostly("classes", 2) > 0.9
    assert mostly("banded", 2) < 0.7 < mostly("banded", 10)
    assert mostly("none", 1) > 0.9
    assert mostly("smooth", 10) < 0.5


def test_the_colour_bar_has_the_values_of_f_at_its_colours(scene):
    picture = Picture(scene, colour_bar=True)
    bar, plot = picture.parts.layout.bar, picture.parts.layout.plot
    assert max(bar.values) <= scene.peak
    assert min(bar.values) >= -scene.peak
    x = int((plot.right + 16 * picture.parts.layout.unit) * picture.scale)
    top, bottom = (picture.array[int(y * picture.scale), x] for y in (plot.top + 2, plot.bottom - 2))
    assert top.tolist() == pytest.approx(rgb(PALETTES["light"].positive_field), abs=4)
    assert bottom.tolist() == pytest.approx(rgb(PALETTES["light"].negative_field), abs=4)


def test_a_transparent_picture_has_no_background(scene):
    image = Picture(scene, transparent=True).image
    assert image.hasAlphaChannel()
    assert image.pixelColor(2, 2).alpha() == 0
    assert image.pixelColor(image.width() // 2, image.height() // 2).alpha() == 255
    assert not Picture(scene).image.hasAlphaChannel()


def test_text_has_the_size_asked_for_on_a_picture_of_any_size(scene):
    for size in ((840, 600), (1680, 1200)):
        assert Picture(scene, size, font_size=12).parts.layout.letterings.label.size == 12


def test_text_gets_smaller_where_it_would_leave_no_plot(scene):
    layout = Picture(scene, (400, 300), font_size=60).parts.layout
    assert layout.letterings.label.size < 30
    assert layout.area.height > 0.3 * 300 * 72 / 120


@pytest.mark.parametrize("bar", [False, True])
@pytest.mark.parametrize("preset", PRESETS.members, ids=lambda preset: preset.key)
def test_the_heading_of_every_preset_ends_within_the_picture_and_before_the_name_of_a_colour_bar(scene, preset, bar):
    style = preset.applied(Style(formula=True, colour_bar=bar))
    paper = 72 * style.width / style.dpi, 72 * (style.height or style.width * 3 / 4) / style.dpi
    parts = parts_of(scene, style, *paper)
    type_, layout = parts.layout.letterings, parts.layout
    room = layout.plot.width if bar else layout.right - layout.plot.left
    assert max(map(type_.title.width, parts.heading.title)) <= room
    assert max(map(type_.caption.width, parts.heading.caption)) <= room
    assert parts.heading.formula.width * parts.heading.formula_scale <= room * 1.001


def test_a_formula_too_long_to_be_read_is_elided_and_not_made_smaller():
    session = session_of(np.eye(2), [1, -1], kernel=" + ".join(f"rbf(sigma={k})" for k in range(1, 31)))
    scene = scene_of(session)
    parts = parts_of(scene, Style(formula=True), 432, 324)
    heading, room = parts.heading, parts.layout.right - parts.layout.plot.left
    size = heading.formula_scale * FINE / parts.layout.letterings.caption.size
    assert 0.5 < size < 1
    assert 0.8 * room < heading.formula.width * heading.formula_scale <= room * 1.001
    assert heading.formula_words == scene.formula  # the text of an SVG, which is not elided


def test_on_a_wide_picture_the_legend_is_beside_the_plot():
    wide, usual = Picture(scene_of(xor()), (1920, 1080), 144, font_size=16).parts, Picture(scene_of(xor())).parts
    assert wide.layout.legend_left > wide.layout.plot.right
    assert [len(line) for line in wide.legend] == [1] * len(wide.legend)
    assert usual.layout.legend_left is None


def test_a_last_label_that_is_wide_is_not_cut_off():
    session = session_of([[0, 0], [12000, 9000]], [1, -1], "linear()")
    for size in ((300, 300), (500, 240)):
        layout = Picture(scene_of(session), size).parts.layout
        tick = layout.letterings.tick
        for value, label in zip(layout.across.values, layout.across.labels, strict=True):
            centre = layout.place(np.array([[value, 0.0]]))[0, 0]
            assert centre + tick.width(label) / 2 < layout.right + 1


def test_a_slide_with_everything_above_the_plot_keeps_equal_units(scene):
    style = PRESETS.find("slide").applied(Style(formula=True, colour_bar=True, wrong=True))
    layout = parts_of(scene, style, 72 * style.width / style.dpi, 72 * style.height / style.dpi).layout
    view, plot = layout.view, layout.plot
    assert plot.width / (view.xmax - view.xmin) == pytest.approx(plot.height / (view.ymax - view.ymin))
    assert plot.height > 0.4 * 72 * style.height / style.dpi
