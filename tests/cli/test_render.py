"""`kpgui render`: the picture of a run."""

import os
import subprocess
import sys

import pytest
from PIL import Image

from kpgui.cli.render import SUFFIXES, THEMES
from kpgui.figure.outputs.registry import suffixes
from kpgui.figure.style import Style
from kpgui.present.palette import PALETTES


def size(path):
    with Image.open(path) as picture:
        return picture.size


@pytest.fixture(autouse=True)
def application(qapp):
    """A picture needs an application; one for the whole process, that windows can use too."""


def test_draws_a_picture_of_the_size_asked_for(kpgui, xor_file, tmp_path):
    out = tmp_path / "a.png"
    result = kpgui("render", xor_file, "-o", out, "--size", "320x240", "--dpi", "96")
    assert (result.code, result.out, result.err) == (0, f"Drew {out}.\n", "")
    assert size(out) == (320, 240)


def test_unasked_the_width_and_the_resolution_are_those_the_help_states(kpgui, xor_file, tmp_path):
    assert kpgui("render", xor_file, "-o", tmp_path / "a.png").code == 0
    assert size(tmp_path / "a.png")[0] == Style.width
    text = " ".join(kpgui("render", "--help").out.split())
    assert f"unasked, {Style.width} wide" in text
    assert f"{Style.dpi:g} if not given" in text


def test_themes_and_settings_change_the_picture(kpgui, xor_file, tmp_path):
    pictures = set()
    for k, more in enumerate(([], ["--theme", "dark"], ["--theme", "print"], ["--kernel", "poly(degree=2)"])):
        assert kpgui("render", xor_file, "-o", tmp_path / f"{k}.png", "--size", "200x160", *more).code == 0
        pictures.add((tmp_path / f"{k}.png").read_bytes())
    assert len(pictures) == 4


def test_the_picture_at_a_step_is_that_of_a_run_stopped_there(kpgui, xor_file, tmp_path):
    words = ["render", xor_file, "--kernel", "poly(degree=2)", "--size", "200x160"]
    for name, more in (("end", []), ("all", ["--at", "8"]), ("first", ["--at", "1"]), ("none", ["--at", "0"])):
        assert kpgui(*words, "-o", tmp_path / f"{name}.png", *more).code == 0
    pictures = {name: (tmp_path / f"{name}.png").read_bytes() for name in ("end", "all", "first", "none")}
    assert pictures["end"] == pictures["all"]
    assert len(set(pictures.values())) == 3


def test_a_step_after_the_last_is_said_to_be_none(kpgui, xor_file, tmp_path):
    words = ["render", xor_file, "--kernel", "poly(degree=2)", "--size", "200x160", "-o", tmp_path / "a.png"]
    assert kpgui(*words, "--at", "8").err == ""
    result = kpgui(*words, "--at", "9")
    assert (result.code, result.out) == (0, f"Drew {tmp_path / 'a.png'}.\n")
    assert result.err == "kpgui: the run ends with step 8, and that is what the picture shows.\n"


@pytest.mark.parametrize(
    ("name", "words", "message"),
    [
        ("a.bmp", [], "a.bmp"),
        ("gone/a.png", [], "a.png"),
        ("a.png", ["--size", "1x1"], "width must be"),
        ("a.png", ["--size", "9999999999x10"], "width must be"),
        ("a.png", ["--dpi", "0"], "dpi must be"),
        ("a.png", ["--dpi", "nan"], "dpi must be"),
    ],
)
def test_what_cannot_be_drawn_is_one_line_and_exit_code_1(kpgui, xor_file, tmp_path, name, words, message):
    result = kpgui("render", xor_file, "-o", tmp_path / name, *words)
    assert (result.code, result.out) == (1, "")
    assert len(result.err.splitlines()) == 1
    assert message in result.err
    assert not (tmp_path / name).exists()


def test_points_that_are_not_in_the_plane_cannot_be_drawn(kpgui, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("1,2,3,1\n4,5,6,-1\n")
    result = kpgui("render", path, "-o", tmp_path / "a.png")
    assert result.code == 1
    assert "2 coordinates" in result.err


def test_the_themes_offered_are_those_there_are():
    assert set(THEMES) == set(PALETTES)


def test_the_suffixes_of_the_help_are_those_there_are():
    assert suffixes() == SUFFIXES


def test_draws_without_any_display(xor_file, tmp_path):
    environ = {name: value for name, value in os.environ.items() if "DISPLAY" not in name and "QPA" not in name}
    words = ["render", str(xor_file), "-o", str(tmp_path / "a.png")]
    result = subprocess.run(
        [sys.executable, "-m", "kpgui", *words], env=environ, capture_output=True, text=True, timeout=60, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert size(tmp_path / "a.png")[0] == Style.width
