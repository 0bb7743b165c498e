"""Files that Orange 3.40 wrote (`Table.save`), and our files read by it where it is installed."""

from pathlib import Path

import numpy as np
import pytest

from kpgui.formats import Choices, preview, read, save
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

FOLDER = Path(__file__).parent / "from_orange"
SEEN = np.array([[0.333333, -2e-07], [0.640423, 0.1049], [-0.535669, 0.361595]])


@pytest.mark.parametrize("name", ["two_classes.tab", "two_classes.csv"])
def test_what_orange_saved_is_read_as_it_is_there(name):
    found = preview(FOLDER / name)
    assert found.format == "orange"
    assert [(column.name, column.role) for column in found.columns] == [("class", "label"), ("x", "x"), ("y", "y")]
    dataset = read(FOLDER / name).dataset
    assert len(dataset) == 12
    np.testing.assert_array_equal(dataset.points[:3], SEEN)
    assert dataset.labels[:5].tolist() == [1, 1, -1, 1, -1]


def test_a_saved_table_with_three_classes_a_meta_column_and_a_gap():
    path = FOLDER / "three_classes.tab"
    with pytest.raises(KpguiError, match="line 8: a b is missing"):
        read(path, Choices(positive="one", coordinates=("a b", "b")))
    dataset = read(
        path, Choices(positive="one", negative="three", coordinates=("a b", "b"), skip_bad_rows=True)
    ).dataset
    np.testing.assert_array_equal(
        dataset.points, [[0.90347, 0.0940123], [-1.00962, -0.209176], [1.34588, 0.781311], [1.80163, 1.3151]]
    )
    assert dataset.labels.tolist() == [1, -1, 1, 1]


def test_orange_reads_what_we_write(tmp_path):
    data = pytest.importorskip("Orange.data", reason="Orange is not installed (pip install Orange3)")
    dataset = Dataset.of([[1 / 3, -2e-7], [1e300, 2], [3, 4]], [1, -1, 1], [False, False, True])
    path = tmp_path / "ours.tab"
    save(Session(dataset), path)
    table = data.Table(str(path))
    np.testing.assert_array_equal(table.X, dataset.points)
    assert [str(row.get_class()) for row in table] == ["1", "-1", "1"]
    assert table.domain.class_var.name == "label"
