"""What scikit-learn, SciPy, liac-arff, pandas and NumPy write is read, and they read what is written here."""

import io

import arff as liac
import numpy as np
import pandas
import pytest
from hypothesis import given, settings
from scipy.io import arff as scipy_arff
from sklearn.datasets import dump_svmlight_file, load_iris, load_svmlight_file

from kpgui.formats import FORMATS, Choices, read
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from tests.strategies import datasets

AWKWARD = [0.1, 1 / 3, 1e300, 5e-324, -0.0, 2**53 + 2.0, -1.7976931348623157e308, 123456.789]
POINTS = Dataset.of(np.array(AWKWARD).reshape(-1, 2), [1, -1, -1, 1], [False, True, False, False])


def written(key, dataset):
    return FORMATS.find(key).write(Session(dataset))


def same(found, dataset):
    assert np.asarray(found, np.float64).tobytes() == dataset.points.tobytes()


@pytest.mark.parametrize("zero_based", [True, False])
@pytest.mark.parametrize("comment", [None, "made by scikit-learn"])
def test_svmlight_of_scikit_learn_is_read(zero_based, comment):
    points, labels = np.array([[0.5, 0, 3], [0, -2.25, 0], [1 / 3, 1e300, 0.1]]), [1, -1, 1]
    file = io.BytesIO()
    dump_svmlight_file(points, labels, file, zero_based=zero_based, comment=comment, query_id=[1, 1, 2])
    found = read(file.getvalue()).dataset
    assert found.labels.tolist() == labels
    np.testing.assert_allclose(
        found.points, points, rtol=1e-15
    )  # it writes 16 digits, of which not all numbers come back


def test_scikit_learn_reads_our_svmlight():
    points, labels = load_svmlight_file(io.BytesIO(written("svmlight", POINTS)))
    assert (points.toarray() == POINTS.points).all()
    assert labels.tolist() == POINTS.labels.tolist()


@given(dataset=datasets(min_size=1, held_out=True))
@settings(max_examples=40)
def test_scipy_and_liac_read_our_arff(dataset):
    text = written("arff", dataset).decode()
    found, meta = scipy_arff.loadarff(io.StringIO(text))
    same(np.column_stack([found["x"], found["y"]]), dataset)
    assert [int(each) for each in found["label"]] == dataset.labels.tolist()
    assert meta.types()[:3] == ["numeric", "numeric", "nominal"]
    rows = liac.loads(text)["data"]
    same([row[:2] for row in rows], dataset)
    assert [int(row[2]) for row in rows] == dataset.labels.tolist()


@pytest.mark.parametrize("sparse", [False, True])
def test_arff_of_liac_is_read(sparse):
    attributes = [("it's x", "REAL"), ("y, too", "NUMERIC"), ("class", ["a b", "c%d", "'"])]
    rows = [[0.1, 1e300, "a b"], [0.0, -2.5, "c%d"], [1 / 3, 0.0, "c%d"]]
    data = [{k: cell for k, cell in enumerate(row) if cell} for row in rows] if sparse else rows
    text = liac.dumps({"relation": "a name", "description": "one\ntwo", "attributes": attributes, "data": data})
    found = read(text.encode(), Choices(positive="c%d")).dataset
    assert found.points.tolist() == [row[:2] for row in rows]
    assert found.labels.tolist() == [-1, 1, 1]


def test_a_missing_value_of_liac_is_missing():
    attributes = [("x", "REAL"), ("y", "REAL"), ("class", ["a", "b"])]
    text = liac.dumps({"relation": "r", "attributes": attributes, "data": [[1.0, None, "a"], [3.0, 4.0, "b"]]})
    imported = read(text.encode(), Choices(skip_bad_rows=True))
    assert imported.dataset.points.tolist() == [[3, 4]]
    assert imported.report.skipped[0].reason.startswith("y is missing")


@pytest.mark.parametrize(
    "options",
    [
        {"index": False},
        {},
        {"index": False, "sep": ";", "decimal": ","},
        {"index": False, "sep": "\t"},
        {"index": False, "quoting": 1},
        {"index": False, "lineterminator": "\r\n", "encoding": "utf-8-sig"},
        {"index": False, "encoding": "utf-16", "sep": "\t"},
    ],
    ids=["plain", "with its index", "German", "tabs", "all quoted", "for Excel", "UTF-16"],
)
def test_csv_of_pandas_is_read(options, tmp_path):
    frame = pandas.DataFrame(POINTS.points, columns=["x", "y"]).assign(label=["é", "a,b", "a,b", "é"])
    frame.to_csv(tmp_path / "points.csv", **options)
    found = read(tmp_path / "points.csv").dataset
    assert found.points.tobytes() == POINTS.points.tobytes()
    assert found.labels.tolist() == [1, -1, -1, 1]


@given(dataset=datasets(min_size=1, held_out=True))
@settings(max_examples=40)
@pytest.mark.parametrize(("key", "separator"), [("csv", ","), ("tsv", "\t"), ("table", " ")])
def test_pandas_reads_our_rows(key, separator, dataset):
    # As text: whether pandas gives the nearest number depends on its version.
    frame = pandas.read_csv(io.BytesIO(written(key, dataset)), sep=separator, dtype=str)
    same(frame[["x", "y"]].map(float).to_numpy(), dataset)
    assert frame["label"].map(int).tolist() == dataset.labels.tolist()
    if dataset.held_out.any():
        assert (frame["held_out"] == "1").tolist() == dataset.held_out.tolist()


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_numpy_both_ways(save, tmp_path):
    save(tmp_path / "a.npz", X=POINTS.points, y=POINTS.labels)
    same(read(tmp_path / "a.npz").dataset.points, POINTS)
    with np.load(io.BytesIO(written("npz", POINTS))) as found:
        same(found["points"], POINTS)


def test_iris_as_scikit_learn_gives_it_and_pandas_writes_it(tmp_path):
    iris = load_iris()
    frame = pandas.DataFrame(iris.data, columns=iris.feature_names).assign(species=iris.target_names[iris.target])
    frame.to_csv(tmp_path / "iris.csv", index=False)
    found = read(tmp_path / "iris.csv", Choices(positive="setosa")).dataset
    assert found.points.tobytes() == np.ascontiguousarray(iris.data).tobytes()
    assert ((found.labels > 0) == (iris.target == 0)).all()
