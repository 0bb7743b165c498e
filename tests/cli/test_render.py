"""`kpgui render`: the picture of a run."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageStat

from kpgui import api
from kpgui.cli.render import PRESETS, SUFFIXES, THEMES
from kpgui.figure import presets
from kpgui.figure.outputs import OUTPUTS
from kpgui.figure.outputs.registry import suffixes
from kpgui.figure.style import Style
from kpgui.model.session import Reached, Session, View
from kpgui.present.palette import PALETTES
from tests.strategies import noisy_moons

SMALL = ["--size", "200x160"]
DRAWN = [each.suffixes[0] for each in OUTPUTS if each.drawn]


def size(path):
    with Image.open(path) as picture:
        return picture.size


def moons(folder):
    path = folder / "moons.kpgui"
    dataset = noisy_moons(40)
    api.save(Session(dataset, "rbf(sigma=1)", "kernel_perceptron(epochs=20)", view=View.around(dataset.points)), path)
    return path


@pytest.fixture
def moons_file(tmp_path):
    return moons(tmp_path)


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


def test_a_place_is_a_mistake_an_epoch_or_the_end(kpgui, moons_file, tmp_path):
    mistakes = api.train(api.load(moons_file)).updates.step
    pictures = {}
    for place in ("mistake:5", str(mistakes[4] + 1), "epoch:2", "80", "mistake:0", "epoch:0", "0", "end"):
        assert kpgui("render", moons_file, "-o", tmp_path / "a.png", *SMALL, "--at", place).err == ""
        pictures[place] = (tmp_path / "a.png").read_bytes()
    assert pictures["mistake:5"] == pictures[str(mistakes[4] + 1)]
    assert pictures["epoch:2"] == pictures["80"]
    assert pictures["mistake:0"] == pictures["epoch:0"] == pictures["0"]
    assert len(set(pictures.values())) == 4
    assert kpgui("render", moons_file, "-o", tmp_path / "a.png", *SMALL).code == 0
    assert (tmp_path / "a.png").read_bytes() == pictures["end"]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("mistake:5", "kpgui: the run ends with step 8, after 4 mistakes, and that is what the picture shows.\n"),
        ("epoch:3", "kpgui: the run ends with step 8, in epoch 2, and that is what the picture shows.\n"),
        ("epoch:2", ""),
        ("mistake:4", ""),
        ("end", ""),
    ],
)
def test_a_place_after_the_end_is_said_to_be_none(kpgui, xor_file, tmp_path, place, said):
    words = ["render", xor_file, "--kernel", "poly(degree=2)", *SMALL, "-o", tmp_path / "a.png"]
    result = kpgui(*words, "--at", place)
    assert (result.code, result.err) == (0, said)


def test_a_learner_without_epochs_is_not_stopped_at_one(kpgui, xor_file, tmp_path):
    words = ["render", xor_file, "--learner", "svm()", "-o", tmp_path / "a.png", "--at", "epoch:2"]
    result = kpgui(*words)
    assert (result.code, result.out) == (1, "")
    assert result.err == "kpgui: The learner svm has neither epochs nor mistakes; name a step, as in 100.\n"


class TestSavedInTheMiddle:
    """A session that was left at a step is drawn there, unless that step belongs to another run."""

    @pytest.fixture
    def left_at_12(self, tmp_path):
        session = api.load(moons(tmp_path))
        model = api.train(session, 12)
        reached = Reached(12, model.mistakes, model.counters.updates)
        path = tmp_path / "left.kpgui"
        api.save(Session(session.dataset, session.kernel, view=session.view, reached=reached), path)
        return path

    def drawn(self, kpgui, path, *words):
        out = path.with_suffix(".png")
        result = kpgui("render", path, "-o", out, *SMALL, *words)
        assert result.code == 0
        return out.read_bytes(), result.err

    def test_at_that_step(self, kpgui, left_at_12):
        assert self.drawn(kpgui, left_at_12) == self.drawn(kpgui, left_at_12, "--at", "12")
        assert self.drawn(kpgui, left_at_12) != self.drawn(kpgui, left_at_12, "--at", "end")

    @pytest.mark.parametrize(
        "words", [["--kernel", "rbf(sigma=2)"], ["--set", "kernel.sigma=2"], ["--set", "run.order=reversed"]]
    )
    def test_at_the_end_if_the_run_is_another(self, kpgui, left_at_12, words):
        assert self.drawn(kpgui, left_at_12, *words) == self.drawn(kpgui, left_at_12, *words, "--at", "end")

    def test_at_that_step_if_the_settings_say_the_same_again(self, kpgui, left_at_12):
        assert self.drawn(kpgui, left_at_12, "--set", "kernel.sigma=1.0") == self.drawn(kpgui, left_at_12)

    def test_a_run_that_differs_from_the_saved_one_is_drawn_and_said(self, kpgui, left_at_12):
        session = api.load(left_at_12)
        for reached, said in (
            (Reached(12, 1, 1), "The run differs from the one that was saved: "),
            (Reached(12**6, 9, 9), "The run ends at step "),
        ):
            api.save(Session(session.dataset, session.kernel, view=session.view, reached=reached), left_at_12)
            _, err = self.drawn(kpgui, left_at_12)
            assert err.startswith(f"kpgui: {said}")


def test_a_setting_is_given_another_value(kpgui, xor_file, tmp_path):
    words = ["render", xor_file, *SMALL, "-o", tmp_path / "a.png"]
    for named, whole in (
        (["--set", "kernel.sigma=0.3"], ["--kernel", "rbf(sigma=0.3)"]),
        (
            ["--set", "kernel=poly", "--set", "kernel.degree=3", "--set", "learner.epochs=2", "--set", "run.seed=4"],
            ["--kernel", "poly(degree=3)", "--learner", "kernel_perceptron(epochs=2)", "--seed", "4"],
        ),
        (
            ["--kernel", "rbf + rbf", "--set", "kernel.2.sigma=0.1"],
            ["--kernel", "rbf + rbf(sigma=0.1)"],
        ),
    ):
        pictures = []
        for more in (named, whole, []):
            assert kpgui(*words, *more).code == 0
            pictures.append((tmp_path / "a.png").read_bytes())
        assert pictures[0] == pictures[1] != pictures[2]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["kernel.sgma=1"], "There is no setting 'kernel.sgma' in this session; the nearest name is 'kernel.sigma'."),
        (["kernel.sigma=-1"], "rbf: sigma must be a number above 0, not -1."),
        (["kernel=rbf+rbf", "kernel.sigma=3"], "have sigma: write kernel.1.sigma or kernel.2.sigma, or give the whole"),
    ],
)
def test_a_setting_that_cannot_be(kpgui, xor_file, tmp_path, words, said):
    result = kpgui("render", xor_file, "-o", tmp_path / "a.png", *(f"--set={word}" for word in words))
    assert (result.code, result.out) == (1, "")
    assert said in result.err
    assert len(result.err.splitlines()) == 1


class TestSeveralFiles:
    """Each file has a picture of its own, and one that fails leaves the others."""

    @pytest.fixture
    def folder(self, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        for name in ("a", "b", "bad"):
            (tmp_path / f"{name}.csv").write_text("x,y,label\n-1,1,-1\n1,1,1\n-1,-1,1\n1,-1,-1\n")
        (tmp_path / "bad.csv").write_text("x,y,label\n-1,1\n")
        (tmp_path / "pictures").mkdir()
        return tmp_path

    @pytest.mark.parametrize(
        ("out", "names"),
        [
            ("pictures/", ["pictures/a.png", "pictures/b.png"]),
            ("pictures", ["pictures/a.png", "pictures/b.png"]),
            ("{name}.png", ["a.png", "b.png"]),
            ("pictures/lecture-{name}-1.PNG", ["pictures/lecture-a-1.PNG", "pictures/lecture-b-1.PNG"]),
        ],
    )
    def test_in_a_folder_or_named_by_a_pattern(self, kpgui, folder, out, names):
        result = kpgui("render", "a.csv", "b.csv", "-o", out, *SMALL)
        assert (result.code, result.err) == (0, "")
        assert result.out == "".join(f"Drew {name}.\n" for name in names)
        for name, source in zip(names, ("a.csv", "b.csv"), strict=True):
            assert kpgui("render", source, "-o", "alone.png", *SMALL).code == 0
            assert (folder / name).read_bytes() == (folder / "alone.png").read_bytes()

    def test_one_file_can_be_drawn_into_a_folder_too(self, kpgui, folder):
        assert kpgui("render", "a.csv", "-o", "pictures", *SMALL).out == "Drew pictures/a.png.\n"

    def test_what_fails_is_said_in_a_line_each_and_the_rest_is_drawn(self, kpgui, folder):
        result = kpgui("render", "bad.csv", "a.csv", "none.kpgui", "b.csv", "-o", "pictures/", *SMALL)
        assert result.code == 1
        assert result.out == "Drew pictures/a.png.\nDrew pictures/b.png.\n"
        first, second = result.err.splitlines()
        assert first.startswith("kpgui: bad.csv, line 2")
        assert second.startswith("kpgui: none.kpgui cannot be opened: there is no such file.")
        assert sorted(path.name for path in (folder / "pictures").iterdir()) == ["a.png", "b.png"]

    def test_what_is_said_names_the_file(self, kpgui, folder):
        (folder / "bad.csv").write_text("1,2,3,1\n4,5,6,-1\n")
        result = kpgui("render", "bad.csv", "a.csv", "-o", "{name}.png", *SMALL, "--at", "1000")
        first, second = result.err.splitlines()
        assert first == "kpgui: bad.csv: Only points with 2 coordinates can be drawn; these have 3."
        assert second.startswith("kpgui: a.csv: the run ends with step ")

    def test_a_bug_in_one_does_not_stop_the_others(self, kpgui, folder, monkeypatch):
        train = api.train

        def failing(session, steps, token):
            if len(session.dataset) == 1:
                raise ZeroDivisionError("oh")
            return train(session, steps, token)

        (folder / "bad.csv").write_text("1,2,1\n")
        monkeypatch.setattr(api, "train", failing)
        result = kpgui("render", "bad.csv", "a.csv", "-o", "{name}.png", *SMALL)
        assert (result.code, result.out) == (1, "Drew a.png.\n")
        assert result.err.startswith("kpgui: bad.csv: this is a bug in kpgui, please report it (ZeroDivisionError: oh;")

    @pytest.mark.parametrize(
        ("words", "code", "said"),
        [
            (
                ["a.csv", "b.csv", "-o", "c.png"],
                2,
                "2 files need a folder or a pattern such as '{name}.png' to be drawn",
            ),
            (
                ["a.csv", "b.csv", "-o", "none"],
                2,
                "2 files need a folder or a pattern such as '{name}.png' to be drawn",
            ),
            (["a.csv", "pictures/../a.csv", "-o", "{name}.png"], 2, "would both be drawn to a.png"),
            (["a.csv", "a.csv", "-o", "pictures/"], 2, "a.csv and a.csv would both be drawn to pictures/a.png"),
            (["a.csv", "b.csv", "-o", "none/"], 1, "none/a.png cannot be saved: the folder none does not exist."),
            (["a.csv", "b.csv", "-o", "{name}.bmp"], 1, "a.bmp: the name of a picture must end in"),
            (["a.csv", "b.csv", "-o", "{name}.png"], 1, "b.png cannot be saved: it is a file that is read"),
            (["b.csv", "-o", "./b.png"], 1, "./b.png cannot be saved: it is a file that is read"),
        ],
    )
    def test_what_cannot_be_is_said_once_before_anything_is_drawn(self, kpgui, folder, words, code, said):
        (folder / "b.png").symlink_to("b.csv")
        before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
        result = kpgui("render", *words)
        assert (result.code, result.out) == (code, "")
        assert said in result.err
        assert len(result.err.splitlines()) == 1
        assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


class TestStyle:
    """Presets, choices of the figure, and options of their own: the later has the last word."""

    def drawn(self, kpgui, path, *words):
        out = path.with_suffix(".png")
        result = kpgui("render", path, "-o", out, *words)
        assert (result.code, result.err) == (0, "")
        return out.read_bytes()

    def test_a_preset_is_a_size_and_more(self, kpgui, xor_file):
        self.drawn(kpgui, xor_file, "--preset", "slide")
        assert size(xor_file.with_suffix(".png")) == (1920, 1080)

    def test_a_choice_of_the_figure_is_a_setting(self, kpgui, xor_file):
        usual = self.drawn(kpgui, xor_file, *SMALL)
        for choice in ("figure.boundary=none", "figure.field=none", "figure.rings=false", "figure.theme=print"):
            assert self.drawn(kpgui, xor_file, *SMALL, "--set", choice) != usual
        assert self.drawn(kpgui, xor_file, *SMALL, "--set", "figure.rings=true") == usual
        assert self.drawn(kpgui, xor_file, "--set", "figure.width=200", "--set", "figure.height=160") == usual

    def test_an_option_of_its_own_overrides_a_setting_and_that_a_preset(self, kpgui, xor_file):
        usual = self.drawn(kpgui, xor_file, *SMALL, "--theme", "dark", "--dpi", "90")
        words = [
            "--preset",
            "slide",
            "--set",
            "figure.theme=print",
            "--set",
            "figure.dpi=300",
            "--set=figure.font_size=0",
        ]
        assert self.drawn(kpgui, xor_file, *words, *SMALL, "--theme", "dark", "--dpi", "90") == usual

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["--preset", "sldie"], "There is no preset named 'sldie'; the nearest name is 'slide'."),
            (
                ["--set", "figure.legnd=false"],
                "There is no choice 'figure.legnd' of a figure; the nearest name is 'figure.l",
            ),
            (["--set", "figure.legend=no"], 'figure: legend must be true or false, not "no".'),
            (["--set", "figure.point_size=big"], 'figure: point_size must be a number from 0.1 to 10, not "big".'),
            (["--set", "figure.theme=pink"], "figure: theme must be one of light, dark, "),
            (["--vary", "figure.theme=light,dark"], "There is no setting 'figure.theme' in this session;"),
        ],
    )
    def test_what_there_is_none_of(self, kpgui, xor_file, tmp_path, words, said):
        result = kpgui("render", xor_file, xor_file.with_name("none.csv"), "-o", f"{tmp_path}/{{name}}.png", *words)
        first = result.err.splitlines()[0]
        assert (result.code, result.out) == (1, "")
        assert said in first
        assert len(result.err.splitlines()) == (2 if "--vary" in words else 1)  # once for all files, if it is of none

    def test_the_presets_of_the_help_are_those_there_are(self, kpgui):
        assert presets.PRESETS.keys() == PRESETS
        assert all(f"{name}" in kpgui("list", "presets").out for name in PRESETS)

    def test_the_choices_are_listed(self, kpgui):
        listed = kpgui("list", "figure").out
        assert all(f"{each.name}=" in listed for each in Style.params())


def rasterised(path, folder):
    """The picture as a PNG; skips the test where the program that makes it is missing."""
    out = folder / "raster.png"
    programs = {
        ".png": None,
        ".svg": ["rsvg-convert", "--width=1000", path, "-o", out],
        ".pdf": [
            "pdftocairo",
            "-png",
            "-singlefile",
            "-scale-to-x",
            "1000",
            "-scale-to-y",
            "-1",
            path,
            out.with_suffix(""),
        ],
    }
    words = programs[path.suffix]
    if words is None:
        return path
    if not shutil.which(words[0]):
        pytest.skip(f"{words[0]} is not there")
    subprocess.run(words, check=True, timeout=60)
    return out


def apart(one, other):
    """The mean difference of two pictures of about the same size, 1 for black and white."""
    with Image.open(one) as first, Image.open(other) as second:
        first, second = first.convert("RGB"), second.convert("RGB").resize(first.size)
        return sum(ImageStat.Stat(ImageChops.difference(first, second)).mean) / 3 / 255


class TestSmallMultiples:
    """A panel for each value of what varies."""

    def drawn(self, kpgui, path, *words):
        out = path.with_suffix(".png")
        result = kpgui("render", path, "-o", out, "--theme", "print", *words)
        assert (result.code, result.out) == (0, f"Drew {out}.\n")
        return out.read_bytes(), size(out), result.err

    def test_one_row_of_up_to_three_values(self, kpgui, moons_file):
        sizes = [
            self.drawn(kpgui, moons_file, "--vary", f"kernel.sigma={values}")[1]
            for values in ("1", "1,2", "1,2,3", "1,2,3,4")
        ]
        assert [width for width, _ in sizes] == [840, 1000, 1200, 1000]
        assert sizes[0][1] > sizes[1][1]
        assert sizes[3][1] > 1.5 * sizes[1][1]

    def test_of_any_size(self, kpgui, moons_file):
        assert self.drawn(kpgui, moons_file, "--vary", "at=0,end", "--size", "300x700")[1] == (300, 700)

    def test_one_value_given_and_one_that_varies_are_the_same_run(self, kpgui, moons_file):
        one = self.drawn(kpgui, moons_file, "--vary", "kernel=rbf(sigma=2),rbf(sigma=0.1)")
        for words in (
            ["--kernel", "linear()", "--vary", "kernel=rbf(sigma=2),rbf(sigma=0.1)"],
            ["--at", "end", "--vary", "kernel=rbf(sigma=2),rbf(sigma=0.1)"],
        ):
            assert self.drawn(kpgui, moons_file, *words) == one
        assert self.drawn(kpgui, moons_file, "--at", "3", "--vary", "kernel=rbf(sigma=2),rbf(sigma=0.1)") != one

    def test_a_session_left_in_the_middle_varies_at_its_end(self, kpgui, tmp_path):
        path = moons(tmp_path)
        left = tmp_path / "left.kpgui"
        api.save(replace(api.load(path), reached=Reached(12, 3, 3)), left)
        words = ["--vary", "kernel.sigma=0.1,1"]
        assert self.drawn(kpgui, left, *words) == self.drawn(kpgui, path, *words)

    @pytest.mark.parametrize("suffix", DRAWN)
    def test_in_every_kind_of_drawing_the_panels_are_the_same(self, kpgui, moons_file, tmp_path, suffix):
        words = ["--vary", "kernel.sigma=0.1,1", "--vary", "at=epoch:1,end", "--theme", "dark"]
        for name in ("a.png", f"b{suffix}"):
            assert kpgui("render", moons_file, "-o", tmp_path / name, *words).code == 0
        assert apart(tmp_path / "a.png", rasterised(tmp_path / f"b{suffix}", tmp_path)) < 0.03

    def test_opened_they_are_the_session_of_their_first_panel(self, kpgui, moons_file, tmp_path):
        for suffix in DRAWN:
            words = ["--vary", "kernel.sigma=0.1,1", "--at", "mistake:3"]
            assert kpgui("render", moons_file, "-o", tmp_path / f"a{suffix}", *SMALL, *words).code == 0
            session = api.load(tmp_path / f"a{suffix}")
            assert session.kernel == "rbf(sigma=0.1)"
            assert session.reached.mistakes == 3

    def test_what_is_not_drawn_holds_one_run(self, kpgui, moons_file, tmp_path):
        for each in OUTPUTS:
            if not each.drawn:
                result = kpgui("render", moons_file, "-o", tmp_path / f"a{each.suffixes[0]}", "--vary", "at=0,end")
                assert (result.code, result.out) == (1, "")
                assert "small multiples can be drawn as .png" in result.err

    def test_what_a_panel_shows_instead_is_said(self, kpgui, moons_file):
        end = api.train(api.load(moons_file))
        _, _, err = self.drawn(kpgui, moons_file, "--vary", "at=1,epoch:1000")
        assert err == (
            f"kpgui: the run ends with step {end.steps}, in epoch {end.epochs}, and that is what panel b shows.\n"
        )

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["kernel.sigma=0.1,0"], "rbf: sigma must be a number above 0, not 0."),
            (["kernel.sgma=0.1,1"], "the nearest name is 'kernel.sigma'."),
            (["at=epoch:1,soon"], "'soon' is no place in a run; write a step as 250, mistake:3, epoch:2 or end."),
            (["at=1", "at=2"], "at varies already; let something else vary in the other direction."),
            (["at=1", "run.seed=2", "kernel.sigma=2"], "One or two settings can vary, in rows and columns, not 3."),
            ([f"at={','.join('1' * 37)}"], "A figure has at most 36 panels, not 37; leave some values out."),
        ],
    )
    def test_what_cannot_vary(self, kpgui, moons_file, tmp_path, words, said):
        result = kpgui("render", moons_file, "-o", tmp_path / "a.png", *(f"--vary={word}" for word in words))
        assert (result.code, result.out) == (1, "")
        assert said in result.err
        assert len(result.err.splitlines()) == 1
        assert not (tmp_path / "a.png").exists()


def test_repeated_in_any_process_and_locale_the_bytes_are_the_same(moons_file, tmp_path):
    pictures = set()
    for k, (seed, language) in enumerate([("0", "C"), ("1", "de_DE.UTF-8"), ("2", "tr_TR.UTF-8")]):
        environ = os.environ | {"PYTHONHASHSEED": seed, "LC_ALL": language, "LANG": language, "TZ": f"UTC+{k}"}
        for more in (["--at", "mistake:3"], ["--vary", "kernel.sigma=0.1,1"]):
            for suffix in DRAWN:
                out = tmp_path / f"a{suffix}"
                words = ["render", str(moons_file), "-o", str(out), *SMALL, *more]
                subprocess.run([sys.executable, "-m", "kpgui", *words], env=environ, timeout=60, check=True)
                pictures.add((more[0], suffix, out.read_bytes()))
    assert len(pictures) == 2 * len(DRAWN)


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
