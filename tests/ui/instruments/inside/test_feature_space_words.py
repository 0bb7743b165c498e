"""The plane in the picture of feature space, where it passes through corners of the box around the points."""

import numpy as np
import pytest

from kpgui.model.dataset import Dataset
from kpgui.model.expansion import MAPS
from kpgui.model.explanation import Plane
from kpgui.ui.instruments.inside.reading import feature_space
from kpgui.ui.instruments.inside.words import scene


@pytest.mark.parametrize("turned", [0.0, 1e-6])
def test_a_plane_through_edges_of_the_box_is_drawn_as_one_beside_them(turned):
    points = np.array([[1, 0], [0, 1], [-1, 0], [0, -1], [0.5, 0.5], [0.5, -0.5]])
    w = np.array([1, 0, 0, turned - 1])  # x₁² = x₂², the diagonal of a box as deep as wide
    space = feature_space(MAPS["quadratic"], Plane(w, 0.0), Dataset.of(points, [1, -1, 1, -1, 1, -1]))
    drawn = scene(space, (-60.0, 22.0), 400.0, 300.0)
    assert len(np.unique(drawn.plane.round(2), axis=0)) == 4
    assert [arrow.role for arrow in drawn.arrows] == ["w"]
