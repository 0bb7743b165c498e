"""Files that mean harm or are no files: each is answered with one sentence, in bounded time and memory."""

import csv
import os
import threading
import tracemalloc

import numpy as np
import pytest

from kpgui.formats import FORMATS, Choices, preview, read
from kpgui.formats.csv import Csv
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX files")
LONG = 10_000_000

GOOD = "x,y,label\n0.5,1.5,-1\n-2,3,1\n"
TWO = Dataset.of([[0.5, 1.5], [-2, 3]], [-1, 1])


def answer(content):
    """The sentence with which the bytes are refused, by `preview` or by `read`, and that it took little memory."""
    tracemalloc.start()
    try:
        with pytest.raises(KpguiError) as caught:
            preview(content)
            read(content)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 400_000_000
    sentence = str(caught.value)
    assert len(sentence) < 1000
    assert sentence.count("\n") == 0
    return sentence


@pytest.fixture(autouse=True)
def usual_limit():
    """The csv module's own, which peers that other tests import set aside for the whole process."""
    before = csv.field_size_limit(131_072)
    yield
    csv.field_size_limit(before)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"1" * LONG, "is of no format"),
        (b"1," * (LONG // 2), "line 1: the line has more than 1 000 000 characters"),
        (b"1," * 25_000, "has more than 20 000 columns"),
        (b"x,y,label\n1,2,a\n1," + b"2" * LONG + b",b\n", "line 3: the line has more than 1 000 000 characters"),
        (b"x,y,label\n1,2,a\n1," + b"2" * 200_000 + b",b\n", "line 3: a cell is longer than 131 072 characters"),
        (b'x,y,label\n1,2,a\n1,"2,b\n' + b"3,4,a\n" * 50_000, "line 3: the quotes are not in pairs"),
        (b'x,y,label\n1,2,a\n1,"' + b"2" * 200_000 + b'",b\n', "line 3: a cell is longer than"),
        (b"x y label\n1 2 a\n1 " + b"2" * 500_000 + b" b\n", r"line 3: y is '2{40}…'; a coordinate must be a finite"),
        (b"1 1:" + b"2" * 500_000 + b"\n", "line 1: the value in '1:2+…' must be a finite number"),
        (b"1 " + b"9" * 500_000 + b":1\n", "line 1: '9{40}…' is not index:value, such as 2:0.5"),
        (b"@relation r\n@attribute " + b"x" * LONG + b" numeric\n@data\n1\n", "only one column|has"),
        (b"@relation r\n" + b"@attribute x numeric\n" * 20_001 + b"@data\n", "has more than"),
        (b"2 2\n1 2 " + b"3" * LONG + b" 0\n1 2 3 0\n", "."),
        (b"[" * 1_000_000, "nested too deep"),
        (b'{"a":' * 100_000, "nested too deep"),
        (b'{"format": "kpgui", "version": ' + b"1" * LONG, "too large for the numbers that it has"),
        (b'{"format": "kpgui", "version": ' + b"1" * 900_000, "ends in the middle|more than 1000 digits"),
        (b'{"format": "kpgui", "points": [' + b"1," * 2 * LONG, "has more than"),
    ],
    ids=lambda value: repr(value[:24]) if isinstance(value, bytes) else "",
)
def test_floods_are_refused(content, message):
    import re

    assert re.search(message, answer(content))


@pytest.mark.parametrize("at", [0, 5, 12, len(GOOD)])
@pytest.mark.parametrize("form", FORMATS.members, ids=FORMATS.keys())
def test_a_nul_byte_anywhere_is_no_text(form, at):
    content = GOOD.encode()
    with pytest.raises(
        KpguiError, match=r"binary file|not a whole archive|is no (PNG|SVG|PDF) picture|is no HTML page"
    ):
        form.read(content[:at] + b"\0" + content[at:], "file")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-8"])
def test_encodings_with_a_mark_are_read(encoding):
    assert read(GOOD.encode(encoding)).dataset == TWO


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (GOOD.replace("x", "\x81").encode("latin-1"), "line 1: this is not UTF-8 text; save the file as UTF-8"),
        (GOOD.encode("utf-16-le"), "binary file"),
        (GOOD.encode("utf-32"), "binary file|UTF-16"),
        (b"\xff\xfe" + GOOD.encode() + b"x", "UTF-16 text but is not"),
        (b"\xff\xfe\x00\xd8\x00\xd8", "UTF-16 text but is not"),
        (("x,y,label\n" + "1,2,1\n" * 100_000).encode() + b"1,2,\x81\n", "line 100002: this is not UTF-8 text"),
    ],
)
def test_wrong_encodings_are_named(content, message, tmp_path):
    path = tmp_path / "points.csv"
    path.write_bytes(content)
    with pytest.raises(KpguiError, match=message):
        read(path)


@pytest.mark.parametrize("word", ["nan", "NaN", "-nan", "inf", "-Infinity", "1e999"])
@pytest.mark.parametrize(
    "form", [form for form in FORMATS if form.can_write and form.key != "npz"], ids=lambda form: form.key
)
def test_what_is_not_finite_is_no_coordinate(form, word):
    marked = form.write(Session(Dataset.of([[12345.5, 1], [2, 3]], [1, -1])))
    with pytest.raises(KpguiError, match=r"finite number|missing; fill it in|which is not a number|not valid JSON"):
        form.read(marked.replace(b"12345.5", word.encode()), "file")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_million_empty_lines_are_nothing(end):
    assert read((GOOD.replace("\n", end) + end * 1_000_000).encode()).dataset == TWO


@posix
def test_a_pipe_is_read_and_bounded(tmp_path, monkeypatch):
    path = tmp_path / "pipe.csv"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(GOOD.encode(),))
    writer.start()
    assert read(path).dataset == TWO
    writer.join()


@posix
def test_links_and_devices(tmp_path):
    target, link, loop = tmp_path / "a.csv", tmp_path / "b.csv", tmp_path / "c.csv"
    target.write_text(GOOD)
    link.symlink_to(target)
    loop.symlink_to(loop)
    assert read(link).dataset == TWO
    for path, message in (
        (loop, "cannot be opened"),
        (tmp_path, "it is a folder"),
        ("/dev/null", "null is empty"),
    ):
        with pytest.raises(KpguiError, match=message):
            read(path)
        with pytest.raises(KpguiError, match=message):
            preview(path)


def test_every_number_reads_as_float_reads_it_on_the_fast_way_and_the_slow():
    rng = np.random.default_rng(0)
    bits = rng.integers(0, 2**64, 40_000, dtype=np.uint64).view(np.float64)
    texts = [repr(x) for x in bits[np.isfinite(bits)].tolist()]
    texts += [
        f"{x:.{int(k)}e}" for x, k in zip(rng.normal(size=20_000) * 1e5, rng.integers(0, 30, 20_000), strict=True)
    ]
    texts += ["1e-400", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "1.7976931348623157e308"]
    texts += ["9007199254740993", "9007199254740992.99999999999999999999", "0." + "0" * 300 + "1", "+.5", "5."]
    if len(texts) % 2:
        texts.append("0")
    rows = [f"{a},{b},1" for a, b in zip(texts[::2], texts[1::2], strict=True)]
    expected = np.array(list(map(float, texts))).reshape(-1, 2)
    plain = Csv().read(("\n".join(rows) + "\n").encode(), "file").dataset.points
    quoted = Csv().read(("\n".join(f'"{row.replace(",", chr(34) + "," + chr(34))}"' for row in rows)).encode(), "file")
    assert plain.tobytes() == expected.tobytes()
    assert quoted.dataset.points.tobytes() == expected.tobytes()


def test_lines_are_counted_right_beyond_the_first_piece():
    rows = [f"{k},{k / 7!r},{k % 2}" for k in range(100_000)]
    rows[77_000] = "1,x,0"
    rows[88_000] = '"1\n2",3,0'
    with pytest.raises(KpguiError, match="line 77001: column 2 is 'x', which is not a number"):
        read("\n".join(rows).encode())
    found = read("\n".join(rows).encode(), Choices(skip_bad_rows=True)).report.skipped
    assert [each.line for each in found] == [77_001, 88_001]
    rows[-1] = "1,?,0"
    found = read("\n".join(rows).encode(), Choices(skip_bad_rows=True)).report.skipped
    assert [each.line for each in found] == [77_001, 88_001, 100_001]  # a cell went over two lines
