"""Frames and the datasets they are of."""

import numpy as np

from kpgui.model.arrays import frozen
from kpgui.model.dataset import Dataset
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Counters, Frame, Status
from kpgui.model.updates import Updates


def test_a_frame_is_of_every_dataset_with_the_same_points_in_the_same_order():
    dataset = Dataset.of([[0, 1], [2, 3]], [1, -1])
    ids = frozen(np.array(dataset.ids), np.int64)
    frame = Frame(1, Status.PAUSED, 0, -1, Counters(), Expansion.of((0, 0), 0), Updates.none(), ids=ids)
    assert frame.is_of(dataset)
    other = Dataset.of(dataset.points[::-1], dataset.labels[::-1], ids=dataset.ids[::-1])
    assert not frame.is_of(other)
