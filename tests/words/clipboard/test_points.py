"""Points to and from the clipboard."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.words.clipboard.points import copied, pasted
from tests.strategies import datasets

anything = st.floats(allow_nan=False, allow_infinity=False)


@given(datasets(min_size=1, elements=anything, held_out=True))
def test_what_was_copied_is_pasted_bit_for_bit(dataset):
    back = pasted(copied(dataset, np.arange(len(dataset))).encode())
    assert back == dataset
    assert np.signbit(back.points).tolist() == np.signbit(dataset.points).tolist()


def test_only_the_chosen_points_are_copied_in_order():
    dataset = Dataset.of([[0, 1], [2, 3], [4, 5]], [1, -1, 1])
    assert copied(dataset, np.array([2, 1])) == "x\ty\tlabel\n4.0\t5.0\t1\n2.0\t3.0\t-1\n"


@pytest.mark.parametrize(
    "text",
    [
        "0.5\t1.5\t1\n-2\t3e2\t-1\n",
        "0.5\t1.5\t1\r\n-2\t300\t-1",
        "x\ty\tlabel\n0.5\t1.5\t1\n-2\t300\t-1\n",
        "0,5\t1,5\t1\n-2\t300\t0\n",
        "0,5;1,5;b\n-2;300;a\n",
        "0.5, 1.5, 1\n-2, 300, -1\n",
        "0.5,1.5,1\n\n-2,300,-1\n\n",
        "0.5 1.5 1\n-2 300 -1",
        "0,5 1,5 1\n-2 300 -1",
        "label,x,y\n1,0.5,1.5\n-1,-2,300\n",
        "\N{MINUS SIGN}2 300 \N{MINUS SIGN}1\n0.5 1.5 1\n",
        '"0.5","1.5","spam"\n"-2","300","ham"\n',
    ],
)
def test_tables_of_spreadsheets_are_understood(text):
    made = pasted(text.encode(errors="replace"))
    rows = sorted(zip(made.labels.tolist(), *made.points.T.tolist(), strict=True))
    assert rows == [(-1, -2.0, 300.0), (1, 0.5, 1.5)]


@pytest.mark.parametrize(
    "text", ["1 2\n3 4", "1\t2\n3\t4\n", "1;2\n3;4", "1,2\n3,4", "x,y\n1,2\n3,4", "x1\tx2\n1\t2\n3\t4"]
)
@pytest.mark.parametrize("label", [-1, 1])
def test_rows_of_two_numbers_get_the_class_that_is_being_drawn(text, label):
    made = pasted(text.encode(), label)
    assert made.points.tolist() == [[1, 2], [3, 4]]
    assert made.labels.tolist() == [label, label]


@pytest.mark.parametrize(
    "text, told",
    [
        ("", "no text"),
        (" \n\n", "no text"),
        ("1\t2\t1\n3\tabc\t1\n", "line 2: .*'abc'.*not a number"),
        ("x\ty\tlabel\n1\t2\t1\n\n3\t4\n", "line 4: 2 cells"),
        ("1\t2\n3\t4\t1\n", "line 2: 3 cells"),
        ("1,2,nan\n", "line 1"),
        ("1,inf,1\n", "line 1.*finite"),
        ("1 2 3 1\n", "3 coordinates"),
        ("hello", "The clipboard"),
        ("1,2,1\n1,2,2\n1,2,3\n", r"3 classes \(1, 2, 3\) .*; copy the rows of two of them, or import the table"),
    ],
)
def test_a_wrong_row_is_told_with_its_line(text, told):
    with pytest.raises(KpguiError, match=told):
        pasted(text.encode(errors="replace"))


@given(st.text() | st.text(alphabet="0123456789.,;\t\n -+exy\"'"))
def test_any_text_is_points_or_one_sentence(text):
    try:
        made = pasted(text.encode(errors="replace"))
    except KpguiError as error:
        assert str(error).startswith("The clipboard")
    else:
        assert made.d == 2
        assert np.isfinite(made.points).all()


def test_a_comma_inside_every_word_is_a_decimal_mark():
    assert pasted(b"2 3 1\n0,5 1,5 -1\n").points.tolist() == [[2, 3], [0.5, 1.5]]
