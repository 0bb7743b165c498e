"""Files that Orange wrote (`Table.save`), and where it is installed, ours read by it and its read by us."""

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

from kpgui.formats import Choices, preview, read, save
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

FOLDER = Path(__file__).parent / "from_orange"
SEEN = np.array([[0.333333, -2e-07], [0.640423, 0.1049], [-0.535669, 0.361595]])

needs_orange = pytest.mark.skipif(
    "KPGUI_PEERS" not in os.environ, reason="Orange is not installed (packaging/dev.py peers, then dev.py test)"
)

BEGIN = "import sys, json, numpy as np; from Orange import data\n"
READ = """
table = data.Table(sys.argv[1])
print(json.dumps({
    "X": table.X.tolist(),
    "classes": [str(row.get_class()) for row in table],
    "class": table.domain.class_var.name,
    "attributes": [variable.name for variable in table.domain.attributes],
}))
"""
WRITE = """
points, labels = json.loads(sys.argv[2])
colour = data.DiscreteVariable("colour", values=("blue", "red"))
columns = [data.ContinuousVariable(name) for name in ("width", "height")]
data.Table.from_numpy(data.Domain(columns, colour), np.array(points), np.array(labels, dtype=float)).save(sys.argv[1])
"""


def orange(script, *arguments):
    """What a script prints where Orange is."""
    command = [os.environ["KPGUI_PEERS"], "-c", BEGIN + script, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=240).stdout


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


@pytest.mark.slow
@needs_orange
def test_orange_reads_what_we_write(tmp_path):
    dataset = Dataset.of([[1 / 3, -2e-7], [1e300, 2], [3, 4]], [1, -1, 1], [False, False, True])
    path = tmp_path / "ours.tab"
    save(Session(dataset), path)
    assert json.loads(orange(READ, path)) == {
        "X": dataset.points.tolist(),
        "classes": ["1", "-1", "1"],
        "class": "label",
        "attributes": ["x", "y"],
    }


@pytest.mark.slow
@needs_orange
@pytest.mark.parametrize("suffix", ["tab", "csv", "tsv"])
def test_what_orange_writes_now_is_read(tmp_path, suffix):
    path = tmp_path / f"theirs.{suffix}"
    rng = np.random.default_rng(4)
    points, labels = rng.normal(size=(30, 2)), rng.integers(0, 2, 30)
    orange(WRITE, path, json.dumps([points.tolist(), labels.tolist()]))
    assert preview(path).format == "orange"
    dataset = read(path, Choices(positive="red")).dataset
    # It writes six digits.
    np.testing.assert_array_equal(dataset.points, [[float(f"{x:.6g}") for x in point] for point in points.tolist()])
    np.testing.assert_array_equal(dataset.labels, np.where(labels == 1, 1, -1))
    assert json.loads(orange(READ, path))["X"] == dataset.points.tolist()
