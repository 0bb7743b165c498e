"""Curves in few coordinates."""

from itertools import pairwise

import numpy as np
import pytest

import kpgui
from kpgui.figure.pgfplots.curves import areas, pieces, simplified
from kpgui.figure.scene import Scene
from kpgui.geometry.palette import PALETTES
from kpgui.model.session import Session, View
from tests.strategies import noisy_moons


def distance(points, line):
    """From each point to a polyline, segment by segment."""
    least = np.full(len(points), np.inf)
    for start, end in pairwise(line):
        along = end - start
        share = np.clip((points - start) @ along / max(along @ along, 1e-300), 0, 1)
        least = np.minimum(least, np.linalg.norm(points - start - share[:, None] * along, axis=1))
    return least


def test_a_simplified_line_stays_within_the_tolerance_in_few_vertices():
    t = np.linspace(0, 2 * np.pi, 2000)
    circle = np.column_stack([np.cos(t), np.sin(t)])
    (line,) = simplified([circle], 1e-3)
    assert len(line) < 200
    assert distance(circle, line).max() <= 1e-3
    assert (line[0] == circle[0]).all() and (line[-1] == circle[-1]).all()


def test_a_straight_line_is_its_ends():
    (line,) = simplified([np.column_stack([np.arange(50.0), 2 * np.arange(50.0)])], 1e-9)
    assert line.tolist() == [[0, 0], [49, 98]]


def test_there_are_never_more_vertices_than_allowed():
    noise = np.random.default_rng(0).normal(size=(5000, 2))
    assert sum(map(len, simplified([noise], 1e-6, most=400))) <= 400


def test_a_closed_line_is_not_taken_for_a_point():
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0.0]])
    assert simplified([square], 0.01)[0].tolist() == square.tolist()


def test_specks_are_left_out():
    assert simplified([np.array([[0, 0], [1e-5, 0], [0, 0.0]])], 1e-3) == []


def test_pieces_are_between_rows_of_nan():
    nan = [np.nan, np.nan]
    curve = np.array([[0, 0], [1, 1], nan, [2, 2], nan, [3, 3], [4, 4]])
    assert [piece.tolist() for piece in pieces(curve)] == [[[0, 0], [1, 1]], [[3, 3], [4, 4]]]
    assert pieces(np.zeros((0, 2))) == []


@pytest.fixture
def scene():
    dataset = noisy_moons(40)
    session = Session(dataset, "rbf(sigma=0.5)", view=View.around(dataset.points))
    return Scene.of(session, kpgui.train(session), PALETTES["light"], 300)


def test_areas_are_nested_and_of_the_sign_of_f(scene):
    from matplotlib.path import Path

    found = list(areas(scene))
    assert {area.sign for area in found} == {-1, 1}
    rng = np.random.default_rng(1)
    view = scene.view
    places = rng.uniform((view.xmin, view.ymin), (view.xmax, view.ymax), (2000, 2))
    columns = ((places[:, 0] - view.xmin) / (view.xmax - view.xmin) * 300).astype(int)
    rows = ((places[:, 1] - view.ymin) / (view.ymax - view.ymin) * 300).astype(int)
    shares = (scene.pixels[rows, columns].astype(int) - 128) / 127
    for area in found:
        inside = np.zeros(len(places), bool)
        for ring in pieces(area.outline):
            inside ^= Path(ring).contains_points(places)  # even and odd, so that holes are left open
        expected = area.sign * shares > area.share
        assert (inside == expected).mean() > 0.97, area.share
