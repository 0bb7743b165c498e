"""Archives that lie about sizes, offsets, names, methods and headers: one sentence, in bounded memory."""

import io
import struct
import tracemalloc
import warnings
import zipfile

import numpy as np
import pytest

from kpgui.formats import read
from kpgui.model.errors import KpguiError
from tests.formats.test_npz import LABELS, POINTS, npy

HONEST, SIGNS = npy(POINTS), npy(LABELS)


def archive(points=HONEST, labels=SIGNS, method=zipfile.ZIP_STORED, more=()):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as made, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that are there twice
        for name, data in (("points.npy", points), ("labels.npy", labels), *more):
            made.writestr(name, data)
    return file.getvalue()


def header(text, version=b"\1\0"):
    text = text.encode()
    return b"\x93NUMPY" + version + len(text).to_bytes(2 if version[0] == 1 else 4, "little") + text


def described(descr, shape, data=b""):
    return header(f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}\n") + data


def central(offset, form, value):
    """The archive with another number in the directory's entry of the points."""
    content = bytearray(archive())
    struct.pack_into(form, content, content.find(b"PK\1\2") + offset, value)
    return bytes(content)


def zip64(offset, value):
    """The archive with a number of eight bytes in place of the four at this place of the directory's entry."""
    content = bytearray(archive())
    at, end = content.find(b"PK\1\2"), content.find(b"PK\5\6")
    struct.pack_into("<I", content, at + offset, 0xFFFFFFFF)
    struct.pack_into("<H", content, at + 30, 12)
    struct.pack_into("<I", content, end + 12, struct.unpack_from("<I", content, end + 12)[0] + 12)
    behind_name = at + 46 + len("points.npy")
    content[behind_name:behind_name] = struct.pack("<HHQ", 1, 8, value)
    return bytes(content)


def zipfile_reads(content):
    """Whether this Python's zipfile takes the archive: distributions carry later fixes in versions that had none."""
    try:
        return zipfile.ZipFile(io.BytesIO(content)).read("points.npy") == HONEST
    except zipfile.BadZipFile:
        return False


def sentence(content):
    """With which the archive is refused, in little memory."""
    tracemalloc.start()
    try:
        with pytest.raises(KpguiError) as caught:
            read(content)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 20_000_000 + len(content)
    assert len(str(caught.value)) <= 300
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("value", [2**62, 2**63, 2**64 - 1])
@pytest.mark.parametrize("place", [20, 24, 42], ids=["packed size", "size", "offset"])
def test_numbers_of_eight_bytes_are_not_believed(place, value):
    content = zip64(place, value)
    if place == 20 and zipfile_reads(content):  # what is there is whole; newer versions of zipfile compare its size
        assert read(content).dataset.points.tolist() == POINTS.tolist()
    else:
        sentence(content)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (central(16, "<I", 1), "is not a whole archive"),  # checksum
        (central(24, "<I", 2**32 - 2), "does not have the 6 entries"),
        (central(24, "<I", 0), "is not a whole archive|does not have"),
        (central(24, "<I", 100), "is not a whole archive|header that cannot be read"),
        (central(42, "<I", 2**32 - 2), "is not a whole archive"),
        (central(42, "<I", len(archive()) - 10), "is not a whole archive"),
        (central(46, "<B", ord("P")), "is not a whole archive|should have the arrays"),  # its name, but not the other
        (central(8, "<H", 1), "points is encrypted; save it without a password"),
        (central(8, "<H", 0x20), "is not a whole archive"),  # patched data
        (central(10, "<H", 99), "points is packed in a way that NumPy does not use"),
        (central(6, "<H", 99), "is not a whole archive"),  # a version of the format to come
        (archive(method=zipfile.ZIP_LZMA).replace(b"\x5d\0\0", b"\xff\xff\xff"), "packed in a way"),
        (archive(method=zipfile.ZIP_BZIP2), "packed in a way that NumPy does not use; save it with"),
        (archive(npy(POINTS) + bytes(50_000_000), method=zipfile.ZIP_BZIP2), "packed in a way that NumPy does not use"),
        (archive(more=[("points.npy", npy(POINTS))]), "has two arrays named points; keep one of them"),
        (archive(more=[("points", npy(POINTS))]), "has two arrays named points"),
        (archive()[:-25], "is not a whole archive"),
    ],
)  # fmt: skip
def test_what_an_archive_says_of_its_members_is_not_believed(content, words):
    import re

    assert re.search(words, sentence(content))


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (described("'<U000000200999999'", "(3,)", bytes(30)), "needs more than the 100 MB"),
        (described("'<U200'", "(2000000,)", bytes(1000)), "needs more than the 100 MB"),
        (described("'<f8'", "(-3, -2)", bytes(48)), "has a shape below zero"),
        (described("'<f8'", "(0, -2)"), "has a shape below zero"),
        (described("'<f8'", f"({'9' * 4000}, 2)", bytes(48)), "has more than 2 000 000 rows"),
        (described("'<f8'", f"({'9' * 4000}, 0)"), "has more than 2 000 000 rows"),
        (described("'<f8'", "(3,) * 9", bytes(48)), "header that cannot be read"),
        (described("'<f8'", "(1, 1, 1)", bytes(8)), "has 3 dimensions"),
        (described("'<f8'", "()", bytes(8)), r"must be numbers of shape \(n, d\), not float64 of shape \(\)"),
        (described("'(3,2)<f8'", "(1,)", bytes(48)), "of a kind that is not read"),
        (described("[('a', '<f8')]", "(3,)", bytes(24)), "of a kind that is not read"),
        (described("[('a', '|O')]", "(3,)", bytes(24)), "pickled objects, which are never loaded"),
        (described("'|O'", "(3,)", bytes(24)), "pickled objects, which are never loaded"),
        (described("'<f16'", "(3,)", bytes(48)), "of a kind that is not read"),
        (described("'<M8[s]'", "(3,)", bytes(24)), "of a kind that is not read"),
        (described("'|S0'", "(3,)"), "of a kind that is not read"),
        (described("{'a': 1}", "(3,)"), "header that cannot be read"),
        (described("'nonsense'", "(3,)"), "header that cannot be read"),
        (header("(" * 5000), "header that cannot be read"),
        (header("-" * 9000 + "1"), "header that cannot be read"),
        (header("'''"), "header that cannot be read"),
        (header("{\n 1\n  2"), "header that cannot be read"),
        (header("{}"), "header that cannot be read"),
        (header("{}", b"\4\0"), "is not an array of NumPy's"),
        (b"\x93NUMPY\2\0\xff\xff\xff\xff" + bytes(1000), "header that cannot be read"),
        (b"", "is not an array of NumPy's"),
    ],
)
def test_what_an_array_says_of_itself_is_not_believed(array, words):
    import re

    assert re.search(words, sentence(archive(array)))


def test_a_header_that_says_it_has_gigabytes_is_not_unpacked():
    content = archive(b"\x93NUMPY\2\0\xff\xff\xff\xff" + bytes(100_000_000), method=zipfile.ZIP_DEFLATED)
    assert "header that cannot be read" in sentence(content)


@pytest.mark.slow
def test_labels_in_text_are_bounded_by_what_they_unpack_to():
    labels = described("'<U20'", "(2000000,)") + bytes(20 * 4 * 2_000_000)
    content = archive(npy(np.zeros((2_000_000, 2))), labels, zipfile.ZIP_DEFLATED)
    assert len(content) < 1_000_000
    tracemalloc.start()
    with pytest.raises(KpguiError, match="labels needs more than the 100 MB that arrays may; save labels as numbers"):
        read(content)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200_000_000


def test_a_directory_of_very_many_members_is_not_taken_apart():
    entry = b"PK\1\2" + bytes(24) + struct.pack("<H", 1) + bytes(16) + b"a"
    end = b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 60_000, 60_000, 60_000 * len(entry), 4, 0)
    content = b"PK\3\4" + entry * 60_000 + end
    assert "has 60 000 members; an archive of points has two or three" in sentence(content)


def test_arrays_that_python_2_wrote_and_other_honest_ones_are_read():
    for points in (
        described("'<f8'", "(3L, 2L)", POINTS.tobytes()),
        header("{'shape': (3, 2), 'fortran_order': False, 'descr': '<f8'}", b"\2\0") + POINTS.tobytes(),
        header("{'shape': (3, 2), 'fortran_order': True, 'descr': '<f8'}") + POINTS.tobytes("F"),
        described("'>f4'", "(3, 2)", POINTS.astype(">f4").tobytes()),
    ):
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            assert read(archive(points, method=method)).dataset.points.tolist() == POINTS.tolist()
