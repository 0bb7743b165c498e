"""Recovery copies: bit for bit, or not at all."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.model.conventions import Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import ORDERS, Reached, Session, View
from kpgui.recovery.copy import Copy, packed, unpacked
from kpgui.recovery.fingerprint import Fingerprint

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
POINTS = st.lists(st.tuples(NUMBERS, NUMBERS, st.sampled_from([-1, 1]), st.booleans()), max_size=20)

SESSION = Session(Dataset.of([[0.1, -0.0], [1e-310, 3]], [1, -1], [False, True]), "poly(degree=2)", seed=2**53)
COPY = Copy(SESSION, Path("folder/a.kpgui"), Fingerprint(1, 2, "abc"), 1234.5)


COUNTS = st.integers(0, 2**53)
REACHED = st.none() | st.builds(Reached, COUNTS, COUNTS, COUNTS)


@given(POINTS, st.sampled_from(ORDERS), st.text(max_size=30), NUMBERS.map(abs), REACHED, st.booleans())
def test_a_copy_is_read_back_bit_for_bit(rows, order, name, at, reached, live):
    points = np.array([row[:2] for row in rows]).reshape(-1, 2)
    dataset = Dataset.of(points, [row[2] for row in rows], [row[3] for row in rows])
    session = Session(
        dataset, "rbf(sigma=0.3)", "voted_perceptron()", order, 7, View(-1, 2, 0.1, 0.3), reached, live, name
    )
    again = unpacked(packed(Copy(session, Path(f"a{name}"), None, at)))
    assert again.session == session
    assert again.session.dataset.points.tobytes() == points.tobytes()
    assert (again.path, again.fingerprint, again.at) == (Path(f"a{name}"), None, at)


def test_a_copy_of_a_program_that_knew_no_step_is_read():
    first, line, arrays = packed(COPY).split(b"\n", 2)
    head = {k: v for k, v in json.loads(line).items() if k not in ("reached", "live", "generator")}
    rest = json.dumps(head).encode() + b"\n" + arrays
    magic = first[: first.rindex(b" ") + 1]
    assert unpacked(magic + hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest) == COPY


def test_a_copy_has_the_conventions():
    given = Conventions.of({"tie": "+1", "order": [1, 0], "alpha": [2, 0]})
    session = replace(SESSION, conventions=given)
    assert unpacked(packed(Copy(session, None, None, 0.0))).session == session


def test_an_untitled_session_and_a_name_that_is_no_text_are_kept():
    assert unpacked(packed(Copy(SESSION, None, None, 0.0))).path is None
    odd = Path(b"caf\xe9".decode("utf-8", "surrogateescape"))
    assert unpacked(packed(Copy(SESSION, odd, None, 0.0))).path == odd
    assert unpacked(packed(COPY)) == COPY


@pytest.mark.parametrize("length", range(0, len(packed(COPY)), 7))
def test_a_part_of_a_copy_is_refused(length):
    with pytest.raises(KpguiError):
        unpacked(packed(COPY)[:length])


@given(st.integers(0, len(packed(COPY)) - 1), st.integers(1, 255))
def test_a_copy_in_which_one_byte_differs_is_refused(place, difference):
    content = bytearray(packed(COPY))
    content[place] ^= difference
    with pytest.raises(KpguiError):
        unpacked(bytes(content))


@pytest.mark.parametrize("rest", [b"", b"\n", b"[]\n", b"{}\n", b'{"shape": [1, 2]}\n', b"[" * 100_000 + b"\n"])
def test_a_whole_file_that_makes_no_sense_is_refused(rest):
    head = packed(COPY).split(b" 1 ")[0] + b" 1 " + hashlib.sha256(rest).hexdigest().encode()
    with pytest.raises(KpguiError, match="can be understood"):
        unpacked(head + b"\n" + rest)
