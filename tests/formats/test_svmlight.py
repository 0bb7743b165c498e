"""The sparse text format of SVMlight and LIBSVM."""

import pytest

from kpgui import formats
from kpgui.formats import Choices, preview
from kpgui.formats.svmlight import Svmlight
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

TWO = Dataset.of([[0.5, 0], [-2, 3]], [-1, 1])


def read(text):
    return Svmlight().read(text.encode(), "points.svm").dataset


@pytest.mark.parametrize(
    "text",
    [
        "-1 1:0.5 2:0\n+1 1:-2 2:3\n",
        "-1 1:0.5 \r\n+1 1:-2 2:3 \r\n",
        "0 1:.5\n1 2:3 1:-2\n",
        "-1 0:0.5\n1 0:-2 1:3\n",
        "# made by hand, twice\n\n-1 qid:1 1:0.5 # a comment\n1 qid:2 1:-2 2:3\n",
    ],
    ids=["every value", "zeros left out", "any order", "indices from 0", "comments and qid"],
)
def test_spellings_of_the_same_two_points(text):
    assert read(text) == TWO


@pytest.mark.parametrize(
    "text",
    ["-1\t1:0.5\n+1\t1:-2\t2:3\n", "-1 1:0.5 # a, b\n+1 1:-2 2:3 # c, d\n", "-1\n1 1:0.5 2:3\n"],
    ids=["tabs", "commas in comments", "a row of zeros"],
)
def test_it_is_not_mistaken_for_csv(text):
    assert preview(text.encode()).format == "svmlight"


def test_a_first_line_longer_than_the_beginning_of_a_file_is_known():
    line = "1 " + " ".join(f"{k}:0.25" for k in range(1, 20_000))
    assert all(Svmlight().recognises(line.encode()[:length]) for length in range(60_000, 60_020))


@pytest.mark.parametrize(
    "text", ["2024-01-01 12:30:00,1.5,a\n", "12:30,1.5,a\n", "noon 12:30,1.5,a\n", "1;noon 12:30\n"]
)
def test_times_in_csv_are_no_indices(text):
    assert preview(2 * text.encode()).format == "csv"


def test_a_point_may_be_all_zeros():
    assert read("-1\n1 1:-2 2:3\n").points.tolist() == [[0, 0], [-2, 3]]


def test_writes_zeros_too():
    dataset = Dataset.of([[0.5, 0], [-0.0, 3]], [-1, 1], [False, True])
    assert Svmlight().write_text(Session(dataset)) == "-1 1:0.5 2:0.0\n+1 1:-0.0 2:3.0 # held_out\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 1:0.5\n-1 1:x\n", "points.svm, line 2: '1:x' is not index:value"),
        ("1 1:0.5\n-1 0.5\n", "line 2: '0.5' is not index:value"),
        ("1 1:0.5\n-1 -3:0.5\n", "line 2: '-3:0.5' is not index:value"),
        ("1 1:0.5\n-1 1:\n", "line 2: '1:' is not index:value"),
        ("1 1:0.5\n-1 1:nan\n", "line 2: the value in '1:nan' must be a finite number"),
        ("1 1:0.5\n-1 1:1e999\n", "line 2: the value in '1:1e999' must be a finite number"),
        ("1 1:0.5\n-1 1:2 1:3\n", "line 2: the index 1 is there twice"),
        ("1 1:1\n2 1:2\n3 1:3\n", "has 3 classes"),
        ("1\n-1\n", "has labels but no index:value"),
        ("1 1:0.5\n-1 999999999999:2\n", "has more than"),
    ],
)
def test_bad_input_is_answered_with_one_sentence(text, message):
    with pytest.raises(KpguiError, match=message):
        read(text)


def test_a_file_of_wrong_rows_is_given_up_before_all_of_it_is_read():
    content, shares = b"1 1:2\n-1 1:3\n" + b"{0 1}\n" * 500_000, []
    message = r"more than 100 000 rows cannot be read, the first in line 3: '1}' is not index:value"
    with pytest.raises(KpguiError, match=message) as caught:
        formats.read(content, Choices(skip_bad_rows=True), shares.append)
    assert len(str(caught.value)) <= 300
    assert shares[-1] < 0.5
