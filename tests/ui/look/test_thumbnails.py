"""Pictures of recent files: what they show, and that they stay few and small."""

import os
import stat
import sys
from pathlib import Path

import numpy as np
import pytest

from kpgui.geometry.palette import LIGHT
from kpgui.model.dataset import Dataset
from kpgui.ui.look.thumbnails import HEIGHT, MAX_BYTES, WIDTH, Thumbnails, thumbnail, thumbnails_folder


def colours(image, left=0, bottom=HEIGHT):
    found = {image.pixelColor(x, y).name() for x in range(left, WIDTH) for y in range(bottom)}
    return {LIGHT.positive, LIGHT.negative} & found


@pytest.mark.parametrize(
    "labels, seen", [([1, -1], {LIGHT.positive, LIGHT.negative}), ([1, 1], {LIGHT.positive}), ([], set())]
)
def test_a_picture_shows_the_classes_that_there_are(qapp, labels, seen):
    points = np.array([[0.0, 0.0], [1.0, 1.0]])[: len(labels)]
    assert colours(thumbnail(Dataset.of(points, labels))) == seen


def test_up_is_up(qapp):
    image = thumbnail(Dataset.of([[0, 0], [1, 1]], [-1, 1]))
    assert colours(image, left=WIDTH // 2, bottom=HEIGHT // 2) == {LIGHT.positive}


@pytest.mark.parametrize("scale", [0, 1e-300, 1e300, 1.7e308])
def test_any_finite_points_have_a_picture(qapp, scale):
    points = scale * np.array([[-1.0, 0.5], [1.0, -0.5], [0.2, 0.3]])
    assert colours(thumbnail(Dataset.of(points, [1, 1, 1])))


def test_only_the_pictures_of_recent_files_are_kept_and_each_is_small(qapp):
    rng = np.random.default_rng(0)
    crowd = thumbnail(Dataset.of(rng.normal(size=(50_000, 2)), rng.choice([-1, 1], 50_000)))
    thumbnails, names = Thumbnails(), [f"/data/{i}.csv" for i in range(20)]
    for i, name in enumerate(names):
        thumbnails.keep(Path(name), crowd, names[max(0, i - 7) : i + 1])
    kept = list(thumbnails_folder().iterdir())
    assert len(kept) == 8
    assert max(file.stat().st_size for file in kept) < MAX_BYTES
    assert not thumbnails.icon(Path(names[-1])).isNull()
    assert thumbnails.icon(Path(names[0])).isNull()


def test_a_folder_that_cannot_be_made_is_no_trouble(qapp, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    thumbnails = Thumbnails(tmp_path / "file" / "thumbnails")
    thumbnails.keep(Path("a.csv"), thumbnail(Dataset.empty()), [])
    assert thumbnails.icon(Path("a.csv")).isNull()


def test_a_damaged_picture_is_none(qapp, tmp_path):
    thumbnails = Thumbnails(tmp_path)
    thumbnails.keep(Path("a.csv"), thumbnail(Dataset.empty()), [])
    next(tmp_path.glob("*.png")).write_bytes(b"no picture")
    assert thumbnails.icon(Path("a.csv")).isNull()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes of files")
def test_only_the_user_may_look_at_them(qapp, tmp_path):
    folder = tmp_path / "thumbnails"
    folder.mkdir(mode=0o755)
    before = os.umask(0o022)
    try:
        Thumbnails(folder).keep(Path("a.csv"), thumbnail(Dataset.empty()), [])
    finally:
        os.umask(before)
    assert [stat.S_IMODE(each.stat().st_mode) for each in (folder, *folder.iterdir())] == [0o700, 0o600]
