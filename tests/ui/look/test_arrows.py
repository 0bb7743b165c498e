"""Names beside arrows: each is legible, however short its arrow is."""

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF

from kpgui.ui.look.arrows import Name, grounds

WITHIN = QRectF(0, 0, 300, 200)


@pytest.mark.parametrize("length", [0.5, 6.0, 40.0])
@pytest.mark.parametrize("corner", [(150.0, 100.0), (2.0, 2.0), (298.0, 198.0)])
def test_names_of_short_arrows_do_not_lie_on_each_other(qapp, length, corner):
    foot = np.array(corner)
    names = [
        Name("w, ‖w‖ = 12.5", foot + np.array([length, 0]), np.array([1.0, 0.0])),
        Name("+ η·y·x", foot + np.array([length / 2, 0]), np.array([0.0, 1.0])),
        Name("w before", foot + np.array([length / 2, length / 4]), np.array([0.0, 1.0])),
    ]
    places = grounds(names, QFontMetricsF(QFont()), WITHIN)
    assert all(WITHIN.contains(place) for place in places)
    assert not any(one.intersects(other) for one, other in combinations(places, 2))


def test_a_name_with_room_is_where_its_arrow_points(qapp):
    place = np.array([150.0, 100.0])
    (ground,) = grounds([Name("w", place, np.array([1.0, 0.0]))], QFontMetricsF(QFont()), WITHIN)
    assert ground.left() > 150
    assert ground.center().y() == pytest.approx(100)
