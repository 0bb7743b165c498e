"""Comma-separated values: what is understood, and what is answered to what is not."""

import numpy as np
import pytest

from kpgui import formats
from kpgui.formats.csv import Csv
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session, View

TWO = Dataset.of([[0.5, 1.5], [-2, 3]], [-1, 1])


def read(text):
    return Csv().read(text if isinstance(text, bytes) else text.encode(), "points.csv").dataset


@pytest.mark.parametrize(
    "text",
    [
        "x,y,label\n0.5,1.5,-1\n-2,3,1\n",
        "0.5,1.5,-1\n-2,3,1",
        "0.5,1.5,-1\r\n-2,3,1\r\n",
        "0.5,1.5,-1\r-2,3,1\r",
        "\ufeffx,y,label\n0.5,1.5,-1\n-2,3,1\n",
        "\n\nx,y,label\n\n0.5,1.5,-1\n\n-2,3,1\n\n",
        '"x","y","label"\n"0.5","1.5","-1"\n"-2","3","1"\n',
        " x , y , label \n 0.5 , 1.5 , -1 \n -2 , 3 , 1 \n",
        "x;y;label\n0.5;1.5;-1\n-2;3;1\n",
        "x;y;label\n0,5;1,5;-1\n-2;3;1\n",
        "0,5;1,5;-1\n-2;3;1\n",
        "x\ty\tlabel\n0.5\t1.5\t-1\n-2\t3\t1\n",
        "x\ty\tlabel\n0,5\t1,5\t-1\n-2\t3\t1\n",
        "x,y,label\n5e-1,+1.5,-1.0\n-2.,3,+1\n",
        "# x,y,label\n0.5,1.5,-1\n-2,3,1\n",
        "0.5,1.5,-1,\n-2,3,1,\n",
        "x,y,label,\n0.5,1.5,-1,\n-2,3,1,\n",
        "x;y;label\r\n0,5;1,5;-1\r\n-2;3;1\r\n;;\r\n ; ;\r\n;;\r\n",
        "x,y,label\n0.5,1.5,red\n,,\n-2,3,white\n",
        '"x\n(cm)";"y\n(cm)";label\n0.5;1.5;-1\n-2;3;1\n',
        "sep=;\r\nx;y;label\r\n0,5;1,5;-1\r\n-2;3;1\r\n",
    ],
    ids=[
        "plain", "no header", "CRLF", "CR", "byte order mark", "blank lines", "quoted", "blanks",
        "semicolons", "decimal commas", "decimal commas without header", "tabs", "tabs and decimal commas",
        "other spellings", "commented header", "delimiter at the end without header", "delimiter at the end",
        "empty cells below", "empty cells between", "lines broken in names", "told to Excel",
    ],
)  # fmt: skip
def test_spellings_of_the_same_two_points(text):
    assert read(text) == TWO


def test_utf_16_as_spreadsheets_export_it():
    assert read("x\ty\tlabel\n0.5\t1.5\t-1\n-2\t3\t1\n".encode("utf-16")) == TWO


@pytest.mark.parametrize(
    "header_and_rows",
    [
        "label,x,y\n-1,0.5,1.5\n1,-2,3",
        "Class,X1,X2\n0,0.5,1.5\n1,-2,3",
        "X1,X2,Y\n0.5,1.5,1\n-2,3,2",
        "Y,X1,X2\n-1,0.5,1.5\n1,-2,3",
        "xs,ys,yc\n0.5,1.5,0\n-2,3,1",
        "x,y,color,label,batch\n0.5,1.5,red,a,1\n-2,3,blue,b,1",
        "x,y,colour\n0.5,1.5,blue\n-2,3,red",
        "target,height,weight\nno,0.5,1.5\nyes,-2,3",
        "height,weight,species\n0.5,1.5,cat\n-2,3,dog",
        ",x,y,label\n0,0.5,1.5,-1\n1,-2,3,1",
        "id,x,y,label\n17,0.5,1.5,-1\n18,-2,3,1",
        "feature_0,feature_1,target\n0.5,1.5,0\n-2,3,1",
    ],
)
def test_columns_are_found_by_name(header_and_rows):
    assert read(header_and_rows) == TWO


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["-1", "1"], [-1, 1]),
        (["1", "0"], [1, -1]),
        (["2", "1"], [1, -1]),
        (["1.0", "+1", "-1"], [1, 1, -1]),
        (["3", "10"], [-1, 1]),
        (["spam", "ham"], [1, -1]),
        (["True", "False"], [1, -1]),
        (["yes", "no", " yes"], [1, -1, 1]),
        (["a", "1"], [1, -1]),
        (["+", "-"], [1, -1]),
        (["+", "−"], [1, -1]),
        (["-"], [-1]),
        (["1", "−1"], [1, -1]),
        (["1", "1"], [1, 1]),
        (["0", "0"], [-1, -1]),
        (["-1"], [-1]),
        (["2"], [1]),
    ],
)
def test_the_smaller_or_alphabetically_first_label_is_negative(labels, expected):
    rows = "".join(f"0,{k},{label}\n" for k, label in enumerate(labels))
    assert read(rows).labels.tolist() == expected


def test_any_number_of_coordinates():
    assert read("x,label\n1,1\n2,-1").points.tolist() == [[1], [2]]
    assert read("1,2,3,4,1\n5,6,7,8,-1").points.tolist() == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_a_held_out_column_is_optional():
    assert read("x,y,label,held_out\n0,0,1,0\n1,1,-1,1\n2,2,1,true\n").held_out.tolist() == [
        False,
        True,
        True,
    ]


def test_writes_a_header_and_the_shortest_numbers():
    text = Csv().write_text(Session(Dataset.of([[0.1, -2], [1e300, 5e-324]], [1, -1])))
    assert text == "x,y,label\n0.1,-2.0,1\n1e+300,5e-324,-1\n"


def test_writes_held_out_only_when_there_is_any():
    text = Csv().write_text(Session(Dataset.of([[1, 2], [3, 4]], [1, -1], [False, True])))
    assert text == "x,y,label,held_out\n1.0,2.0,1,0\n3.0,4.0,-1,1\n"


def test_a_file_of_points_is_looked_at_whole(tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("0,0,1\n10,100,-1\n")
    session = formats.load(path)
    assert session == Session(session.dataset, view=View(-0.8, 10.8, -8.0, 108.0))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x,y,label\n1,2,1\n3,,-1\n", "points.csv, line 3: y is missing; fill it in or delete the row"),
        ("x,y,label\n1,2,1\n3,?,-1\n", "line 3: y is missing"),
        ("x,y,label\n1,2,1\n\n3,NA,-1\n", "line 4: y is missing"),
        ("1,2,1\n,4,-1\n", "line 2: column 1 is missing"),
        (",2,1\n3,4,-1\n", "line 1: column 1 is missing"),
        ("x,y,label\n1,2,1\n3,4,\n", "line 3: the label is missing"),
        ("x,y,label\n1,2,1\n3,4\n", "line 3: 2 cells where line 1 has 3"),
        ("x,y,label\n1,2,1\n3,4,5,6\n", "line 3: 4 cells where line 1 has 3"),
        ("x,y,label\n1,2,1\n3,abc,-1\n", "line 3: y is 'abc', which is not a number"),
        ("abc,2,1\n3,4,-1\n", "line 1: column 1 is 'abc', which is not a number"),
        ("x,y,label\n1,2,1\n1_000,4,-1\n", "line 3: x is '1_000', which is not a number"),
        ("x,y,label\n1,2,1\n3,nan,-1\n", "line 3: y is missing"),
        ("x,y,label\n1,2,1\n-inf,2,-1\n", "line 3: x is '-inf'; a coordinate must be a finite number"),
        ("x,y,label\n1,2,1\n1e999,2,-1\n", "line 3: x is '1e999'; a coordinate must be a finite number"),
        ("x,y,label\n1,2,inf\n", "line 2: the label is inf, not a class"),
        ("x,y,label\n", "points.csv has a header but no rows with points"),
        ("1\n2\n3\n", "points.csv has only one column"),
        ("label\n1\n-1\n", "points.csv has only one column"),
        ("1,2,a\n1,2,b\n1,2,c\n", r"has 3 classes \(a, b, c\) where two are needed; say which one is"),
        ("1,2,0.5\n1,2,1.5\n1,2,7\n1,2,8\n1,2,9\n1,2,10\n", r"has 6 classes \(0.5, 1.5, 7, 8, 9, …\)"),
        ("x;y;label\n1,5;2;1\n1.5;2;-1\n", "line 3: x is '1.5', but elsewhere the file has decimal commas"),
        ("x,y,label\n1,2,1\n\"3,4,-1\n", "line 3: the quotes are not in pairs"),
        ("x,y,label,held_out\n1,2,1,0\n3,4,-1,perhaps\n", "line 3: held_out must be 0 or 1, not 'perhaps'"),
        ("x,y,label\n\"1\n\",2,1\n3,abc,-1\n", "line 4: y is 'abc'"),
    ],
)  # fmt: skip
def test_bad_input_is_answered_with_one_sentence(text, message):
    with pytest.raises(KpguiError, match=message) as caught:
        read(text)
    assert "\n" not in str(caught.value)


def test_too_many_cells_are_refused(monkeypatch):
    monkeypatch.setattr("kpgui.formats.tabular.limits.MAX_CELLS", 100)
    with pytest.raises(KpguiError, match=r"points.csv has more than"):
        read(",".join("1" * 200))


def test_numbers_in_other_scripts_or_with_blanks_do_not_crash():
    assert np.isfinite(read("١,2,1\n3,4,-1").points).all()


def test_a_header_does_not_count_as_a_row(monkeypatch):
    monkeypatch.setattr("kpgui.formats.tabular.limits.MAX_ROWS", 2)
    assert read("x,y,label\n0.5,1.5,-1\n-2,3,1\n") == TWO
    with pytest.raises(KpguiError, match="has more than"):
        read("x,y,label\n0.5,1.5,-1\n-2,3,1\n4,5,1\n")


def test_lines_that_begin_with_a_hash_are_comments(tmp_path):
    path = tmp_path / "points.csv"
    path.write_text("# made by hand\nx,y,label\n0,1,1\n# and here\n2,3,-1\n")
    dataset = formats.load(path).dataset
    assert dataset.points.tolist() == [[0, 1], [2, 3]]
    assert dataset.labels.tolist() == [1, -1]
