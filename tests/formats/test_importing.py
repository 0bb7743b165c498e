"""Looking into a file before it is read, and reading it as the user wants it."""

from dataclasses import replace

import numpy as np
import pytest

from kpgui.formats import Choices, preview, read
from kpgui.model.errors import Cancelled, KpguiError

FLOWERS = "x,y,species\n1,2,rose\n3,4,lily\n5,6,iris\n7,8,iris\n"


@pytest.fixture
def file(tmp_path):
    """Writes a file with this text and gives its path."""

    def write(text, name="points.csv"):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return write


def roles(found):
    return {column.name: column.role for column in found.columns}


def test_a_preview_shows_how_the_file_is_taken_apart(file):
    found = preview(file("x;y;weight;label\n0,5;1,5;heavy;a\n-2;3;light;b\n"))
    assert (found.format, found.delimiter, found.decimal_comma, found.header) == ("csv", ";", True, True)
    assert roles(found) == {"x": "x", "y": "y", "weight": "", "label": "label"}
    assert [column.numeric for column in found.columns] == [True, True, False, False]
    assert found.rows == (("0,5", "1,5", "heavy", "a"), ("-2", "3", "light", "b"))
    assert [(each.name, each.count, each.sign) for each in found.classes] == [("a", 1, -1), ("b", 1, 1)]
    assert (found.problem, found.skipped, found.complete, found.looked_at) == ("", (), True, 2)


@pytest.mark.parametrize("name", ["x,y", "x1,x2", "X1,X2", "xs,ys", "feature_0,feature_1"])
@pytest.mark.parametrize("label", ["label", "Class", "TARGET", "color"])
def test_roles_are_guessed_by_name(name, label):
    found = preview(f"extra,{label},{name}\n9,a,1,2\n9,b,3,4\n".encode())
    assert [column.role for column in found.columns] == ["", "label", "x", "y"]


def test_a_column_of_text_is_the_label_where_no_name_says_so():
    assert roles(preview(b"kind,height,weight\ncat,1,2\ndog,3,4\n")) == {"kind": "label", "height": "x", "weight": "y"}
    assert read(b"cat,1,2\ndog,3,4\n").dataset.points.tolist() == [[1, 2], [3, 4]]


def test_three_classes_without_a_choice_are_named_with_the_way_to_choose(file):
    path = file(FLOWERS)
    with pytest.raises(KpguiError, match=r"has 3 classes \(iris, lily, rose\)") as caught:
        read(path)
    assert "--positive iris" in str(caught.value)
    found = preview(path)
    assert found.problem == str(caught.value)
    assert [(each.name, each.count, each.sign) for each in found.classes] == [
        ("iris", 2, 0), ("lily", 1, 0), ("rose", 1, 0),
    ]  # fmt: skip


def test_one_class_against_the_rest(file):
    assert read(file(FLOWERS), Choices(positive="lily")).dataset.labels.tolist() == [-1, 1, -1, -1]
    assert read(file(FLOWERS), Choices(negative="lily")).dataset.labels.tolist() == [1, -1, 1, 1]


def test_two_classes_of_three(file):
    imported = read(file(FLOWERS), Choices(positive="rose", negative="iris"))
    assert imported.dataset.points.tolist() == [[1, 2], [5, 6], [7, 8]]
    assert imported.dataset.labels.tolist() == [1, -1, -1]
    assert imported.report.remarks == ("1 row of other classes (lily) is not trained on.",)


def test_numbers_are_the_same_class_however_they_are_spelt():
    text = b"0,0,1\n0,1,1.0\n0,2,+2\n0,3,03\n"
    assert read(text, Choices(positive="1")).dataset.labels.tolist() == [1, 1, -1, -1]
    assert [each.name for each in preview(text).classes] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        (Choices(positive="tulip"), "has no class 'tulip'; its classes are iris, lily, rose"),
        (Choices(positive="iris", negative="iris"), "cannot be both"),
        (Choices(label="kind"), "has no column 'kind'; the nearest|has no column 'kind'; known are x, y, species"),
        (Choices(label=7), "has no column 8; it has 3"),
        (Choices(coordinates=("x", "species"), label="species"), "cannot be both a coordinate and the label"),
        (Choices(coordinates=("x", "species"), label="y"), "line 2: species is 'rose', which is not a number"),
    ],
)
def test_a_choice_that_cannot_be_is_answered_in_a_sentence(file, choices, message):
    with pytest.raises(KpguiError, match=message):
        read(file(FLOWERS), choices)


def test_columns_are_chosen_by_name_or_number_or_place():
    text = b"a,b,c,kind\n1,2,3,u\n4,5,6,v\n"
    for columns in [("c", "a"), (2, 0), ("3", "1"), ("C", "A")]:
        assert read(text, Choices(coordinates=columns)).dataset.points.tolist() == [[3, 1], [6, 4]]
    assert read(text, Choices(coordinates="numeric")).dataset.d == 3
    assert read(text, Choices(coordinates=("a", "b"), label="c")).dataset.labels.tolist() == [-1, 1]


def test_two_columns_of_one_name_are_told_apart_by_number():
    text = b"x,x,label\n1,2,a\n3,4,b\n"
    with pytest.raises(KpguiError, match="two columns named 'x'"):
        read(text)
    assert "two columns named 'x'" in preview(text).problem
    with pytest.raises(KpguiError, match="2 columns named 'x'; choose one by its number"):
        read(text, Choices(coordinates=("x",)))
    assert read(text, Choices(coordinates=(0, 1))).dataset.points.tolist() == [[1, 2], [3, 4]]


def test_a_header_or_none_and_a_delimiter_as_chosen():
    assert read(b"1;2;0\n3;4;2\n", Choices(header=True)).dataset.points.tolist() == [[3, 4]]
    assert preview(b"1,2,1\n3,4,2\n", Choices(header=False)).columns[0].name == "column 1"
    assert read(b"1,5;2;a\n", Choices(delimiter=";", header=False)).dataset.points.tolist() == [[1.5, 2]]


def test_the_decimal_mark_as_chosen():
    with pytest.raises(KpguiError, match=r"line 1: column 1 is '1\.5', but elsewhere the file has decimal commas"):
        read(b"1.5;2;a\n3;4;b\n", Choices(decimal_comma=True))
    with pytest.raises(KpguiError, match="line 1: column 1 is '1,5', but elsewhere the file has decimal points"):
        read(b"1,5;2;a\n3;4;b\n", Choices(decimal_comma=False))


BAD = "x,y,label\n1,2,a\nx,4,a\n5,,b\n7,8,\n9,10\n11,12,b\n"
REASONS = [
    (3, "x is 'x', which is not a number"),
    (4, "y is missing; fill it in or delete the row"),
    (5, "the label is missing; correct it or delete the row"),
    (6, "2 cells where line 1 has 3; a cell is missing or one too many"),
]


def test_bad_rows_are_skipped_if_so_chosen_and_told_with_line_and_reason(file):
    imported = read(file(BAD), Choices(skip_bad_rows=True))
    assert imported.dataset.points.tolist() == [[1, 2], [11, 12]]
    assert sorted((each.line, each.reason) for each in imported.report.skipped) == REASONS
    assert imported.report.skipped_count == 4
    assert imported.report.remarks[0].startswith("4 rows were skipped, the first on line ")


def test_a_preview_tells_the_bad_rows_before_anyone_chooses_to_skip_them(file):
    path = file(BAD)
    found = preview(path)
    assert sorted((each.line, each.reason) for each in found.skipped) == REASONS
    assert "line " in found.problem
    assert preview(path, Choices(skip_bad_rows=True)).problem == ""


def test_a_file_of_bad_rows_only_is_refused_with_the_first_reason():
    with pytest.raises(KpguiError, match="no row that can be read; line 2: x is 'a'"):
        read(b"x,y,label\na,1,1\nb,2,1\n", Choices(skip_bad_rows=True))


def test_units_are_kept_unless_standardising_is_chosen(file):
    rng = np.random.default_rng(0)
    points = rng.normal([1000, -3], [20, 0.1], (50, 2))
    path = file("".join(f"{x!r},{y!r},{k % 2}\n" for k, (x, y) in enumerate(points.tolist())))
    assert read(path).dataset.points.tobytes() == points.tobytes()
    assert read(path).report.scaling is None
    imported = read(path, Choices(standardise=True))
    np.testing.assert_allclose(imported.dataset.points, (points - points.mean(0)) / points.std(0), atol=1e-9)
    np.testing.assert_allclose(imported.report.scaling.mean, points.mean(0))
    np.testing.assert_allclose(imported.report.scaling.scale, points.std(0))
    scaling = imported.report.scaling
    np.testing.assert_allclose(imported.dataset.points * scaling.scale + scaling.mean, points)


@pytest.mark.parametrize("xs", [[5, 5, 5], [1e308, -1e308, 1e308], [5e-324, 0, 5e-324], [0, 0, 0]])
def test_standardising_survives_constant_huge_and_tiny_coordinates(xs):
    text = "".join(f"{x!r},{k},{k % 2}\n" for k, x in enumerate(xs))
    points = read(text.encode(), Choices(standardise=True)).dataset.points
    assert np.isfinite(points).all()
    assert abs(points[:, 0]).max() <= 2


def test_the_mean_is_that_of_the_points_trained_on():
    text = b"x,y,label,held_out\n0,0,1,0\n2,2,-1,0\n100,100,1,1\n"
    assert read(text, Choices(standardise=True)).report.scaling.mean.tolist() == [1, 1]


def test_progress_rises_to_one_and_is_told_often(file):
    told = []
    read(file("".join(f"{k},{k / 3!r},{k % 2}\n" for k in range(60_000))), progress=told.append)
    assert len(told) > 3
    assert told == sorted(told)
    assert told[-1] == 1


def test_reading_is_given_up_when_asked(file):
    asked = iter([False, False, True])
    with pytest.raises(Cancelled):
        read(file("".join(f"{k},{k / 3!r},{k % 2}\n" for k in range(100_000))), cancelled=lambda: next(asked))


def test_a_preview_of_a_large_file_looks_at_its_beginning_only(file):
    found = preview(file("".join(f"{k},{k / 3!r},{k % 2}\n" for k in range(200_000))))
    assert not found.complete
    assert 5_000 < found.looked_at < 50_000


def test_a_session_has_nothing_to_choose(tmp_path):
    import kpgui

    path = tmp_path / "a.kpgui"
    kpgui.save(kpgui.Session(read(b"1,2,0\n3,4,1\n").dataset, "linear()"), path)
    found = preview(path)
    assert found.holds_session
    assert [(each.name, each.count, each.sign) for each in found.classes] == [("-1", 1, -1), ("1", 1, 1)]
    assert read(path).session.kernel == "linear()"


def test_the_class_of_a_row_that_is_skipped_is_no_class():
    text = b"x,y,label\n1,2,1\n3,4,-1.0\n5,6,-1\nall,,sum\n"
    imported = read(text, Choices(skip_bad_rows=True))
    assert imported.dataset.labels.tolist() == [1, -1, -1]
    assert [(each.name, each.count) for each in imported.report.classes] == [("-1", 2), ("1", 1)]
    found = preview(text, Choices(skip_bad_rows=True))
    assert [(each.name, each.count) for each in found.classes] == [("-1", 2), ("1", 1)]
    assert found.problem == ""


@pytest.mark.parametrize("cell", ['"1,5"', '"-0,25"', "z"])
def test_a_decimal_comma_that_is_chosen_for_a_file_with_commas_between_its_cells(cell):
    content = f"x,y,label\n1,2,a\n{cell},4,b\n5,6,b\n".encode()
    for choices in (Choices(decimal_comma=True), Choices(decimal_comma=True, delimiter=",")):
        with pytest.raises(KpguiError, match=r"line 3: x is '.*', which is not a number"):
            read(content, choices)
        assert preview(content, choices).problem.endswith("which is not a number.")
        kept = read(content, replace(choices, skip_bad_rows=True)).dataset
        assert kept.points.tolist() == [[1, 2], [5, 6]]


@pytest.mark.parametrize("chosen", [None, True])
def test_decimal_points_far_below_decimal_commas_are_told(chosen, monkeypatch):
    monkeypatch.setattr("kpgui.formats.tabular.text.PIECE", 40)
    content = ("x;y;label\n" + "1,5;2;0\n" * 10 + "1;2;1\n" * 10 + "1.5;2;1\n" * 10).encode()
    with pytest.raises(KpguiError, match=r"line 22: x is '1\.5', but elsewhere the file has decimal commas"):
        read(content, Choices(decimal_comma=chosen))


@pytest.mark.parametrize("delimiter", ["", ",,", "\n", '"'])
def test_what_separates_cells_is_one_character(delimiter):
    with pytest.raises(KpguiError, match=r"^What separates cells must be one character"):
        Choices(delimiter=delimiter)


def test_a_few_wrong_rows_among_many_are_left_out_and_named_in_order():
    rows = [f"{k},{k + 1},{k % 2}" for k in range(5000)]
    for k, wrong in ((4800, "1,x,1"), (30, "?,1,1"), (2100, "1,2"), (31, "1,inf,0")):
        rows[k] = wrong
    found = read("\n".join(["x,y,label", *rows]).encode(), Choices(skip_bad_rows=True))
    assert len(found.dataset) == 4996
    assert [skipped.line for skipped in found.report.skipped] == [32, 33, 2102, 4802]
    with pytest.raises(KpguiError, match="line 32: x is missing"):
        read("\n".join(["x,y,label", *rows]).encode())


def test_a_file_of_nothing_but_wrong_rows_is_refused_by_the_first():
    content = b"x,y,label\n1,2,1\n3,4,-1\n" + b"a,b,1\n" * 100_001
    with pytest.raises(KpguiError, match="more than 100 000 rows cannot be read, the first in line 4: x is 'a'"):
        read(content, Choices(skip_bad_rows=True))


SMALL = "1e-07;3;1\n"


@pytest.mark.parametrize(
    ("rows", "choices"),
    [
        (SMALL * 2, Choices(decimal_comma=True)),
        ("0,5;1,5;1\n" * 3 + "0,25;2;-1\n" + SMALL * 70_000, Choices()),
        (SMALL * 70_000 + "0,25;2;-1\n" * 3, Choices()),
    ],
    ids=["chosen", "before", "after"],
)
def test_a_number_without_a_decimal_mark_goes_with_decimal_commas(rows, choices):
    points = read(f"0;0;-1\n{rows}".encode(), choices).dataset.points
    assert points.tolist()[1:] == [
        [float(cell.replace(",", ".")) for cell in row.split(";")[:2]] for row in rows.splitlines()
    ]


def test_a_decimal_point_after_decimal_commas_is_refused_in_a_row_of_small_numbers():
    rows = "0,5;1,5;1\n" * 3 + "0,25;2;-1\n" + SMALL * 70_000 + "1.5e-07;3;1\n"
    with pytest.raises(KpguiError, match=r"line 70006: x is '1.5e-07', but elsewhere the file has decimal commas"):
        read(f"x;y;label\n{rows}".encode())
