"""The frames of a film: what they show is the run, and only that changes."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from kpgui import api
from kpgui.drawing.lettering import Lettering
from kpgui.figure.animation.film import SIZES
from kpgui.figure.animation.recording import START, Recording, counts
from kpgui.figure.animation.settings import Animation
from kpgui.figure.painter import draw
from kpgui.figure.scene import Scene
from kpgui.figure.style import Style
from kpgui.geometry.palette import PALETTES
from kpgui.model.dataset import Dataset
from kpgui.model.errors import Cancelled, Token
from kpgui.model.param import shown
from kpgui.model.session import Session, View
from tests.figure.animation.conftest import DPI, film_of, moons, pixels

LEARNERS = ["kernel_perceptron(epochs=4)", "forgetron(budget=8, epochs=3)", "averaged_perceptron(epochs=2)", "svm(C=1)"]


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_moment_is_the_run_after_as_many_steps(learner):
    session = moons(learner=learner)
    recording = Recording(session)
    steps = recording.moments(Animation(frames=9))
    for step in [*steps, *reversed(steps)]:
        model, recorded = api.train(session, step), recording.recorded(step)
        assert np.array_equal(recorded.expansion.beta, model.beta)
        assert recorded.expansion.bias == model.bias
        assert np.array_equal(recorded.counters.alpha, model.alpha)
        assert (recorded.counters.mistakes, recorded.counters.errors) == (model.mistakes, model.counters.errors)


def test_a_frame_shows_the_boundary_of_its_moment(monkeypatch):
    session, drawn = moons(), []
    monkeypatch.setattr("kpgui.figure.animation.film.draw", lambda _, scene, *rest: drawn.append(scene))
    film = film_of(session, by="mistakes", frames=12)
    list(film.frames())
    assert len(drawn) == len(film) > 5
    for step, scene in zip(film.moments, drawn, strict=True):
        model, view = api.train(session, step), session.view
        values = model.field((view.xmin, view.xmax, view.ymin, view.ymax), (50, 50))
        vertices = scene.boundary[~np.isnan(scene.boundary[:, 0])]
        assert bool(len(vertices)) == bool((values > 0).any() and (values < 0).any())
        if len(vertices):
            assert np.abs(model.decision(vertices)).max() < 0.01 * np.abs(values).max()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_last_frame_is_the_picture_of_the_end(theme, monkeypatch):
    monkeypatch.setattr("kpgui.figure.animation.film.step_mark", lambda *_, **__: lambda *_: None)
    session = moons()
    film, model = film_of(session, theme), api.train(session)
    scene = Scene.of(session, model, PALETTES[theme]).marked(model.counters.wrong)
    whole = QImage(*film.size, QImage.Format.Format_RGB32)
    painter = QPainter(whole)
    painter.scale(DPI / 72, DPI / 72)
    draw(painter, scene, film.style, 72 * film.size[0] / DPI, 72 * film.size[1] / DPI - film.strip_height, film.parts)
    painter.end()
    plot = film.parts.layout.plot
    rows, columns = (
        slice(round(low * DPI / 72) + 1, round(high * DPI / 72) - 1)
        for low, high in ((plot.top, plot.bottom), (plot.left, plot.right))
    )
    off = np.abs(pixels(film.frame(len(film) - 1))[rows, columns] - pixels(whole)[rows, columns]).max(axis=-1)
    assert off.shape > (100, 100)
    assert np.mean(off <= 8) > 0.97
    assert np.mean(off) < 2


def test_nothing_moves_that_does_not_change():
    film = film_of(moons(), by="mistakes")
    frames = [pixels(image) for image in film.frames()]
    plot = film.parts.layout.plot
    scale = DPI / 72
    around = np.ones(frames[0].shape[:2], bool)
    around[round(plot.top * scale) - 8 : round(plot.bottom * scale) + 8, round(plot.left * scale) - 8 :] = False
    around[round(film.size[1] - film.strip_height * scale) :] = False
    assert around.mean() > 0.2
    assert all(np.array_equal(frame[around], frames[0][around]) for frame in frames)


def test_one_colour_is_one_value_of_f_through_the_whole_film(monkeypatch):
    drawn = []
    monkeypatch.setattr("kpgui.figure.animation.film.draw", lambda _, scene, *rest: drawn.append(scene))
    list(film_of(moons(), frames=5).frames())
    assert len({scene.peak for scene in drawn}) == 1


def test_the_text_tells_the_step_and_counts():
    session = moons()
    recording = Recording(session)
    last = recording.recorded(recording.last)
    assert recording.recorded(0).sentence == START
    assert recording.recorded(7).sentence.startswith("Step 7 · point 7 (")
    found = {each.name: each for each in counts(recording.recorded(35), last, 30, 0)}
    model = api.train(session, 35)
    assert (found["step"].value, found["epoch"].value) == ("35", "2")
    assert found["mistakes"].value == str(model.mistakes)
    assert found["step"].widest == str(recording.last)
    assert last.end in ("converged", "not converged")
    assert recording.recorded(35).end == ""


def test_counters_of_the_svm_are_updates():
    recording = Recording(moons(learner="svm(C=1)"))
    last = recording.recorded(recording.last)
    assert [each.name for each in counts(last, last, 30, 0)] == ["step", "updates", "training error"]


def test_held_out_points_are_counted_apart():
    session = moons()
    last = Recording(session).recorded(10)
    assert [each.name for each in counts(last, last, 20, 10)][-1] == "held-out error"


def test_units_are_equal_on_a_slide():
    square = replace(moons(), view=View(-3, 3, -3, 3))
    for size in SIZES:
        layout = film_of(square, style=size.applied(Style(wrong=True))).parts.layout
        assert layout.plot.width == pytest.approx(layout.plot.height)


def test_the_legend_tells_the_sizes_of_the_rings_of_all_frames():
    learner = "svm(C=5)"
    film = film_of(moons(learner=learner))
    steps = [Recording(moons(learner=learner)).recorded(step) for step in film.moments]
    alphas = np.concatenate([recorded.counters.alpha[recorded.expansion.support] for recorded in steps])
    last = steps[-1].counters.alpha[steps[-1].expansion.support]
    assert alphas.min() < last.min()
    texts = [entry.text for line in film.parts.legend for entry in line]
    assert f"support vector, α = {shown(float(alphas.min()))} to {shown(float(alphas.max()))}" in texts


def test_the_legend_tells_what_is_forgotten_in_any_frame():
    dataset = Dataset.of([[0, 0], [0, 1]], [1, -1])
    film = film_of(Session(dataset, "linear()", "forgetron(budget=2, epochs=3)", view=View.around(dataset.points)))
    assert [int((film.scene(number).alpha < 0).sum()) for number in range(len(film))] == [0, 0, 0, 0, 0, 1, 0]
    assert "forgotten" in [entry.text for line in film.parts.legend for entry in line]


def test_what_the_style_hides_is_in_no_frame():
    film = film_of(moons(), style=Style(width=420, height=400, dpi=60, field="none", margins="none"), frames=3)
    frames = [pixels(image) for image in film.frames()]
    layout = film.parts.layout
    top, left = round((layout.plot.top + 4) * 60 / 72), round((layout.plot.left + 4) * 60 / 72)
    assert all((frame[top, left] == 255).all() for frame in frames)
    words = [entry.text for line in film.parts.legend for entry in line]
    assert not any(word in text for text in words for word in ("wrong side", "margins"))
    assert any("boundary" in text for text in words)


def test_frames_report_progress_and_can_be_cancelled():
    shares, film = [], film_of(moons(), frames=5)
    token = Token(lambda: len(shares) > 3, shares.append)
    with pytest.raises(Cancelled):
        list(film.frames(token))
    assert shares == [0, 0.2, 0.4, 0.6]


def texts_drawn(film, monkeypatch):
    """Of each frame the texts of its strip, with their left and right ends in points, and their baselines."""
    frames = []
    written = Lettering.draw

    def draw(lettering, painter, text, x, baseline, *rest, align=0, **details):
        width = lettering.width(text)
        frames[-1].append((text, x - align * width, x - align * width + width, baseline))
        written(lettering, painter, text, x, baseline, *rest, align=align, **details)

    monkeypatch.setattr(Lettering, "draw", draw)
    for number in range(len(film)):
        frames.append([])
        film.frame(number)
    below = 72 * film.size[1] / film.style.dpi - film.strip_height
    return [[each for each in frame if each[3] > below] for frame in frames]


@pytest.mark.parametrize(("size", "font_size"), [((300, 300), 0), ((420, 400), 0), ((420, 400), 14), ((960, 540), 0)])
def test_counters_and_the_end_of_the_run_are_inside_the_frame_whatever_its_width(size, font_size, monkeypatch):
    style = Style(width=size[0], height=size[1], dpi=DPI, font_size=font_size, wrong=True)
    session = replace(moons(learner="kernel_perceptron(epochs=2)"), kernel="linear()")
    last = texts_drawn(film_of(session, style=style, frames=3), monkeypatch)[-1]
    assert {"training error", "not converged"} <= {text for text, *_ in last}
    assert all(left >= 0 and right <= 72 * size[0] / DPI for __, left, right, __ in last)
    assert max(baseline for *_, baseline in last) < 72 * size[1] / DPI


@pytest.mark.slow
def test_digits_keep_their_places_from_frame_to_frame(monkeypatch):
    film = film_of(moons(n=40, learner="kernel_perceptron(epochs=12)"), frames=40)
    frames = texts_drawn(film, monkeypatch)
    for name in ("step", "epoch", "mistakes", "training error"):
        ends = {round(frame[[text for text, *_ in frame].index(name) + 1][2], 6) for frame in frames}
        assert len(ends) == 1, name
    shares = {text for frame in frames[1:] for text, *_ in frame if text.endswith(" %")}
    assert {len(text.partition(".")[2]) for text in shares} == {len("5 %")}


@pytest.mark.parametrize("learner", ["svm(C=1)", "pegasos(epochs=2)", "passive_aggressive(epochs=2)"])
@pytest.mark.parametrize(("width", "font_size"), [(480, 16), (480, 11), (300, 0)])
def test_the_sentence_about_a_step_is_whole_whatever_the_size_of_type(learner, width, font_size, monkeypatch):
    style = Style(width=width, height=440, dpi=80, font_size=font_size, wrong=True)
    film = film_of(replace(moons(learner=learner), kernel="rbf() + 0.3*poly()"), style=style, frames=12)
    for frame in texts_drawn(film, monkeypatch):
        assert not any(text.endswith("…") for text, *_ in frame)
        assert max(baseline for *_, baseline in frame) < 72 * film.size[1] / 80
