"""What the import dialog asks and says, from previews."""

from dataclasses import replace

import pytest

from kpgui.formats.importing import preview
from kpgui.formats.tabular.choices import Choices
from kpgui.words.importing import (
    by_name,
    choices_from,
    choices_text,
    coordinates_of,
    heading,
    needs_asking,
    problem_of,
    settled,
    shown_points,
    skipped_lines,
)


@pytest.mark.parametrize(
    "text, asks",
    [
        ("x,y,label\n1,2,1\n3,4,-1\n", False),
        ("1,2,1\n3,4,-1\n", False),
        ("a,b,c\n1,2,one\n3,4,two\n", False),
        ("x,y,label\n1,2,red\n3,4,blue\n5,6,green\n", True),
        ("a,b,c,label\n1,2,3,1\n3,4,5,-1\n", True),
        ("2019,b,label\n1,2,1\n3,4,-1\n", True),
        ("x,y,label\none,two,1\n", True),
        ("x,y,label\n", False),
    ],
)
def test_only_what_a_file_leaves_open_is_asked(text, asks):
    assert needs_asking(preview(text.encode())) == asks


def test_the_proposal_can_be_read():
    found = preview(b"a,b,c,label\n1,2,3,red\n3,4,5,blue\n5,6,7,green\n")
    again = preview(b"a,b,c,label\n1,2,3,red\n3,4,5,blue\n5,6,7,green\n", settled(found))
    assert problem_of(found)
    assert problem_of(again) == ""
    assert settled(again) == again.choices
    assert coordinates_of(again) == (0, 1)
    assert shown_points(again).points.tolist() == [[1, 2], [3, 4], [5, 6]]
    assert sorted(shown_points(again).labels.tolist()) == [-1, -1, 1]


def test_a_class_that_is_no_longer_there_is_chosen_anew():
    found = preview(b"x,y,label\n1,2,red\n3,4,blue\n5,6,green\n", Choices(positive="red", negative="green"))
    gone = replace(found, choices=replace(found.choices, positive="pink", negative="green"))
    assert settled(found) == found.choices
    assert settled(gone).positive == "blue"
    assert settled(gone).negative is None


def test_points_that_are_left_out_are_not_shown():
    found = preview(b"x,y,label\n1,2,red\n3,4,blue\n5,6,green\n", Choices(positive="red", negative="green"))
    assert shown_points(found).points.tolist() == [[1, 2], [5, 6]]
    assert shown_points(found).labels.tolist() == [1, -1]


@pytest.mark.parametrize("labels", [("1.0", "-1.0"), ("+1", "-1"), (" 1 ", "\N{MINUS SIGN}1"), ("b", "a")])
def test_points_are_shown_however_their_labels_are_spelt(labels):
    found = preview("x,y,label\n1,2,{}\n3,4,{}\n".format(*labels).encode())
    assert shown_points(found).labels.tolist() == [1, -1]


def test_decimal_commas_are_shown_as_numbers():
    found = preview(b"x;y;label\n1,5;2;1\n3;4,25;-1\n")
    assert shown_points(found).points.tolist() == [[1.5, 2], [3, 4.25]]


def test_one_coordinate_is_not_enough_for_the_canvas():
    assert "2 coordinates" in problem_of(preview(b"x,label\n1,1\n2,-1\n"))


def test_skipped_rows_are_told_line_by_line():
    found = preview(b"x,y,label\n1,2,1\noops,4,-1\n3,4,-1\n,4,-1\n")
    assert [line.split(":")[0] for line in skipped_lines(found).splitlines()] == ["Line 3", "Line 5"]
    assert heading(found) == "Comma-separated values, 4 rows"


@pytest.mark.parametrize(
    "choices",
    [
        Choices(),
        Choices(
            delimiter="\t", decimal_comma=True, header=False, coordinates=(3, 1), label=0, positive="a", negative="b"
        ),
        Choices(label="species", standardise=True, skip_bad_rows=True),
    ],
)
def test_choices_come_back_from_their_text(choices):
    assert choices_from(choices_text(choices)) == choices


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", '{"label": [1]}', '{"unknown": 1}', '{"coordinates": 3}', '{"coordinates": [[1]]}']
)
def test_a_damaged_text_is_no_choices(text):
    assert choices_from(text) is None


def test_columns_are_chosen_by_their_names_where_these_are_one_each():
    found = preview(b"kind,width,height\na,1,2\nb,3,4\n")
    assert by_name(found.choices, found) == replace(found.choices, coordinates=("width", "height"), label="kind")
    for text in (b"x,y,label,note,Note\n1,2,1,a,b\n", b"1,2,1\n3,4,-1\n"):
        found = preview(text)
        assert by_name(found.choices, found) == found.choices


@pytest.mark.parametrize("text", ['{"delimiter": ",,"}', '{"delimiter": ""}', "[" * 100_000, '{"coordinates": 3}'])
def test_what_was_never_remembered_is_no_choice(text):
    assert choices_from(text) is None
