"""`kpgui render`: the picture of a run."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kpgui import api
from kpgui.cli.render import PRESETS, SUFFIXES, THEMES
from kpgui.figure import style
from kpgui.figure.outputs import suffixes
from kpgui.figure.style import Style
from kpgui.geometry.palette import PALETTES
from kpgui.model.session import Reached, Session
from tests.cli.drawing import DRAWN, SMALL, moons, size

pytestmark = pytest.mark.usefixtures("qapp")
"""A picture needs an application; one for the whole process, that windows can use too."""

MOMENT_AND_GRID = [("--at", "mistake:3"), ("--vary", "kernel.sigma=0.1,1")]


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


@pytest.mark.slow
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


@pytest.mark.slow
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
        assert style.PRESETS.keys() == PRESETS
        assert all(f"{name}" in kpgui("list", "presets").out for name in PRESETS)

    def test_the_choices_are_listed(self, kpgui):
        listed = kpgui("list", "figure").out
        assert all(f"{each.name}=" in listed for each in Style.params())


@pytest.mark.slow
def test_repeated_in_any_process_and_locale_the_bytes_are_the_same(moons_file, tmp_path):
    every = [(*more, "-o", str(tmp_path / f"{more[0]}{suffix}")) for more in MOMENT_AND_GRID for suffix in DRAWN]
    commands = json.dumps([["render", str(moons_file), *SMALL, *words] for words in every])
    program = "import json, sys; from kpgui.cli import main; sys.exit(max(map(main, json.loads(sys.argv[1]))))"
    pictures = set()
    for k, (seed, language) in enumerate([("0", "C"), ("1", "de_DE.UTF-8"), ("2", "tr_TR.UTF-8")]):
        environ = os.environ | {"PYTHONHASHSEED": seed, "LC_ALL": language, "LANG": language, "TZ": f"UTC+{k}"}
        subprocess.run([sys.executable, "-c", program, commands], env=environ, timeout=240, check=True)
        pictures |= {(words[-1], Path(words[-1]).read_bytes()) for words in every}
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


@pytest.mark.slow
def test_draws_without_any_display(xor_file, tmp_path):
    environ = {name: value for name, value in os.environ.items() if "DISPLAY" not in name and "QPA" not in name}
    words = ["render", str(xor_file), "-o", str(tmp_path / "a.png")]
    result = subprocess.run(
        [sys.executable, "-m", "kpgui", *words], env=environ, capture_output=True, text=True, timeout=240, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert size(tmp_path / "a.png")[0] == Style.width
