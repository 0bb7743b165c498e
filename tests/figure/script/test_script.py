"""Whole scripts: run in a process of their own, with NumPy and matplotlib only."""

import ast
import json
import os
import re
import subprocess
import sys

import numpy as np
import pytest

import kpgui
from kpgui.figure.outputs import OUTPUTS, Picture
from kpgui.figure.style import Style
from kpgui.geometry.palette import PALETTES
from kpgui.geometry.rings import sizes_text
from kpgui.model.session import Session, View
from tests.strategies import noisy_moons

RUN = """
import json, runpy, sys, warnings
warnings.simplefilter("error")
sys.argv = sys.argv[1:]
found = runpy.run_path(sys.argv[0], run_name="__main__")
assert "kpgui" not in sys.modules
values = {name: found[name].tolist() for name in ("alpha", "beta", "X", "y")}
print(json.dumps(values))
"""


def script_of(session, steps=None, **choices):
    model = kpgui.train(session, steps)
    style = Style(**{"width": 420, "height": 300, "wrong": True, **choices})
    picture = Picture(model.session, model, style, resolution=64)
    return OUTPUTS.find("script").content(picture).decode(), model


def run(text, tmp_path):
    """What the script computes, the pixels of the picture that it saves, and the lines that it says."""
    from PIL import Image

    path, picture = tmp_path / "figure.py", tmp_path / "figure.png"
    path.write_text(text, encoding="utf-8")
    # No PYTHONPATH, and another folder: nothing of the program is at hand.
    told = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(path), str(picture)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**told, "MPLBACKEND": "agg", "MPLCONFIGDIR": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    with Image.open(picture) as image:
        pixels = np.asarray(image.convert("RGB"))
    *said, values = done.stdout.splitlines()
    return json.loads(values), pixels, said


def moons(n=40, **settings):
    dataset = noisy_moons(n)
    return Session(dataset, "rbf(sigma=0.5) + 0.3*poly(degree=2)", view=View.around(dataset.points), **settings)


@pytest.mark.slow
@pytest.mark.parametrize(
    "learner", ["kernel_perceptron()", "perceptron(bias=true, epochs=3)", "voted_perceptron()", "norma()", "svm()"]
)
def test_it_has_the_model_in_a_clean_process(learner, tmp_path):
    text, model = script_of(moons(learner=learner), field="none")
    found, _, _ = run(text, tmp_path)
    assert found["X"] == model.session.dataset.points.tolist()
    assert found["alpha"] == model.alpha.tolist()
    assert found["beta"] == model.beta.tolist()
    assert constant(text, "B") == model.bias


@pytest.mark.slow
def test_the_kernel_perceptron_is_trained_once_more(tmp_path):
    text, _ = script_of(moons(learner="kernel_perceptron(eta=0.1)"), steps=70)
    assert "Trained again: the same α" in run(text, tmp_path)[2]
    assert "Trained again: another α" in run(text.replace("STEPS = 70", "STEPS = 30"), tmp_path)[2]
    text, _ = script_of(moons(learner="svm()"))
    assert "def train" not in text


def constant(text, name):
    return ast.literal_eval(re.search(rf"^{name} = ([^#\n]*)", text, re.MULTILINE)[1].strip())


def test_its_legend_says_what_the_picture_s_says():
    text, model = script_of(moons(learner="averaged_perceptron()"))
    assert constant(text, "SYMBOL") == model.expansion.symbol == "f̄"
    text, model = script_of(moons(learner="voted_perceptron()"))
    assert constant(text, "RINGS") == sizes_text((model.expansion, model.counters.alpha)) != ""


def test_points_twice_as_large_are_twice_as_large():
    one, two = (constant(script_of(moons(), point_size=size)[0], "RADIUS") for size in (1, 2))
    assert two == pytest.approx(2 * one, abs=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("theme", PALETTES)
def test_it_draws_field_and_points_in_the_colours_of_the_theme(theme, tmp_path):
    text, _ = script_of(moons(), steps=57, theme=theme)
    _, pixels, _ = run(text, tmp_path)
    assert pixels.shape == (300, 420, 3)
    palette = PALETTES[theme]
    seen = {"#{:02x}{:02x}{:02x}".format(*each) for each in np.unique(pixels.reshape(-1, 3), axis=0)}
    assert {palette.positive, palette.negative, palette.canvas} <= seen
    bluer = (pixels[..., 2].astype(int) - pixels[..., 0] > 8).mean()
    redder = (pixels[..., 0].astype(int) - pixels[..., 2] > 8).mean()
    assert bluer > 0.1, "no field of the negative class"
    assert redder > 0.1, "no field of the positive class"


@pytest.mark.slow
def test_what_the_picture_does_not_show_the_script_does_not_draw(tmp_path):
    flags = dict.fromkeys(("title", "counters", "legend", "axes", "ticks", "rings", "wrong"), False)
    text, _ = script_of(moons(), field="none", boundary="none", margins="none", **flags)
    for name in ("imshow", "margins", "support", "wrong", "TITLE", "CAPTION", "legend", "xlabel", "contour", "#?"):
        assert name not in text.split("def draw")[1].split("return figure")[0].replace("# in the legend", ""), name
    run(text, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("field", ["banded", "classes"])
def test_a_field_of_few_colours_has_few(field, tmp_path):
    flags = dict.fromkeys(("title", "counters", "legend", "axes", "ticks", "rings", "wrong"), False)
    text, _ = script_of(moons(), field=field, boundary="dotted", margins="none", transparent=True, **flags)
    _, pixels, _ = run(text, tmp_path)
    counts = np.sort(np.unique(pixels.reshape(-1, 3), axis=0, return_counts=True)[1])
    few = 14 if field == "banded" else 6
    assert counts[-few:].sum() > 0.85 * counts.sum()


@pytest.mark.slow
def test_large_type_on_a_small_picture_leaves_room_for_the_plot(tmp_path):
    text, _ = script_of(moons(), width=120, height=100, font_size=30)
    assert run(text, tmp_path)[1].shape == (100, 120, 3)


@pytest.mark.slow
def test_held_out_points_are_hollow_and_not_trained_on(tmp_path):
    dataset = noisy_moons(40)
    out = np.arange(40) % 4 == 0
    dataset = dataset.with_rows(np.arange(40), held_out=out)
    text, model = script_of(Session(dataset, "rbf(sigma=0.5)", view=View.around(dataset.points)))
    found, _, said = run(text, tmp_path)
    assert found["alpha"] == model.alpha.tolist()
    assert "Trained again: the same α" in said
    assert not np.array(found["alpha"])[out].any()


@pytest.mark.slow
def test_no_points_make_a_script_that_runs(tmp_path):
    text, _ = script_of(Session())
    assert run(text, tmp_path)[0]["alpha"] == []


def test_the_same_session_gives_the_same_bytes():
    assert script_of(moons())[0] == script_of(moons())[0]


def test_its_lines_are_short_and_say_how_the_session_was():
    text, model = script_of(moons(learner="forgetron(budget=7)"))
    code, _, _ = text.partition("# x, y and label")
    assert max(map(len, code.splitlines())) <= 120
    assert str(model.session.learner) in " ".join(code.split())
    compile(text, "script.py", "exec")


def test_it_says_by_which_rule_a_score_is_0():
    text, __ = script_of(Session(moons().dataset, learner="kernel_perceptron(epochs=2)"))
    header = " ".join(ast.get_docstring(ast.parse(text)).split())
    assert "computed once more by math.fsum" in header
    assert "its α may differ" in header
