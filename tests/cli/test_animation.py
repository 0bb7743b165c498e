"""`kpgui render` of animations: its options, and what is refused."""

import pytest
from PIL import Image

from kpgui.cli import animation
from kpgui.figure.animation.registry import ENCODERS
from kpgui.figure.animation.settings import Animation

SMALL = ["--size", "160x140"]


@pytest.fixture(autouse=True)
def application(qapp):
    """A picture needs an application; one for the whole process, that windows can use too."""


def test_the_suffixes_are_those_of_the_registry():
    assert tuple(suffix for each in ENCODERS for suffix in each.suffixes) == animation.SUFFIXES


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_the_run_is_drawn_as_an_animation(kpgui, xor_file, tmp_path, suffix):
    out = tmp_path / f"run{suffix}"
    words = ["render", xor_file, "--kernel", "poly(degree=2)", "-o", out, *SMALL]
    result = kpgui(*words, "--frames", "5", "--fps", "4", "--hold", "1")
    assert (result.code, result.out, result.err) == (0, f"Drew {out}: 5 frames, 2.25 s.\n", "")
    with Image.open(out) as image:
        assert (image.n_frames, image.size) == (5, (160, 140))


def test_repeated_it_is_the_same_file(kpgui, xor_file, tmp_path):
    for name in ("a.gif", "b.gif"):
        assert kpgui("render", xor_file, "-o", tmp_path / name, *SMALL, "--by", "mistakes").code == 0
    assert (tmp_path / "a.gif").read_bytes() == (tmp_path / "b.gif").read_bytes()


def test_an_mp4_has_even_sides(kpgui, xor_file, tmp_path):
    imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")
    out = tmp_path / "run.mp4"
    assert kpgui("render", xor_file, "-o", out, "--size", "161x139", "--frames", "3").code == 0
    reader = imageio_ffmpeg.read_frames(str(out))
    assert tuple(next(reader)["size"]) == (162, 140)
    reader.close()


def test_unasked_it_is_840_wide_and_as_high_as_the_view_needs(kpgui, xor_file, tmp_path):
    assert kpgui("render", xor_file, "-o", tmp_path / "a.gif", "--frames", "2").code == 0
    with Image.open(tmp_path / "a.gif") as image:
        assert image.width == 840
        assert 504 <= image.height <= 1092


@pytest.mark.parametrize("size", ["32x32", "1000x40", "40x1000"])
def test_a_tiny_size_is_drawn_all_the_same(kpgui, xor_file, tmp_path, size):
    assert kpgui("render", xor_file, "-o", tmp_path / "a.gif", "--frames", "2", "--size", size).code == 0


def test_a_step_after_the_last_is_said_to_be_none(kpgui, xor_file, tmp_path):
    words = ["render", xor_file, "--kernel", "poly(degree=2)", "-o", tmp_path / "a.gif", *SMALL]
    assert kpgui(*words, "--at", "9").err == "kpgui: the run ends with step 8, and so does the animation.\n"
    assert kpgui(*words, "--at", "5").err == ""


def test_a_style_for_a_page_is_said_to_be_of_no_use(kpgui, xor_file, tmp_path):
    for words in (["--size", "400x300"], ["--theme", "dark"], ["--set", "figure.legend=false"]):
        result = kpgui("render", xor_file, "-o", tmp_path / "run.html", *words)
        assert (result.code, "a page has its own size and colours" in result.err) == (0, True)


def test_how_large_a_page_is_is_said_where_it_is_large(kpgui, xor_file, tmp_path, monkeypatch):
    assert kpgui("render", xor_file, "-o", tmp_path / "run.html").err == ""
    monkeypatch.setattr("kpgui.figure.animation.page.page.LARGE", 0.001)
    result = kpgui("render", xor_file, "-o", tmp_path / "run.html")
    assert result.code == 0
    assert "The page has 0.0" in result.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--fps", "fast"], "'fast' is not a number from 0.1 to 50"),
        (["--frames", "1"], "'1' is not a whole number from 2 to 1000"),
        (["--by", "weeks"], "'weeks' is not steps | mistakes | epochs"),
        (["--every", "0"], "'0' is not a whole number"),
    ],
)
def test_a_setting_that_is_not_allowed_is_wrong_usage(place, words, told):
    code, sentence = place.refused("render", "xor.csv", "-o", "a.gif", *words)
    assert code == 2
    assert told in sentence


def test_a_setting_of_animations_is_refused_for_a_picture(place):
    code, sentence = place.refused("render", "xor.csv", "-o", "a.png", "--fps", "3")
    assert code == 2
    assert "--fps is for animations (.gif .webp .mp4 .html)" in sentence


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["-o", "nowhere/a.gif"], "the folder nowhere does not exist"),
        (["-o", "a.gif", "--size", "20x20"], "width must be a whole number from 32"),
        (["-o", "a.gif", "--learner", "svm(C=1)", "--by", "epochs"], "does not go by epochs"),
        (["-o", "a.apng"], "must end in .png or .svg or .pdf or .py or .json or .csv, that of an animation in .gif"),
        (["-o", "a.frames"], "that of an animation in .gif or .webp or .mp4 or .html."),
    ],
)
def test_what_cannot_be_drawn_is_told(place, words, told):
    code, sentence = place.refused("render", "xor.csv", *words)
    assert code == 1
    assert told in sentence


def test_without_ffmpeg_an_mp4_is_refused_before_anything_is_drawn(place, monkeypatch):
    monkeypatch.setattr("kpgui.figure.animation.mp4.ffmpeg", lambda: None)
    code, sentence = place.refused("render", "xor.csv", "-o", "a.mp4")
    assert code == 1
    assert "install ffmpeg" in sentence


def test_the_help_states_each_setting_with_its_default(kpgui):
    text = " ".join(kpgui("render", "--help").out.split())
    for param in Animation.params():
        assert f"--{param.name} " in text
        assert param.meaning[1:].removesuffix(".") in text
