"""What every format must do."""

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kpgui import formats
from kpgui.formats import FORMATS, Format
from kpgui.formats.base import TextFormat
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session, View
from tests.registered import declared_in

every_format = pytest.mark.parametrize("form", FORMATS.members, ids=FORMATS.keys())

every_written_format = pytest.mark.parametrize(
    "form", [form for form in FORMATS if form.can_write], ids=lambda form: form.key
)

every_text_format = pytest.mark.parametrize(
    "form", [form for form in FORMATS if isinstance(form, TextFormat)], ids=lambda form: form.key
)

finite = st.floats(allow_nan=False, allow_infinity=False)


@st.composite
def datasets(draw):
    n, d = draw(st.integers(1, 12)), draw(st.integers(1, 4))
    points = draw(st.lists(st.lists(finite, min_size=d, max_size=d), min_size=n, max_size=n))
    labels = draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n))
    held_out = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    return Dataset.of(points, labels, held_out)


def test_every_format_has_its_line_in_the_registry():
    assert declared_in(formats, Format) == {type(each) for each in FORMATS}


def test_no_suffix_belongs_to_two_formats():
    suffixes = [suffix for each in FORMATS for suffix in each.suffixes]
    assert len(set(suffixes)) == len(suffixes)
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in suffixes)


@every_written_format
@given(dataset=datasets())
@settings(max_examples=60, deadline=None)
def test_points_come_back_bit_for_bit(form, dataset):
    found = form.read(form.write(Session(dataset)), "file").dataset
    assert found == dataset
    assert found.points.tobytes() == dataset.points.tobytes()


@every_written_format
@pytest.mark.parametrize("number", [-0.0, 5e-324, -5e-324, 1e308, -1.7976931348623157e308, 0.1, 1 / 3, 2**53 + 2.0])
def test_awkward_numbers_come_back_bit_for_bit(form, number):
    dataset = Dataset.of([[number, 1], [2, number]], [-1, 1])
    found = form.read(form.write(Session(dataset)), "file").dataset
    assert found.points.tobytes() == dataset.points.tobytes()


@every_written_format
@pytest.mark.parametrize("sign", [-1, 1])
def test_a_class_that_is_alone_keeps_its_sign(form, sign):
    dataset = Dataset.of([[1, 2], [3, 4]], [sign, sign])
    assert form.read(form.write(Session(dataset)), "file").dataset == dataset


@every_written_format
def test_held_out_points_stay_so(form):
    dataset = Dataset.of([[1, 2], [3, 4], [5, 6]], [-1, 1, 1], [True, False, True])
    assert form.read(form.write(Session(dataset)), "file").dataset == dataset


@every_written_format
def test_its_own_files_are_recognised_whatever_they_are_called(form, tmp_path):
    session = Session(Dataset.of([[1, 2], [3, 4]], [-1, 1]))
    path = tmp_path / "no_suffix"
    path.write_bytes(form.write(session))
    assert formats.load(path).dataset == session.dataset


@every_written_format
def test_a_session_survives_where_the_format_says_so(form, tmp_path):
    dataset = Dataset.of([[1, 2], [3, 4]], [-1, 1])
    session = Session(dataset, "linear()", "kernel_perceptron(epochs=3)", "reversed", 7, View(-1, 5, -2, 6))
    path = tmp_path / f"file{form.suffixes[0]}"
    formats.save(session, path)
    found = formats.load(path)
    assert (found == session) is form.holds_session
    assert found.dataset == session.dataset


@every_text_format
def test_the_text_has_decimal_points_and_ends_with_a_newline(form):
    text = form.write(Session(Dataset.of([[0.5, 1.25]], [1]))).decode()
    assert "0.5" in text
    assert text.endswith("\n")
    assert "\r" not in text


@every_format
@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf"], ids=["nothing", "blank lines", "byte order mark"])
def test_an_empty_file_is_refused_in_one_sentence(form, content, tmp_path):
    path = tmp_path / f"empty{form.suffixes[0]}"
    path.write_bytes(content)
    with pytest.raises(KpguiError, match=r"empty.* is empty; it should"):
        formats.load(path)


@every_format
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "is a binary file|is not a whole archive of arrays|is no (PNG|SVG|PDF|HTML)"),
        (b"x,y,label\n1,2,\x81\n", "line 2: this is not UTF-8 text|is no (PNG|SVG|PDF|HTML)"),
    ],
)
def test_what_is_not_text_is_refused(form, content, message, tmp_path):
    path = tmp_path / f"picture{form.suffixes[0]}"
    path.write_bytes(content)
    with pytest.raises(KpguiError, match=message):
        formats.load(path)


@every_written_format
def test_too_many_rows_are_refused_before_they_are_read(form, monkeypatch):
    monkeypatch.setattr("kpgui.formats.tabular.limits.MAX_ROWS", 10)
    content = form.write(Session(Dataset.of(np.zeros((500, 2)), np.ones(500))))
    with pytest.raises(KpguiError, match=r"big.* has more than 10 rows"):
        form.read(content, "big")


@every_written_format
def test_hundred_thousand_rows_take_well_under_two_seconds(form):
    rng = np.random.default_rng(0)
    dataset = Dataset.of(rng.normal(size=(100_000, 2)), rng.choice([-1, 1], 100_000))
    content = form.write(Session(dataset))
    start = time.process_time()
    assert len(form.read(content, "big").dataset) == 100_000
    assert time.process_time() - start < 2
