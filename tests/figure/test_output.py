"""PNG files: size, resolution, atomic writing, and what is said when it cannot be done."""

import errno
import os
import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image

from kpgui import api
from kpgui.figure.animation.film import Film
from kpgui.figure.animation.recording import Recording
from kpgui.figure.animation.settings import Animation
from kpgui.figure.multiples.multiples import computed
from kpgui.figure.multiples.painter import PanelPicture
from kpgui.figure.outputs import OUTPUTS, Picture, save, suffixes
from kpgui.figure.style import Style
from kpgui.model.errors import KpguiError
from kpgui.words.variation import Variation, cases
from tests.figure.conftest import session_of, xor

posix = pytest.mark.skipif(os.name != "posix", reason="limits and permissions are set the POSIX way")


def picture_of(session, **choices):
    return Picture(session, api.train(session), Style(**choices), resolution=300)


@pytest.fixture(scope="module")
def picture():
    return picture_of(xor())


@pytest.mark.parametrize(("size", "dpi"), [((840, 600), 120), ((1600, 1200), 192), ((333, 777), 300), ((64, 64), 72)])
def test_size_and_dpi_are_as_asked(tmp_path, size, dpi):
    save(picture_of(xor(), width=size[0], height=size[1], dpi=dpi), tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as image:
        assert image.size == size
        assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


def test_without_a_size_the_height_follows_the_view(tmp_path):
    heights = {}
    for name, points in {"wide": [[0, 0], [3, 1]], "high": [[0, 0], [3, 3]], "line": [[0, 0], [1000, 1]]}.items():
        save(picture_of(session_of(points, [1, -1])), tmp_path / "a.png")
        with Image.open(tmp_path / "a.png") as image:
            assert image.width == 840
            heights[name] = image.height
    assert heights["wide"] < heights["line"] == 600 < heights["high"]


def test_the_same_scene_gives_the_same_file(picture, tmp_path):
    save(picture, tmp_path / "a.png")
    save(picture, str(tmp_path / "b.PNG"))
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.PNG").read_bytes()


@pytest.mark.parametrize("name", ["a.jpg", "a", "a.png.txt"])
def test_another_suffix_is_refused_and_png_offered(picture, tmp_path, name):
    with pytest.raises(KpguiError, match=re.escape(" or ".join(suffixes()))):
        save(picture, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("size", "problem"),
    [
        ((0, 600), "width must be a whole number from 32 to 20000, not 0"),
        ((840, -1), "height must be a whole number from 0 to 20000, not -1"),
        ((840, 31), "height must be 0 or a whole number from 32 to 20000, not 31"),
        ((30_000, 600), "width must be"),
        ((20_000, 20_000), "A picture of 20000 × 20000 pixels cannot be made; it has at most 100 million"),
    ],
)
def test_a_size_out_of_range_is_refused(size, problem):
    with pytest.raises(KpguiError, match=problem):
        Style(width=size[0], height=size[1])


@pytest.mark.parametrize("dpi", [0, -1, 9.9, 2401, float("nan"), float("inf")])
def test_a_resolution_out_of_range_is_refused(dpi):
    with pytest.raises(KpguiError, match="dpi must be a number from 10 to 2400"):
        Style(dpi=dpi)


def test_a_folder_that_does_not_exist(picture, tmp_path):
    with pytest.raises(KpguiError, match=r"a\.png cannot be saved: the folder .*nowhere does not exist\.$"):
        save(picture, tmp_path / "nowhere" / "a.png")


def test_a_folder_in_the_way(picture, tmp_path):
    (tmp_path / "a.png").mkdir()
    with pytest.raises(KpguiError, match=r"a\.png cannot be saved: it is a folder, add a file name\.$"):
        save(picture, tmp_path / "a.png")


def test_a_folder_that_may_not_be_written_to(picture, tmp_path, monkeypatch):
    shut = tmp_path / "shut"
    shut.mkdir(0o500)
    if os.access(shut, os.W_OK):  # to the superuser every folder is open

        def refused(*_, **__):
            raise PermissionError(errno.EACCES, "Permission denied")

        monkeypatch.setattr("kpgui.formats.storage.unfinished", refused)
    with pytest.raises(KpguiError, match=r"a\.png cannot be saved: you have no permission to write there, choose"):
        save(picture, shut / "a.png")


@pytest.mark.parametrize("name", ["a.png", "folder/a.png"])
def test_a_folder_that_may_not_be_searched(picture, shut, name):
    with pytest.raises(KpguiError, match=r"a\.png cannot be saved: you have no permission to write there, choose"):
        save(picture, shut / name)


@posix
def test_a_symbolic_link_stays_one(picture, tmp_path):
    (tmp_path / "real.png").write_bytes(b"old")
    (tmp_path / "link.png").symlink_to("real.png")
    save(picture, tmp_path / "link.png")
    assert (tmp_path / "link.png").is_symlink()
    assert (tmp_path / "real.png").read_bytes().startswith(b"\x89PNG")


@posix
def test_what_is_no_file_is_written_to_and_not_replaced(picture, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link.png").symlink_to("pipe")
    with ThreadPoolExecutor() as pool:
        arrived = pool.submit((tmp_path / "pipe").read_bytes)
        save(picture, tmp_path / "link.png")
        assert (tmp_path / "pipe").is_fifo()
        assert arrived.result().startswith(b"\x89PNG")


@posix
@pytest.mark.parametrize("mode", [0o600, 0o644])
def test_a_picture_is_as_open_as_the_one_it_replaces(picture, tmp_path, mode):
    (tmp_path / "a.png").write_bytes(b"old")
    (tmp_path / "a.png").chmod(mode)
    save(picture, tmp_path / "a.png")
    assert stat.S_IMODE((tmp_path / "a.png").stat().st_mode) == mode


ALONE = """
import resource, sys
from pathlib import Path
from kpgui import api
from kpgui.figure.outputs import Picture, save
from kpgui.figure.style import Style
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

room = int(sys.argv[2])
if room:
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
session = Session()
try:
    save(Picture(session, api.train(session), Style(theme="print"), resolution=50), sys.argv[1])
except KpguiError as error:
    print(error)
"""


def run_alone(path, room=0, **environment):
    """A process of its own: the tests' one has a Qt application, and its limits are not to be touched."""
    clean = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    clean.pop("QT_QPA_PLATFORM", None)
    command = [sys.executable, "-W", "error", "-c", ALONE, str(path), str(room)]
    return subprocess.run(command, env=clean | environment, capture_output=True, text=True, timeout=240)


@pytest.mark.slow
@posix
@pytest.mark.parametrize("environment", [{}, {"DISPLAY": ":77", "QT_QPA_PLATFORM": "xcb"}], ids=["none", "broken"])
def test_no_display_is_needed(tmp_path, environment):
    done = run_alone(tmp_path / "a.png", **environment)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
@posix
def test_a_full_disk_leaves_the_old_picture(tmp_path):
    (tmp_path / "a.png").write_bytes(b"old")
    done = run_alone(tmp_path / "a.png", room=1000)
    assert done.returncode == 0
    assert done.stdout.endswith("a.png cannot be saved: file too large.\n")
    assert done.stderr == "", "libpng has nothing to say"
    assert (tmp_path / "a.png").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]


def test_a_height_that_follows_from_the_view_counts_among_the_pixels():
    """Of any kind of drawing: 20 000 pixels wide, the whole would have a gigabyte."""
    session, style = xor(), Style(width=20_000)
    told = "A picture of 20000 × [0-9]+ pixels cannot be made; it has at most 100 million"
    with pytest.raises(KpguiError, match=told):
        OUTPUTS.find("png").content(Picture(session, api.train(session), style))
    chosen = cases(session, (Variation("run.seed", ("1", "2")),))
    with pytest.raises(KpguiError, match=told):
        PanelPicture.of(computed(chosen, 64), style).size  # noqa: B018  # worked out when it is asked for
    with pytest.raises(KpguiError, match=told):
        Film(Recording(session), Animation(), style)
