"""The run as a page in real browsers, without a screen and without a network."""

import html
import re
import shutil
import subprocess

import numpy as np
import pytest
from PIL import Image

from kpgui import api
from kpgui.engine.run.run import Run
from kpgui.figure.animation.film import Film
from kpgui.figure.animation.page.page import Page
from kpgui.figure.animation.recording import Recording
from kpgui.figure.animation.settings import Animation
from kpgui.figure.style import Style
from kpgui.model.errors import UNWATCHED
from kpgui.model.session import Session, View
from kpgui.words.step_sentence import explained
from tests.strategies import noisy_moons

MOONS = noisy_moons(40, seed=3)
SESSION = Session(MOONS, "rbf(sigma=0.5)", "kernel_perceptron(epochs=3)", view=View.around(MOONS.points))
STEPS = 1, 2, 5, 11, 23, 40, 57, 80, 99, 120
CHROMIUM = (
    *("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars"),
    *("--enable-logging=stderr", "--virtual-time-budget=2000", "--host-resolver-rules=MAP * ~NOTFOUND"),
)
WINDOW, PLOT = (1280, 800), (785, 540)
"""Sizes of the window, and of its top left part that the plot is in."""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "run.html"
    film = Film(Recording(SESSION), Animation(frames=200), Style())
    path.write_bytes(b"".join(Page().pieces(film, UNWATCHED)))
    return path


def chromium(page, step, tmp_path, *more):
    if shutil.which("chromium") is None:
        pytest.skip("Chromium is not here; `dev.py system` installs it")
    command = [*CHROMIUM, f"--user-data-dir={tmp_path / 'profile'}", *more, f"{page.as_uri()}#{step}"]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)


def seen_by_chromium(page, step, tmp_path):
    picture = tmp_path / f"{step}.png"
    chromium(page, step, tmp_path, f"--screenshot={picture}", "--window-size={},{}".format(*WINDOW))
    return picture


def seen_by_firefox(page, step, tmp_path):
    if shutil.which("firefox-esr") is None:
        pytest.skip("Firefox is not here; `dev.py system` installs it")
    picture, profile = tmp_path / f"{step}.png", tmp_path / "profile"
    profile.mkdir(exist_ok=True)
    size = "--window-size={},{}".format(*WINDOW)
    command = ["firefox-esr", "--headless", "--no-remote", "--profile", profile, size, "--screenshot", picture]
    subprocess.run([*command, f"{page.as_uri()}#{step}"], capture_output=True, timeout=120, check=True)
    return picture


@pytest.mark.parametrize("step", STEPS)
def test_chromium_says_the_same_and_complains_of_nothing(page, step, tmp_path):
    run = Run(SESSION)
    run.advance(step)
    run.seek(step)
    shown = chromium(page, step, tmp_path, "--dump-dom")
    said = re.search(r'<p class="sentence[^>]*>([^<]*)</p>', shown.stdout)
    assert html.unescape(said[1]) == explained(run.explain())
    assert "CONSOLE" not in shown.stderr


@pytest.mark.parametrize("seen", [seen_by_chromium, seen_by_firefox])
@pytest.mark.parametrize("step", STEPS)
def test_the_sides_are_those_that_were_learned(page, step, seen, tmp_path):
    """The colour at many places of the plot, against the sign of f at these places; not at points and lines."""
    pixels = np.asarray(Image.open(seen(page, step, tmp_path)).convert("RGB"), np.int16)[: PLOT[1], : PLOT[0]]
    red = pixels[..., 0] - pixels[..., 2]
    coloured = (np.abs(red) > 14) & (np.abs(red) < 130)
    rows, columns = np.flatnonzero(coloured.sum(axis=1) > 300), np.flatnonzero(coloured.sum(axis=0) > 150)
    (top, bottom), (left, right) = (rows[0], rows[-1]), (columns[0], columns[-1])
    x, y = np.meshgrid(np.linspace(0.02, 0.98, 60), np.linspace(0.02, 0.98, 40))
    view, model = SESSION.view, api.train(SESSION, step)
    Z = np.column_stack(
        [view.xmin + x.ravel() * (view.xmax - view.xmin), view.ymax - y.ravel() * (view.ymax - view.ymin)]
    )
    f = model.decision(Z)
    away = np.hypot(*(Z[:, None] - MOONS.points).transpose(2, 0, 1)).min(axis=1) > 0.2
    sure = away & (np.abs(f) > 0.1 * np.abs(f).max())
    found = red[
        np.rint(top + y.ravel() * (bottom - top)).astype(int), np.rint(left + x.ravel() * (right - left)).astype(int)
    ]
    assert sure.sum() > 200
    assert (np.sign(found) == np.sign(f))[sure].mean() > 0.98


def test_a_page_that_was_changed_says_so_and_plays_nothing(page, tmp_path):
    text = page.read_text(encoding="utf-8")
    changed = tmp_path / "changed.html"
    changed.write_text(text.replace('"step","', '"Step","', 1), encoding="utf-8")
    shown = chromium(changed, 0, tmp_path, "--dump-dom").stdout
    assert "This page was changed after kpgui wrote it" in re.sub("<script.*?</script>", "", shown, flags=re.DOTALL)
    assert "<svg" not in shown
