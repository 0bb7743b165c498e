import copy
import pickle

import numpy as np
import pytest

from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError


def test_arrays_are_read_only_copies():
    points = np.zeros((2, 2))
    dataset = Dataset.of(points, [1, -1])
    points[0, 0] = 5
    assert dataset.points[0, 0] == 0
    for array in (dataset.points, dataset.labels, dataset.held_out, dataset.ids):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize(
    ("points", "labels", "says"),
    [
        ([[0, 0]], [1, 1], "one label a point"),
        ([[0, 0]], [2], "labels[0] is 2"),
        ([[0, 0], [1, np.nan]], [1, 1], "points[1, 1] is nan"),
        ([[0, np.inf]], [1], "points[0, 1] is inf"),
        ([0, 0], [1, 1], "shape (n, d)"),
        ([["a", "b"]], [1], "must be numbers"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(points, labels, says):
    with pytest.raises(KpguiError) as caught:
        Dataset.of(points, labels)
    assert says in str(caught.value)


def test_equality_is_of_contents_in_order():
    one = Dataset.of([[0, 1], [2, 3]], [1, -1])
    assert one == Dataset.of([[0, 1], [2, 3]], [1, -1], ids=[7, 3])
    assert one != Dataset.of([[2, 3], [0, 1]], [-1, 1])
    assert one != Dataset.of([[0, 1], [2, 3]], [1, -1], held_out=[True, False])


def test_points_are_found_by_id():
    dataset = Dataset.of([[0, 0], [1, 1], [2, 2]], [1, 1, 1], ids=[5, 2, 9])
    assert dataset.index_of([9, 5]).tolist() == [2, 0]
    assert dataset.next_id == 10
    with pytest.raises(KeyError):
        dataset.index_of([3])
    with pytest.raises(KeyError):
        Dataset.empty().index_of([0])


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda dataset: pickle.loads(pickle.dumps(dataset))])
def test_an_edited_dataset_can_be_copied(copied):
    before = Dataset.of(np.arange(400.0).reshape(200, 2), np.ones(200))
    after = before.with_rows(np.array([7]), points=np.array([[0.5, 0.5]]))
    again = copied(after)
    assert again == after
    assert again.ids.tolist() == after.ids.tolist()
    assert again.rows_since(before) is None
    assert after.rows_since(before).tolist() == [7]
    assert again.with_rows(np.array([3]), labels=np.array([-1])).rows_since(again).tolist() == [3]
    with pytest.raises(ValueError, match="read-only"):
        again.points[0, 0] = 1
