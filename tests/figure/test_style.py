"""Styles as expressions, and presets."""

import pytest

from kpgui.figure.style import PRESETS, Style, style
from kpgui.geometry.palette import PALETTES
from kpgui.model.errors import KpguiError


def test_a_style_reads_back_from_its_expression():
    for each in (Style(), Style(theme="print", legend=False, boundary_width=0.3, height=77, field="classes")):
        assert style(str(each)) == each


def test_choices_that_are_not_given_have_their_defaults():
    assert style('figure(theme="dark", legend=false)') == Style(theme="dark", legend=False)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("figur()", "the nearest name is 'figure'"),
        ("figure(legends=false)", "the nearest name is 'legend'"),
        ('figure(theme="pink")', "theme must be one of"),
        ("figure(legend=2)", "legend must be true or false"),
        ("figure(font_size=-1)", "font_size must be a number from 0 to 200"),
        ("figure(linear)", "takes its parameters in order or by name"),
        ("1", "expected one style"),
    ],
)
def test_what_is_no_style_is_refused_in_words(text, problem):
    with pytest.raises(KpguiError, match=problem):
        style(text)


def test_the_themes_are_those_of_the_palettes():
    assert next(each for each in Style.params() if each.name == "theme").choices == tuple(PALETTES)


@pytest.mark.parametrize("preset", PRESETS.members, ids=lambda preset: preset.key)
def test_a_preset_changes_its_choices_and_no_others(preset):
    before = Style(theme="dark", legend=False)
    after = preset.applied(before)
    assert after.theme == "dark"
    assert not after.legend
    assert {name for name, value in after.settings().items() if value != before.settings()[name]} <= set(preset.choices)
