"""Whatever a file holds, the answer is a session or a sentence."""

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kpgui import formats
from kpgui.formats import FORMATS
from kpgui.formats.session import FIELDS, SessionFile
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

SESSION = Session(Dataset.of([[0.5, -1], [0.1, 2]], [1, -1], [False, True]))

every_format = pytest.mark.parametrize("form", FORMATS.members, ids=FORMATS.keys())

WORDS = [
    ",",
    ";",
    '"',
    "1",
    "-1",
    "0.5",
    "1,5",
    "nan",
    "inf",
    "a",
    "x",
    "y",
    "#",
    ":",
    "1:2",
    "label",
    "held_out",
    "{",
    "[",
    "]",
    "}",
    "1_0",
    "1e999",
    "é",
    "−1",
]

scraps = st.sampled_from([*WORDS, " ", "\t", "\n", "\r", "\0", "\ufeff"])

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@every_format
@given(content=st.binary(max_size=200))
@settings(max_examples=100)
def test_any_bytes(form, content):
    with contextlib.suppress(KpguiError):
        form.read(content, "file")


@every_format
@given(text=st.lists(scraps, max_size=40).map("".join))
@settings(max_examples=200)
def test_any_scraps_of_text(form, text):
    form.recognises(text.encode())
    with contextlib.suppress(KpguiError):
        form.read(text.encode(), "file")


@pytest.mark.parametrize("form", [form for form in FORMATS if form.can_write], ids=lambda form: form.key)
@given(data=st.data())
@settings(max_examples=50)
def test_any_part_of_a_file(form, data, tmp_path_factory):
    whole = form.write(SESSION)
    cut = data.draw(st.integers(0, len(whole)))
    path = tmp_path_factory.mktemp("cut") / f"file{form.suffixes[0]}"
    path.write_bytes(whole[:cut])
    with contextlib.suppress(KpguiError):
        formats.load(path)


@pytest.mark.slow
@given(name=st.sampled_from(FIELDS), value=values)
@settings(max_examples=300)
def test_any_value_in_any_field_of_a_session(name, value):
    text = json.dumps(json.loads(SessionFile().write_text(SESSION)) | {name: value})
    with contextlib.suppress(KpguiError):
        SessionFile().read(text.encode(), "file")


@given(value=values, row=st.integers(0, 1), column=st.integers(0, 3))
@settings(max_examples=200)
def test_any_value_in_any_cell_of_a_session(value, row, column):
    document = json.loads(SessionFile().write_text(SESSION))
    document["points"][row][column] = value
    with contextlib.suppress(KpguiError):
        SessionFile().read(json.dumps(document).encode(), "file")
