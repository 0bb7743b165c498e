"""Orange's tables, made by hand after its documentation, "Loading your data"."""

import pytest

from kpgui.formats import preview, read
from kpgui.formats.orange import OrangeTab
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

TWO = Dataset.of([[0.5, 1.5], [-2, 3]], [-1, 1])


@pytest.mark.parametrize(
    "text",
    [
        "x\ty\tkind\ncontinuous\tcontinuous\tdiscrete\n\t\tclass\n0.5\t1.5\ta\n-2\t3\tb\n",
        "kind\tx\ty\nd\tc\tc\nclass\t\t\na\t0.5\t1.5\nb\t-2\t3\n",
        "x\ty\tkind\nc\tc\tb a\n\t\tclass\n0.5\t1.5\ta\n-2\t3\tb\n",
        "name\tx\ty\tkind\ts\nstring\tcontinuous\tcontinuous\tdiscrete\tcontinuous\nmeta\t\t\tclass\tignore\n"
        "u\t0.5\t1.5\ta\t9\nv\t-2\t3\tb\t9\n",
        "C#x\tC#y\tcD#kind\n0.5\t1.5\ta\n-2\t3\tb\n",
        "mS#name\tx\ty\tc#kind\niC\n".replace("\niC\n", "\n") + "u\t0.5\t1.5\ta\nv\t-2\t3\tb\n",
        "C#x,C#y,cD#kind,iC#w\n0.5,1.5,a,7\n-2,3,b,7\n",
        "x\ty\tlabel\n0.5\t1.5\ta\n-2\t3\tb\n",
    ],
    ids=[
        "three rows", "class first, short types", "values as type", "meta and ignored", "prefixes",
        "roles without types", "prefixes and commas", "names only",
    ],
)  # fmt: skip
def test_spellings_of_the_same_two_points(text, tmp_path):
    path = tmp_path / "points.tab"
    path.write_text(text)
    assert read(path).dataset == TWO


def test_three_rows_are_recognised_whatever_the_file_is_called(tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("x\ty\tkind\nc\tc\td\n\t\tclass\n0.5\t1.5\ta\n-2\t3\tb\n")
    found = preview(path)
    assert found.format == "orange"
    assert [column.role for column in found.columns] == ["x", "y", "label"]
    assert [each.name for each in found.classes] == ["a", "b"]


def test_a_table_of_names_and_numbers_is_no_orange_file():
    assert preview(b"x\ty\tlabel\n0.5\t1.5\ta\n-2\t3\tb\n").format == "csv"
    assert preview(b"# x,y,label\n0.5,1.5,a\n-2,3,b\n").format == "csv"


def test_is_written_with_three_rows():
    dataset = Dataset.of([[0.5, 2], [3, 4]], [1, -1], [False, True])
    assert OrangeTab().write_text(Session(dataset)) == (
        "x\ty\tlabel\theld_out\ncontinuous\tcontinuous\t-1 1\t0 1\n\t\tclass\tmeta\n0.5\t2.0\t1\t0\n3.0\t4.0\t-1\t1\n"
    )


def test_a_bad_row_is_named_by_its_line_in_the_file():
    with pytest.raises(KpguiError, match="line 5: y is 'q', which is not a number"):
        read(b"x\ty\tkind\nc\tc\td\n\t\tclass\n1\t2\ta\n3\tq\tb\n")
