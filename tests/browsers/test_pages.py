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
from kpgui.figure.animation.page.page import HtmlPage, as_script, digest
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
WINDOW, PLOT, PHONE = (1280, 800), (785, 540), (390, 844)
"""Sizes of the window, of its top left part that the plot is in, and of a page on a phone."""


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
const go = (number) => {
  location.hash = `#${number}`;
  dispatchEvent(new Event("hashchange"));
};
function run(record) {
  $checks
}
(async () => {
  while (!find(".stage")) await new Promise((go) => setTimeout(go, 5));
  let said = "passed";
  try { run(JSON.parse(find("#record").textContent)); } catch (error) { said = String(error); }
  if (said !== "passed") console.error(said);
  const cover = document.createElement("div");
  Object.assign(cover.style, { position: "fixed", inset: 0, background: said === "passed" ? "#0f0" : "#f00" });
  document.body.append(cover);
})();
"""
"""Makes checks in the page, and covers it with green if all hold: a screenshot is all that Firefox gives."""

ANSWER_ALL = """
  const { steps, runs } = record;
  steps.forEach(({ question, run, at }, number) => {
    go(number + 1);
    if (!question) return;
    const [asked, text] = [".lesson .asked", ".lesson p"].map((each) => getComputedStyle(find(each)).fontSize);
    check(asked === text, `the question of step ${number + 1} is ${asked} high, the text ${text}`);
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
"""
"""Answers every question of a lesson wrongly, then rightly."""

FITS = """
  check(innerWidth === 390, `the window is ${innerWidth} wide`);
  check(document.documentElement.scrollWidth <= innerWidth, "it scrolls sideways");
  for (const each of document.querySelectorAll("button, select, input")) {
    const { width, height, left, right } = each.getBoundingClientRect();
    check(!width || (width >= 40 && height >= 40), `${each.textContent} is ${width} x ${height}`);
    check(left >= 0 && right <= innerWidth, `${each.textContent} is cut`);
  }
  const plot = find(".stage svg").getBoundingClientRect(), { bottom } = find(".sentence").getBoundingClientRect();
  check(plot.left >= 0 && plot.right <= innerWidth && plot.height <= innerHeight, "the picture is cut");
  if (!record.steps) check(plot.bottom <= innerHeight && bottom <= innerHeight, "picture and sentence are not seen");
"""
"""What a student sees on a phone without scrolling."""


def check_in(text, checks, seen, tmp_path, frame=WINDOW):
    """Makes the checks in a page, given as text, in a browser, in a frame of this size: no window is as narrow."""
    driver = DRIVER.replace("$checks", checks)
    text = text.replace("script-src ", f"script-src 'sha256-{digest(driver)}' ", 1)
    text = text.replace("</body>", f"<script>{driver}</script></body>")
    (tmp_path / "checked.html").write_text(text, encoding="utf-8")
    path = tmp_path / "frame.html"
    size = "width={} height={}".format(*frame)
    path.write_text(f"<!doctype html><body style='margin:0'><iframe src=checked.html style='border:0' {size}></iframe>")
    if seen is seen_by_chromium:
        assert "CONSOLE" not in (said := chromium(path, 1, tmp_path, "--dump-dom").stderr), said
    assert Image.open(seen(path, 1, tmp_path)).convert("RGB").getpixel((frame[0] // 2, 300)) == (0, 255, 0)


@pytest.mark.parametrize("seen", [seen_by_chromium, seen_by_firefox])
def test_every_sentence_is_the_one_of_the_program(page, seen, tmp_path):
    run, told = Run(SESSION), {}
    while run.outcome is None:
        run.advance(1)
        told[run.head] = explained(run.explain())
    checks = f"""
      const told = {as_script(told)};
      for (const [step, text] of Object.entries(told)) {{
        go(step);
        check(find(".sentence").textContent === text, `step ${{step}}: ${{find(".sentence").textContent}}`);
      }}
    """
    assert len(told) >= max(STEPS)
    check_in(page.read_text(encoding="utf-8"), checks, seen, tmp_path)


@pytest.mark.parametrize("seen", [seen_by_chromium, seen_by_firefox])
@pytest.mark.parametrize("key", ["the_bound", "one_mistake_at_a_time", "is_it_a_kernel"])
def test_a_lesson_judges_every_answer(key, seen, tmp_path):
    check_in(lesson_page(read_lesson(resource("lessons", key))).decode(), ANSWER_ALL, seen, tmp_path)


@pytest.mark.parametrize("seen", [seen_by_chromium, seen_by_firefox])
def test_a_run_fits_on_a_phone(page, seen, tmp_path):
    at_steps = f"for (const step of {[*STEPS]}) {{ go(step); {FITS} }}"
    check_in(page.read_text(encoding="utf-8"), at_steps, seen, tmp_path, PHONE)


@pytest.mark.parametrize("seen", [seen_by_chromium, seen_by_firefox])
def test_a_lesson_fits_on_a_phone(seen, tmp_path):
    text = lesson_page(read_lesson(resource("lessons", "is_it_a_kernel"))).decode()
    check_in(text, f"record.steps.forEach((_, k) => {{ go(k + 1); {FITS} }});", seen, tmp_path, PHONE)


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
