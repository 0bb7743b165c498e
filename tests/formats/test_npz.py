"""NumPy's archives: read as NumPy writes them, and never run or blown up."""

import io
import tracemalloc
import zipfile

import numpy as np
import pytest

from kpgui.formats import preview, read
from kpgui.formats.npz import Npz
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

POINTS = np.array([[0.5, 1.5], [-2, 3], [4, 5]])
LABELS = np.array([-1, 1, 1])


def archive(save=np.savez, **arrays):
    file = io.BytesIO()
    save(file, **arrays)
    return file.getvalue()


def with_member(data, name="points.npy", method=zipfile.ZIP_DEFLATED):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as made:
        made.writestr(name, data)
        made.writestr("labels.npy", npy(LABELS))
    return file.getvalue()


def npy(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
@pytest.mark.parametrize("names", [("points", "labels"), ("X", "y"), ("x", "y"), ("data", "target")])
@pytest.mark.parametrize(
    ("points", "labels"),
    [
        (POINTS, LABELS),
        (np.asfortranarray(POINTS), LABELS.astype(np.int8)),
        (POINTS.astype(">f4"), LABELS.astype(float)),
        (POINTS.astype(np.float16), (LABELS > 0)),
        (POINTS, LABELS[:, None]),
        (POINTS, np.array(["a", "b", "b"])),
        (POINTS, np.array([b"a", b"b", b"b"])),
    ],
)
def test_what_numpy_writes_is_read(save, names, points, labels):
    content = archive(save, **{names[0]: points, names[1]: labels}, other=np.zeros(3))
    assert preview(content).format == "npz"
    assert read(content).dataset == Dataset.of(POINTS, LABELS)


def test_one_coordinate_and_whole_numbers():
    assert read(archive(X=np.arange(3), y=LABELS)).dataset.points.tolist() == [[0], [1], [2]]


def test_numpy_reads_what_is_written():
    dataset = Dataset.of(POINTS, LABELS, [False, True, False])
    with np.load(io.BytesIO(Npz().write(Session(dataset))), allow_pickle=False) as found:
        assert found["points"].tobytes() == dataset.points.tobytes()
        assert found["labels"].tolist() == LABELS.tolist()
        assert found["held_out"].tolist() == [False, True, False]


class Bomb:
    """Unpickling it would raise an error that is no KpguiError."""

    def __reduce__(self):
        return (exec, ("raise SystemExit('it ran')",))


def huge_header(shape):
    text = repr({"descr": "<f8", "fortran_order": False, "shape": shape}).encode() + b"\n"
    return b"\x93NUMPY\1\0" + len(text).to_bytes(2, "little") + text


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (archive(points=np.array([Bomb()]), labels=LABELS), "points holds pickled objects, which are never loaded"),
        (archive(points=POINTS), r"should have the arrays points and labels, or X and y; it has points\."),
        (archive(points=POINTS, labels=LABELS[:2]), r"labels must have shape \(3,\), one for each point, not \(2,\)"),
        (archive(points=POINTS * 1j, labels=LABELS), "points is an array of a kind that is not read"),
        (archive(points=POINTS[None], labels=LABELS), "points has 3 dimensions"),
        (archive(points=np.zeros((3, 0)), labels=LABELS), r"shape \(3, 0\)"),
        (archive(points=np.zeros((0, 2)), labels=LABELS[:0]), "no points in them"),
        (archive(points=np.array([[0, 1], [np.nan, 2], [3, 4]]), labels=LABELS), "row 2: x is missing"),
        (archive(points=np.array([[0, 1], [0, np.inf], [3, 4]]), labels=LABELS), "row 2: y is 'inf'; a coordinate"),
        (archive(points=POINTS, labels=np.array([1, 2, 3])), r"has 3 classes \(1, 2, 3\)"),
        (with_member(b"nonsense"), "points is not an array of NumPy's"),
        (with_member(huge_header((10**9, 10**9))), "has more than 2 000 000 rows"),
        (with_member(huge_header((1_000_000, 2))), "does not have the 2 000 000 entries that its header promises"),
        (with_member(npy(POINTS))[:-30], "is not a whole archive of arrays"),
        (with_member(npy(POINTS)).replace(b"points", b"p\x00ints"), "should have the arrays|is not a whole"),
    ],
)  # fmt: skip
def test_bad_archives_are_answered_with_one_sentence(content, message):
    with pytest.raises(KpguiError, match=message):
        read(content)


@pytest.mark.slow
def test_a_bomb_is_not_unpacked():
    content = with_member(huge_header((100, 2)) + bytes(300_000_000))
    assert len(content) < 400_000
    tracemalloc.start()
    with pytest.raises(KpguiError, match="does not have the 200 entries"):
        read(content)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5_000_000


@pytest.mark.parametrize("member", ["xl/workbook.xml", "content.xml"], ids=["xlsx", "ods"])
def test_a_spreadsheet_is_told_the_way(member):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        made.writestr(member, b"<workbook/>")
    with pytest.raises(KpguiError, match="is a spreadsheet; save it there as CSV, or copy its cells and paste them"):
        read(file.getvalue())


def test_many_members_are_refused():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as made:
        for k in range(200):
            made.writestr(f"{k}.npy", b"")
    with pytest.raises(KpguiError, match="200 members"):
        read(file.getvalue())
