"""The run as a page: what it shows is what the program computes, and nothing in it comes from elsewhere."""

import json
import re
import shutil
import subprocess
import unicodedata
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import kpgui
from kpgui import api
from kpgui.engine.run.run import Run
from kpgui.figure.animation.film import Film
from kpgui.figure.animation.page.page import HtmlPage, digest
from kpgui.figure.animation.page.record import simplified
from kpgui.figure.animation.recording import Recording
from kpgui.figure.animation.settings import Animation
from kpgui.figure.style import Style
from kpgui.model.errors import UNWATCHED, KpguiError
from kpgui.model.param import shown
from kpgui.model.session import Session, View
from kpgui.process import resource
from kpgui.words.step_sentence import explained
from tests.strategies import noisy_moons

MOONS = noisy_moons(24, seed=3, noise=0.3)
SESSION = Session(
    replace(MOONS, held_out=np.arange(24) % 6 == 0),
    "rbf(sigma=0.5)",
    "kernel_perceptron(epochs=3)",
    view=View.around(MOONS.points),
)


def page_of(session, **settings):
    film = Film(Recording(session), Animation(**settings), Style())
    return b"".join(HtmlPage().pieces(film, UNWATCHED)).decode()


class Parts(HTMLParser):
    """The elements of a page, with what is in them."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.found, self.open = [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found.append([tag, dict(attributes), ""])
        self.open = True

    def handle_data(self, data):
        if self.open:
            self.found[-1][2] += data

    def handle_endtag(self, tag):
        self.open = False

    def all(self, tag):
        return [(attributes, text) for kind, attributes, text in self.found if kind == tag]


def record_in(text):
    return json.loads(next(text for attributes, text in Parts(text).all("script") if attributes.get("id") == "record"))


def scores_of(record, moment):
    return [record["scored"][ord(each) - 128] for each in moment["scores"]]


@pytest.fixture(scope="module")
def page():
    return page_of(SESSION, frames=100)


def test_each_moment_says_what_the_run_did_and_where_it_left_every_point(page):
    record, run = record_in(page), Run(SESSION)
    states = [["0", "0"] for _ in range(24)]
    assert len(record["moments"]) == 61
    for number, moment in enumerate(record["moments"]):
        for i, alpha, beta, _ring in moment["points"]:
            states[i] = [alpha, beta]
        if number:
            run.advance(1)
            assert moment["sentence"] == explained(run.explain())
            f = api.train(SESSION, number).decision(MOONS.points)
            assert scores_of(record, moment) == [shown(each, 3) for each in MOONS.labels * f]
        beta = run.expansion().beta
        assert states == [
            [shown(a, 3), shown(b, 3)] for a, b in zip(run.state.alpha.tolist(), beta.tolist(), strict=True)
        ]


def test_a_point_that_was_forgotten_has_a_ring_of_its_own():
    session = replace(SESSION, learner="forgetron(budget=4, epochs=2)")
    levels = {}
    for number, moment in enumerate(record_in(page_of(session, frames=100))["moments"]):
        levels |= {i: level for i, *_, level in moment["points"]}
        model = api.train(session, number)
        gone = (model.alpha > 0) & (model.beta == 0)
        assert {i for i, level in levels.items() if level == -2} == set(np.flatnonzero(gone).tolist())
    assert gone.any()


def read_back(text):
    """The number in a text such as −3.8×10⁻⁵."""
    return float(unicodedata.normalize("NFKC", text).replace("×10", "e").replace("−", "-"))


def test_scores_of_many_different_texts_have_fewer_digits(page, monkeypatch):
    monkeypatch.setattr("kpgui.figure.animation.page.record.MANY", 50)
    record, usual = record_in(page_of(SESSION, frames=100)), record_in(page)
    assert record["scored"][:50] == usual["scored"][:50]
    assert len(record["scored"]) < 150 < len(usual["scored"])
    for moment, other in zip(record["moments"], usual["moments"], strict=True):
        for score, exact in zip(scores_of(record, moment), scores_of(usual, other), strict=True):
            assert read_back(score) == pytest.approx(read_back(exact), rel=0.5)


def test_its_questions_have_the_answers_of_the_run(page):
    record, run = record_in(page), Run(SESSION)
    asked = 0
    for moment in record["moments"][1:]:
        run.advance(1)
        question = moment["question"]
        assert 0 <= question["right"] < len(question["choices"])
        if "a mistake" in question["choices"]:
            asked += 1
            right = question["choices"][question["right"]]
            assert (right == "a mistake") == (moment["outcome"] == "mistake")
    assert asked


def test_its_curves_run_where_f_is_0():
    record = record_in(page_of(SESSION, frames=2))
    model, view = api.train(SESSION), SESSION.view
    places = []
    for curve in filter(None, record["moments"][-1]["boundary"].split("M")):
        start, lines = curve.split("l")
        steps = np.array(f"{start} {lines}".split(), int).reshape(-1, 2)
        places.append(steps.cumsum(axis=0))
    at = np.concatenate(places) / (record["width"], record["height"])
    x = view.xmin + at[:, 0] * (view.xmax - view.xmin)
    y = view.ymax - at[:, 1] * (view.ymax - view.ymin)
    step = 2.5 * (view.xmax - view.xmin) / record["width"]
    around = [
        model.decision(np.column_stack([x + dx, y + dy]))
        for dx, dy in np.multiply(step, [(1, 0), (-1, 0), (0, 1), (0, -1)])
    ]
    assert (np.min(around, axis=0) < 0).mean() > 0.98
    assert (np.max(around, axis=0) > 0).mean() > 0.98


@given(arrays(np.float64, st.tuples(st.integers(2, 60), st.just(2)), elements=st.floats(-100, 100)))
def test_a_simplified_curve_stays_close_to_all_its_corners(line):
    kept = simplified(line, (1.0, 1.0))
    assert (kept[0] == line[0]).all()
    assert (kept[-1] == line[-1]).all()
    ends = kept[1:] - kept[:-1]
    lengths = np.maximum((ends**2).sum(axis=1), 1e-300)
    for corner in line:
        share = np.clip(((corner - kept[:-1]) * ends).sum(axis=1) / lengths, 0, 1)[:, None]
        assert np.hypot(*(corner - kept[:-1] - share * ends).T).min() <= 1 + 1e-9


def test_every_curve_of_every_moment_is_a_path_that_browsers_draw_whole():
    moons = noisy_moons(40, seed=3)
    voted = Session(moons, "rbf(sigma=0.3)", "voted_perceptron(epochs=3)", view=View.around(moons.points))
    for moment in record_in(page_of(voted, frames=40))["moments"]:
        for path in (moment["boundary"], moment["margins"]):
            assert re.fullmatch(r"(M-?\d+ -?\d+l(-?\d+ -?\d+ ?)+)*", path)


def test_the_field_is_that_of_the_light_theme_whatever_the_style():
    film = Film(Recording(SESSION), Animation(frames=3), Style(theme="dark"))
    dark = b"".join(HtmlPage().pieces(film, UNWATCHED)).decode()
    assert record_in(dark)["moments"][-1]["field"] == record_in(page_of(SESSION, frames=3))["moments"][-1]["field"]


def test_written_twice_it_is_the_same_and_opens_as_the_session_at_its_end(page, tmp_path):
    assert page_of(SESSION, frames=100) == page
    path = tmp_path / "run.html"
    path.write_text(page, encoding="utf-8")
    loaded = kpgui.load(path)
    assert (loaded.dataset, loaded.kernel) == (SESSION.dataset, SESSION.kernel)
    assert loaded.reached.step == 60


def test_the_policy_lets_nothing_run_or_load_that_was_not_written(page):
    parts = Parts(page)
    policy = next(a["content"] for a, _ in parts.all("meta") if a.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'; img-src data:;")
    scripts = [text for attributes, text in parts.all("script") if "type" not in attributes]
    assert [f"script-src 'sha256-{digest(text)}'" in policy for text in scripts] == [True]
    assert [f"style-src 'sha256-{digest(text)}'" in policy for _, text in parts.all("style")] == [True]
    assert not re.findall(r"(?:src|href)=", re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL))
    assert "innerHTML" not in page


@pytest.mark.parametrize(
    "name", ["</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!--", "$title ${x}"]
)
def test_whatever_a_file_calls_its_axes_and_ghosts_stays_text(name):
    hostile = replace(SESSION, dataset=SESSION.dataset.named((name, "y"), (name, name)))
    text = page_of(hostile, frames=2)
    parts = Parts(text)
    assert [len(parts.all(tag)) for tag in ("script", "img", "style")] == [3, 0, 1]
    assert record_in(text)["ticks"]["x"][0] == name


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("x-kpgui-session", "x-other", "without a kpgui session"),
        ('x-kpgui-session">', 'x-kpgui-session">!', "damaged"),
        ('x-kpgui-session">', 'x-kpgui-session">AAAA', "damaged"),
    ],
)
def test_a_page_edited_by_hand_fails_in_a_sentence(page, tmp_path, before, after, told):
    path = tmp_path / "run.html"
    path.write_text(page.replace(before, after), encoding="utf-8")
    with pytest.raises(KpguiError, match=told):
        kpgui.load(path)


def test_the_player_passes_its_own_tests():
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not here")
    tests = Path(__file__).with_name("player.test.js")
    player = resource("page", "player.js")
    run = subprocess.run(
        [node, "--test", tests], env={"PLAYER": str(player)}, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout


def test_the_player_has_at_most_400_lines():
    scripts = (resource("page", name).read_text(encoding="utf-8") for name in ("player.js", "lesson.js"))
    assert sum(len(script.splitlines()) for script in scripts) <= 400
