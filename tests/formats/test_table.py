"""Columns with blanks between them."""

import pytest

from kpgui import formats
from kpgui.formats import preview
from kpgui.formats.table import Table
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError

TWO = Dataset.of([[0.5, 1.5], [-2, 3]], [-1, 1])


def read(text):
    return Table().read(text.encode(), "points.dat").dataset


@pytest.mark.parametrize(
    "text",
    [
        "    xs       ys    yc\n  0.5   1.5    0\n -2.0   3.0   1\n",
        "0.5 1.5 1\n-2 3 2\n",
        "0.5\t1.5 1\r\n-2   3 2\r\n",
        "# made by hand\nxs ys yc\n0.5 1.5 0\n# between\n-2 3 1\n",
        '"x" "y" "class"\n"1" 0.5 1.5 "a b"\n"2" -2 3 "c d"\n',
        "x y class\n1 0.5 1.5 a\n2 -2 3 c\n",
        "0,5 1,5 1\n-2 3 2\n",
    ],
    ids=[
        "Ripley",
        "no header",
        "tabs and CRLF",
        "comments",
        "R with row names",
        "R unquoted",
        "decimal commas",
    ],
)
def test_spellings_of_the_same_two_points(text):
    assert read(text) == TWO


@pytest.mark.parametrize(
    "text", ["0,5 1,5 1\n-2,0 3,0 2\n", "0,5 1,5 1\n-2 3 2\n", "xs ys yc\n0,5 1,5 red\n-2 3 white\n"]
)
def test_a_table_with_decimal_commas_is_not_mistaken_for_csv(text):
    assert preview(text.encode()).format == "table"
    assert formats.read(text.encode()).dataset == TWO


def test_cells_with_blanks_between_commas_are_csv():
    assert preview(b"1.5, 2.5, a\n3.5, 4.5, b\n").format == "csv"
    assert preview(b"0.5,spring 1\n1.5,spring 2\n").format == "csv"
    assert preview(b"1,2,3 m\n1,2,4 m\n").format == "csv"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("xs ys yc\n1 2 0\n3 x 1\n", "points.dat, line 3: ys is 'x', which is not a number"),
        ("# made by hand\n1 2 0\n3 4\n", "line 3: 2 cells where line 2 has 3"),
        ('"x" "y" "label"\n1 2 "a\n3 4 b\n', "line 2: the quotes are not in pairs"),
        ("1\n2\n", "has only one column"),
    ],
)
def test_bad_input_is_answered_with_one_sentence(text, message):
    with pytest.raises(KpguiError, match=message):
        read(text)
