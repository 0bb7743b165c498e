"""The pictures of the window in README and docs show the program as it is."""

import re

import pytest

pytest.importorskip("PIL")

from PySide6.QtGui import QColor, QImage

from shots.comparing import MOST, difference, save
from shots.scenes import ROOT, SHOTS, taken


@pytest.mark.slow
@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.path)
def test_a_picture_shows_what_the_program_shows(shot, qapp):
    """If it does not: `python3 packaging/dev.py shots`."""
    assert difference(taken(shot), ROOT / shot.path) <= MOST


def test_every_picture_is_shown_somewhere():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    shown = {
        (page.parent / name).resolve()
        for page in pages
        for name in re.findall(r"!\[[^\]]+\]\((\S+?\.png)\)", page.read_text(encoding="utf-8"))
    }
    assert shown == {ROOT / shot.path for shot in SHOTS}


def test_the_pictures_are_small():
    """They are downloaded with the program."""
    assert sum(path.stat().st_size for path in (ROOT / "docs" / "pictures").iterdir()) < 600_000


def test_what_looks_different_is_different(tmp_path):
    path = tmp_path / "saved.png"
    image = QImage(100, 80, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    save(image, path)
    assert difference(image, path) == 0
    image.setPixelColor(3, 4, QColor("black"))
    assert difference(image, path) == 1 / 8000
    assert difference(image.scaled(50, 40), path) == 1
    assert difference(image, tmp_path / "missing.png") == 1
