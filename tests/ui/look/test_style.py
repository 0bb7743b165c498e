"""The colours that the style sheet mixes from a theme's."""

import re

import pytest

from kpgui.geometry.palette import PALETTES
from kpgui.ui.look.style import edge, selected_row, style_sheet
from tests.geometry.test_palette import contrast


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_text_can_be_read_on_the_rows_of_selected_points(palette):
    row = selected_row(palette)
    assert contrast(palette.text, row) >= 6
    assert contrast(palette.muted, row) >= 3
    assert row not in (palette.panel, palette.canvas)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_edges_of_controls_stand_out_from_every_ground(palette):
    """WCAG 2.2, 1.4.11: what is needed to see a control has 3 : 1 against what is beside it, in it as well."""
    sheet = style_sheet(palette)
    for control in ("QPushButton {", "QLineEdit, QAbstractSpinBox, QComboBox {", "QCheckBox::indicator {"):
        rule = sheet.partition(control)[2].partition("}")[0]
        (line,) = re.findall(r"border: 1px solid (#\w+)", rule)
        (inside,) = re.findall(r"background: (#\w+)", rule)
        for ground in (palette.window, palette.panel, inside):
            assert contrast(line, ground) >= 3, control
    assert contrast(edge(palette), palette.canvas) >= 3
