"""Columns with blanks between them."""

import pytest

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
