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
from kpgui.figure.animation.page.lesson import lesson_page
from kpgui.figure.animation.page.page import HtmlPage, digest
from kpgui.figure.animation.recording import Recording
from kpgui.figure.animation.settings import Animation
from kpgui.figure.style import Style
from kpgui.model.errors import UNWATCHED
from kpgui.model.session import Session, View
from kpgui.process import resource
from kpgui.words.lessons.file import read_lesson
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
    path.write_bytes(b"".join(HtmlPage().pieces(film, UNWATCHED)))
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


DRIVER = """
const check = (holds, what) => { if (!holds) throw new Error(what); };
const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
const find = (what) => document.querySelector(what);
function answerAll({ steps, runs }) {
  steps.forEach(({ question, run, at }, number) => {
    location.hash = `#${number + 1}`;
    dispatchEvent(new Event("hashchange"));
    if (!question) return;
    const give = (right) => {
      const choices = document.querySelectorAll(".choice");
      if (question.choices) return choices[(question.right + (right ? 0 : 1)) % choices.length].click();
      find(".lesson input").value = question.number + (right ? 0 : 1 + question.within);
      find(".lesson input + button").click();
    };
    if (question.choices || "number" in question) {
      give(false);
      check(find(".verdict.bad"), `step ${number + 1} takes a wrong answer`);
      give(true);
    } else if (question.times) {
      for (let k = at + 1, given = 0; given < question.times; k += 1, given += 1) {
        press(String(runs[run].moments[k].question.right + 1));
        if (given + 1 < question.times) press("ArrowRight");
      }
    } else {
      find(".lesson .choices:not(:last-child) button:last-child").click();
      return check(find(".verdict").textContent.length > 9, `step ${number + 1} shows no solution`);
    }
    check(find(".verdict.good"), `step ${number + 1} refuses the right answer`);
  });
}
(async () => {
  while (!find(".lesson")) await new Promise((go) => setTimeout(go, 5));
  let said = "passed";
  try { answerAll(JSON.parse(find("#record").textContent)); } catch (error) { said = String(error); }
  document.title = said;
  const cover = document.createElement("div");
  Object.assign(cover.style, { position: "fixed", inset: 0, background: said === "passed" ? "#0f0" : "#f00" });
  document.body.append(cover);
})();
"""
"""Answers every question of a lesson wrongly, then rightly, and covers the page with green if it is judged so."""


@pytest.mark.parametrize("seen", [seen_by_chromium, seen_by_firefox])
@pytest.mark.parametrize("key", ["the_bound", "one_mistake_at_a_time", "is_it_a_kernel"])
def test_a_lesson_judges_every_answer(key, seen, tmp_path):
    text = lesson_page(read_lesson(resource("lessons", key))).decode()
    text = text.replace("script-src ", f"script-src 'sha256-{digest(DRIVER)}' ", 1)
    path = tmp_path / "lesson.html"
    path.write_text(text.replace("</body>", f"<script>{DRIVER}</script></body>"), encoding="utf-8")
    if seen is seen_by_chromium:
        shown = chromium(path, 1, tmp_path, "--dump-dom")
        assert "<title>passed</title>" in shown.stdout, re.search("<title>.*?</title>", shown.stdout)
        assert "CONSOLE" not in shown.stderr
    pixel = Image.open(seen(path, 1, tmp_path)).convert("RGB").getpixel((600, 300))
    assert pixel == (0, 255, 0)


def test_a_page_that_was_changed_says_so_and_plays_nothing(page, tmp_path):
    text = page.read_text(encoding="utf-8")
    changed = tmp_path / "changed.html"
    changed.write_text(text.replace('"step","', '"Step","', 1), encoding="utf-8")
    shown = chromium(changed, 0, tmp_path, "--dump-dom").stdout
    assert "This page was changed after kpgui wrote it" in re.sub("<script.*?</script>", "", shown, flags=re.DOTALL)
    assert "<svg" not in shown


def test_a_page_whose_player_was_changed_says_so_too(page, tmp_path):
    changed = tmp_path / "changed.html"
    changed.write_text(page.read_text(encoding="utf-8").replace("const RADIUS = 13", "const RADIUS = 14"), "utf-8")
    shown = chromium(changed, 0, tmp_path, "--dump-dom").stdout
    assert "This page was changed after kpgui wrote it" in re.sub("<script.*?</script>", "", shown, flags=re.DOTALL)
    assert "<svg" not in shown
