"""Pictures beside those that were looked at and found good, in `golden`.

After a change that is meant: `KPGUI_GOLDEN=write python -m pytest tests/figure/test_golden.py`, and look at each.
"""

import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from kpgui import api
from kpgui.figure.outputs import Picture, save
from kpgui.figure.style import style
from tests.figure.conftest import session_of
from tests.strategies import noisy_moons

FOLDER = Path(__file__).parent / "golden"

STYLES = {
    "plain": "figure(width=420, dpi=60)",
    "everything": (
        'figure(theme="dark", width=480, height=360, dpi=60, formula=true, colour_bar=true, grid=true, wrong=true, '
        'field="banded", boundary="dashed", margins="dotted")'
    ),
    "slide": 'figure(theme="contrast", width=640, height=360, dpi=48, font_size=16, field="classes")',
    "bare": (
        'figure(theme="print", width=300, height=300, dpi=60, title=false, counters=false, axes=false, ticks=false, '
        'legend=false, field="none", rings=false, margins="none", point_size=1.5, boundary_width=3.5)'
    ),
}

MOST = 0.02
"""Mean difference, as a share of the full range: numerics and text differ a little between machines."""


@pytest.mark.parametrize("name", STYLES)
def test_a_picture_is_as_it_was_found_good(tmp_path, name):
    dataset = noisy_moons(60, noise=0.15)
    session = session_of(dataset.points, dataset.labels, held_out=np.arange(60) % 9 == 0)
    picture = Picture(session, api.train(session), style(STYLES[name].replace("figure(", "figure(embed=false, ", 1)))
    if os.environ.get("KPGUI_GOLDEN") == "write":
        save(picture, FOLDER / f"{name}.png")
    save(picture, tmp_path / f"{name}.png")
    with Image.open(FOLDER / f"{name}.png") as good, Image.open(tmp_path / f"{name}.png") as drawn:
        assert drawn.size == good.size
        apart = np.abs(np.asarray(drawn.convert("RGB"), float) - np.asarray(good.convert("RGB"), float)) / 255
    assert apart.mean() < MOST
    assert (apart.max(axis=2) > 0.5).mean() < MOST / 4, "nothing is missing or elsewhere"
