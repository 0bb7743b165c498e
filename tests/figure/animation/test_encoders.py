"""Files of animations, read back by Pillow and ffmpeg; what is left when one fails or is cancelled."""

import os
import struct
import sys

import numpy as np
import pytest
from PIL import Image

from kpgui.figure import animation
from kpgui.figure.animation import mp4
from kpgui.figure.animation.encoder import Encoder
from kpgui.figure.animation.registry import ENCODERS, check_target, encoder_for
from kpgui.model.errors import Cancelled, KpguiError, Token
from tests.figure.animation.conftest import SIZE, film_of, moons, pixels
from tests.registered import declared_in

FPS, HOLD = 8, 1.5


@pytest.fixture(scope="module")
def film(qapp):
    return film_of(moons(), frames=9, fps=FPS, hold=HOLD)


@pytest.fixture(scope="module")
def written(film, tmp_path_factory):
    """The path of the film in each encoding."""
    folder = tmp_path_factory.mktemp("films")
    paths = {}
    for encoder in ENCODERS:
        paths[encoder.key] = folder / f"run{encoder.suffixes[0]}"
        encoder.write(film, paths[encoder.key])
    return paths


def read_back(path):
    """Frames as int (height, width, 3), and their durations in ms."""
    with Image.open(path) as image:
        frames, durations = [], []
        for k in range(image.n_frames):
            image.seek(k)
            frames.append(np.asarray(image.convert("RGB")).astype(int))
            durations.append(image.info["duration"])
        return frames, durations


@pytest.mark.slow
@pytest.mark.parametrize(("key", "off"), [("gif", 3), ("webp", 4)])
def test_pillow_reads_frames_durations_and_loop(film, written, key, off):
    frames, durations = read_back(written[key])
    assert durations == film.durations
    assert sum(durations) == pytest.approx(1000 * (9 / FPS + HOLD), abs=10)
    with Image.open(written[key]) as image:
        assert image.info["loop"] == 0
        assert image.size == SIZE
    for shown, drawn in zip(frames, film.frames(), strict=True):
        assert np.abs(shown - pixels(drawn)).mean() <= off


@pytest.mark.slow
def test_a_gif_has_one_palette_for_all_frames(written):
    """No frame has a table of its own, see the flags of each image descriptor in the specification, GIF89a."""
    content = written["gif"].read_bytes()
    assert content[10] & 0x80
    at, frames = 13 + 3 * 256, 0
    while content[at] != 0x3B:
        if content[at] == 0x21:
            at += 2
        else:
            assert content[at] == 0x2C
            assert content[at + 9] & 0x80 == 0
            frames, at = frames + 1, at + 11
        while content[at]:
            at += content[at] + 1
        at += 1
    assert frames == 9


@pytest.mark.slow
def test_what_stays_the_same_stays_the_same_colour_in_a_gif(film, written):
    frames, _ = read_back(written["gif"])
    drawn = [pixels(image) for image in film.frames()]
    for k in range(1, len(frames)):
        same = (drawn[k] == drawn[k - 1]).all(axis=-1)
        assert same.any()
        assert np.array_equal(frames[k][same], frames[k - 1][same])


def test_the_programs_own_colours_are_exact_in_a_gif(film, written):
    frames, _ = read_back(written["gif"])
    drawn = [pixels(image) for image in film.frames()]
    for name in ("canvas", "positive", "negative", "boundary", "flash"):
        colour = np.array([int(getattr(film.palette, name)[k : k + 2], 16) for k in (1, 3, 5)])
        where = (drawn[-2] == colour).all(axis=-1) | (drawn[3] == colour).all(axis=-1)
        if name in ("canvas", "positive", "negative"):
            assert where.any()
        for k in (3, -2):
            exact = (drawn[k] == colour).all(axis=-1)
            assert (frames[k][exact] == colour).all()


def test_a_frame_in_which_nothing_changes_is_kept(tmp_path):
    film = film_of(moons(), frames=9)
    film.moments = 3 * film.moments[3:4]
    encoder_for(tmp_path / "a.gif").write(film, tmp_path / "a.gif")
    assert len(read_back(tmp_path / "a.gif")[0]) == 3


def test_an_mp4_has_the_frames_and_the_pause(written):
    imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")
    count, seconds = imageio_ffmpeg.count_frames_and_secs(str(written["mp4"]))
    assert count == 9 + FPS * HOLD
    assert seconds == pytest.approx(9 / FPS + HOLD, abs=0.02)
    reader = imageio_ffmpeg.read_frames(str(written["mp4"]))
    meta = next(reader)
    assert meta["codec"] == "h264"
    assert meta["pix_fmt"].startswith("yuv420p(tv")
    assert tuple(meta["size"]) == SIZE
    reader.close()
    content = written["mp4"].read_bytes()
    assert content.index(b"moov") < content.index(b"mdat")  # plays while it is loaded


@pytest.mark.parametrize("encoder", ENCODERS.members, ids=ENCODERS.keys())
def test_repeated_it_is_the_same_file(film, written, encoder):
    assert b"".join(encoder.pieces(film, Token())) == written[encoder.key].read_bytes()


@pytest.mark.parametrize("encoder", ENCODERS.members, ids=ENCODERS.keys())
@pytest.mark.parametrize("there", [False, True])
def test_cancelled_it_leaves_what_was_there(film, written, tmp_path, encoder, there):
    path = tmp_path / written[encoder.key].name
    if there:
        path.write_bytes(b"old")
    before = sorted(tmp_path.rglob("*"))
    shares = []
    with pytest.raises(Cancelled):
        encoder.write(film, path, Token(lambda: len(shares) > 4, shares.append))
    assert 4 < len(shares) < 9
    assert sorted(tmp_path.rglob("*")) == before
    assert all(each.read_bytes() == b"old" for each in before if each.is_file())


def test_without_ffmpeg_a_sentence_says_what_to_install(film, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    encoder = ENCODERS.find("mp4")
    assert "install ffmpeg" in encoder.problem()
    with pytest.raises(KpguiError, match=r"An MP4 needs the program ffmpeg.*choose GIF or WebP\.$"):
        encoder.write(film, tmp_path / "a.mp4")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for ffmpeg")
def test_the_failure_of_ffmpeg_is_one_sentence(film, tmp_path, monkeypatch):
    program = tmp_path / "ffmpeg"
    program.write_text("#!/bin/sh\necho first >&2\necho 'Unknown encoder libx264.' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(mp4, "ffmpeg", lambda: str(program))
    with pytest.raises(KpguiError, match=r"^ffmpeg could not make the video: Unknown encoder libx264\.$"):
        ENCODERS.find("mp4").write(film, tmp_path / "a.mp4")
    assert not (tmp_path / "a.mp4").exists()


def test_an_ffmpeg_that_cannot_be_started_is_told_of_and_not_the_folder(film, tmp_path, monkeypatch):
    monkeypatch.setattr(mp4, "ffmpeg", lambda: str(tmp_path / "gone" / "ffmpeg"))
    with pytest.raises(KpguiError, match=r"^ffmpeg could not make the video: .*ffmpeg: .+\.$"):
        ENCODERS.find("mp4").write(film, tmp_path / "a.mp4")
    assert not (tmp_path / "a.mp4").exists()


def test_an_ffmpeg_on_the_path_is_found(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    program = tmp_path / ("ffmpeg.exe" if sys.platform == "win32" else "ffmpeg")
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert mp4.ffmpeg() == str(program)


@pytest.mark.parametrize("path", [":{absolute}", "{absolute}:", ".:{absolute}", "bin:{absolute}", "", "."])
def test_a_program_in_the_current_folder_is_not_ffmpeg(tmp_path, monkeypatch, path):
    """An empty entry of the PATH means the current folder, with whatever was unpacked there."""
    for folder in (tmp_path, tmp_path / "bin", tmp_path / "elsewhere"):
        folder.mkdir(exist_ok=True)
        (folder / "ffmpeg").write_text("#!/bin/sh\n")
        (folder / "ffmpeg").chmod(0o755)
    there = tmp_path / "elsewhere"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", path.format(absolute=there).replace(":", os.pathsep))
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    assert mp4.ffmpeg() == (str(there / "ffmpeg") if "absolute" in path else None)


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for ffmpeg")
def test_imageio_without_its_own_ffmpeg_does_not_try_one_in_the_current_folder(tmp_path, monkeypatch):
    """Where there is no wheel of it for a system, or a distribution has taken the program out of it."""
    imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")
    program = tmp_path / "ffmpeg"
    program.write_text("#!/bin/sh\necho > run\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("IMAGEIO_FFMPEG_EXE", raising=False)
    monkeypatch.setattr(imageio_ffmpeg, "__file__", str(tmp_path / "__init__.py"))
    monkeypatch.setattr(imageio_ffmpeg._utils, "_get_bin_dir", lambda: str(tmp_path / "binaries"))
    imageio_ffmpeg._utils._get_ffmpeg_exe.cache_clear()
    found = mp4.ffmpeg()
    imageio_ffmpeg._utils._get_ffmpeg_exe.cache_clear()
    assert (found, (tmp_path / "run").exists()) == (None, False)


def test_its_length_in_words():
    assert film_of(moons(), frames=42, fps=5, hold=0).summary == "42 frames, 8.4 s"


def test_every_encoder_is_registered_and_found_by_its_suffix(tmp_path):
    assert {type(encoder) for encoder in ENCODERS} == declared_in(animation, Encoder, rooms=True)
    for encoder in ENCODERS:
        for suffix in encoder.suffixes:
            assert encoder_for(tmp_path / f"a{suffix.upper()}") is encoder
    with pytest.raises(KpguiError, match=r"must end in \.gif or \.webp"):
        encoder_for(tmp_path / "a.png")


def test_a_gif_ends_and_its_header_has_the_size(written):
    content = written["gif"].read_bytes()
    assert content[:6] == b"GIF89a"
    assert struct.unpack_from("<HH", content, 6) == SIZE
    assert content[-1:] == b";"


def test_a_name_that_is_too_long_is_refused_before_anything_is_drawn(tmp_path):
    with pytest.raises(KpguiError, match="its name is too long"):
        check_target(tmp_path / ("n" * 300 + ".gif"))
