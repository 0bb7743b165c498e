"""The files of MLDemos."""

import pytest

from kpgui.formats import preview, read
from kpgui.formats.mldemos import MlDemos
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

TWO = Dataset.of([[0.5, 1.5], [-2, 3]], [-1, 1])


@pytest.mark.parametrize(
    "text",
    [
        "2 2\n0.5 1.5 0 0 \n-2 3 1 1 \n",
        "2 2\r\n0.5 1.5 0 0\r\n-2 3 1 4\r\n",
        "2 2\n0.5 1.5 0 0 \n-2 3 1 0 \ns 1\n0 1\no 1\n0 0 1 1 0 1 1 1 1\nr 2 4\n2 0 1\n2 0 1\n1 2 3 4 ",
        "2 2\n0.5 1.5 -1 0\n-2 3 1 0\n9 9 9 9\n",
    ],
    ids=["as saved", "CRLF and flags", "sequences, obstacles and rewards", "more rows than promised"],
)
def test_spellings_of_the_same_two_points(text):
    assert preview(text.encode()).format == "mldemos"
    assert read(text.encode()).dataset == TWO


def test_a_point_kept_for_testing_is_held_out():
    assert read(b"3 2\n1 2 0 1\n3 4 1 2\n5 6 1 4\n").dataset.held_out.tolist() == [False, True, False]


def test_is_written_as_mldemos_reads_it():
    dataset = Dataset.of([[0.5, -0.0], [1, 2]], [1, -1], [False, True])
    assert MlDemos().write_text(Session(dataset)) == "2 2\n0.5 -0.0 1 1\n1.0 2.0 -1 2\n"


def test_a_table_of_two_numbers_a_row_is_no_mldemos_file():
    assert preview(b"5 1\n3 0\n4 1\n").format == "table"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3 2\n1 2 0 0\n3 4 1 0\n", "ends after 2 points where its first line promises 3"),
        ("2 2\n1 2 0 0\n3 4 1\n", "line 3: 3 cells where there should be 4"),
        ("2 2\n1 2 0 0\n3 q 1 0\n", "line 3: y is 'q', which is not a number"),
        ("2 2\n1 2 0 0\n3 nan 1 0\n", "line 3: y is missing"),
        ("3 2\n1 2 0 0\n3 4 1 0\n5 6 2 0\n", "has 3 classes"),
        ("999999999 2\n1 2 0 0\n", "has more than 2 000 000 rows"),
    ],
)
def test_bad_input_is_answered_with_one_sentence(text, message):
    with pytest.raises(KpguiError, match=message):
        MlDemos().read(text.encode(), "points.ml")
