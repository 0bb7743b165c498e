"""Scenes of sessions that are not as usual."""

from dataclasses import replace

import numpy as np
import pytest

from kpgui import api
from kpgui.figure.outputs import save
from kpgui.figure.outputs.picture import Picture as SavedPicture
from kpgui.figure.scene import Scene
from kpgui.figure.style import Style
from kpgui.geometry.palette import PALETTES
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session, View
from tests.figure.conftest import Picture, scene_of, session_of, xor


def test_no_points():
    scene = scene_of(Session())
    assert (scene.pixels == 128).all()
    assert not len(scene.boundary)
    assert scene.caption == "n = 0 · no points to learn from"
    Picture(scene)


def test_not_trained_yet():
    scene = scene_of(xor(), steps=0)
    assert (scene.pixels == 128).all()
    assert not scene.alpha.any()
    assert scene.caption == "n = 4 · not trained yet"


def test_one_class_has_no_boundary():
    scene = scene_of(session_of([[0, 0], [1, 1]], [1, 1]))
    assert (scene.pixels > 128).all()
    assert not len(scene.boundary)


def test_opposite_labels_on_one_place_leave_everything_undecided():
    scene = scene_of(session_of([[1, 1], [1, 1]], [1, -1]))
    assert (scene.pixels == 128).all()
    assert not len(scene.boundary)
    assert scene.alpha.tolist() == [100, 100]
    Picture(scene)


@pytest.mark.parametrize(("scale", "shift"), [(1e-9, 0), (1e12, 0), (1, 1e6), (1e-120, 0)])
def test_coordinates_of_any_size_give_the_same_picture(scale, shift):
    points = np.array([[-1, 1], [1, 1], [-1, -1], [1, -1]]) * scale + shift
    scene = scene_of(session_of(points, [-1, 1, 1, -1], f"rbf(sigma={scale})"))
    plain = scene_of(session_of([[-1, 1], [1, 1], [-1, -1], [1, -1]], [-1, 1, 1, -1], "rbf(sigma=1)"))
    assert np.mean(scene.pixels == plain.pixels) > 0.95
    picture = Picture(scene)
    assert picture.at(*points[1]) == Picture(plain).at(1, 1)


def test_points_outside_the_view_are_left_out():
    session = session_of([[0, 0], [1e100, -1e100]], [1, -1], view=View())
    Picture(scene_of(session))


def test_only_two_coordinates_can_be_drawn():
    with pytest.raises(KpguiError, match="2 coordinates can be drawn; these have 3"):
        scene_of(session_of(np.zeros((1, 3)), [1], view=View()))


def test_a_view_needs_an_area():
    with pytest.raises(KpguiError, match="view has no area"):
        scene_of(session_of([[0, 0]], [1], view=View(1, 1, 0, 2)))


def test_arrays_of_a_scene_are_read_only():
    scene = scene_of(xor())
    for array in (scene.pixels, scene.alpha, scene.boundary, scene.positive_margin, scene.negative_margin):
        assert not array.flags.writeable


def test_colours_agree_with_the_sign_of_f_also_in_the_tails():
    rng = np.random.default_rng(3)
    session = session_of(rng.normal(size=(40, 2)) * [20, 1], rng.choice([-1, 1], 40), "rbf(sigma=0.7)")
    model = api.train(session)
    scene = Scene.of(session, model, PALETTES["light"], 120)
    view = session.view
    xs = view.xmin + (np.arange(120) + 0.5) / 120 * (view.xmax - view.xmin)
    ys = view.ymin + (np.arange(120) + 0.5) / 120 * (view.ymax - view.ymin)
    exact = model.decision(np.column_stack([np.tile(xs, 120), np.repeat(ys, 120)])).reshape(120, 120)
    clear = np.abs(exact) > 1e-12 * np.abs(model.decision(session.dataset.points)).max()
    assert np.array_equal(np.sign(scene.pixels.astype(int) - 128)[clear], np.sign(exact)[clear])


@pytest.mark.slow
def test_the_field_of_a_kernel_that_takes_long_has_fewer_pixels():
    points, labels = [[-1, 1], [1, 1], [-1, -1], [1, -1]], [-1, 1, 1, -1]
    usual = session_of(points, labels, "rbf() + 0.3*linear() + poly()")
    long = session_of(points, labels, " + ".join(["matern32()"] * 50))
    shapes = [Scene.of(each, api.train(each), PALETTES["light"]).pixels.shape for each in (usual, long)]
    assert shapes[0] == (900, 900)
    assert shapes[1] < (300, 300)


def test_the_ties_of_a_vote_are_drawn_and_named(tmp_path):
    session = replace(
        session_of([[-1, 0], [1, 0]], [1, -1]), learner="voted_perceptron(epochs=1)", kernel="rbf(sigma=1)"
    )
    scene = scene_of(session)
    assert len(scene.ties)
    assert not len(scene.styled(Style(boundary="none")).ties)
    path = tmp_path / "picture.svg"
    save(SavedPicture(session, api.train(session), resolution=300), path)
    assert "region of ties: vote = 0" in path.read_text(encoding="utf-8")
    assert not len(scene_of(replace(session, learner="kernel_perceptron(epochs=1)")).ties)
