"""The colours that the style sheet mixes from a theme's."""

import pytest

from kpgui.present.palette import PALETTES
from kpgui.ui.look.style import selected_row
from tests.present.test_palette import contrast


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_text_can_be_read_on_the_rows_of_selected_points(palette):
    row = selected_row(palette)
    assert contrast(palette.text, row) >= 6
    assert contrast(palette.muted, row) >= 3
    assert row not in (palette.panel, palette.canvas)
