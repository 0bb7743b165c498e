"""Encodings of files of points, and the names of columns and classes that they give: read, kept, written again."""

import json
import pickle

import numpy as np
import pytest

from kpgui import api
from kpgui.cli.arguments import ENCODINGS as NAMED
from kpgui.formats import Choices, importing
from kpgui.formats.csv import Csv
from kpgui.formats.session import SessionFile
from kpgui.formats.tabular.choices import ENCODINGS
from kpgui.model.dataset import LONGEST_NAME, Dataset
from kpgui.model.edits import Relabel, Remove, Replace, add, apply
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

EXCEL = "Länge;Größe;Art\r\n1,5;2,25;Öl\r\n3,5;4;Essig\r\n0,1;0,2;Öl\r\n"
NAMES = ("Länge", "Größe"), ("Essig", "Öl")
NAMED_SET = Dataset.of([[1.5, 2.25], [3.5, 4], [0.1, 0.2]], [1, -1, 1]).named(*NAMES)


def names(dataset):
    return dataset.columns, dataset.classes


def test_a_file_of_western_excel_is_read_and_that_is_said():
    found = importing.read(EXCEL.encode("cp1252"))
    assert found.dataset == NAMED_SET
    assert names(found.dataset) == NAMES
    assert found.report.remarks == ("The file is not UTF-8 and was read as windows-1252.",)
    assert importing.preview(EXCEL.encode("cp1252")).encoding == "windows-1252"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_unicode_comes_first_and_nothing_is_said(encoding):
    found = importing.read(EXCEL.encode(encoding))
    assert names(found.dataset) == NAMES
    assert found.report.remarks == ()
    assert importing.preview(EXCEL.encode(encoding)).encoding == encoding.removesuffix("-sig")


@pytest.mark.parametrize(
    ("encoding", "text"),
    [("windows-1250", "délka;výška;třída\n1;2;šípek\n3;4;růže\n"),
     ("windows-1251", "длина;рост;вид\n1;2;кот\n3;4;пёс\n"),
     ("gb18030", "长;宽;类\n1;2;猫\n3;4;狗\n"), ("utf-16", EXCEL)],
)  # fmt: skip
def test_another_encoding_is_chosen(encoding, text):
    found = importing.read(text.encode(encoding), Choices(encoding=encoding))
    assert found.dataset.columns == tuple(text.split("\n")[0].split(";")[:2])
    assert found.report.remarks == ()
    large = (text + "".join(text.splitlines(True)[1:]) * 30_000).encode(encoding)
    assert names(importing.read(large, Choices(encoding=encoding)).dataset) == names(found.dataset)


def test_an_encoding_that_does_not_fit_or_exist_is_refused_in_a_sentence():
    with pytest.raises(KpguiError, match=r"is not gb18030 text; choose another encoding: "):
        importing.read(b"x,y,label\n1,2,\xff\xff\n", Choices(encoding="gb18030"))
    with pytest.raises(KpguiError, match=r"is not cp-1252 text; choose another encoding: .*windows-1252"):
        importing.read(EXCEL.encode("cp1252"), Choices(encoding="cp-1252"))
    with pytest.raises(KpguiError, match="this is not UTF-8 text"):
        importing.read(EXCEL.encode("cp1252"), Choices(encoding="utf-8"))


def test_the_command_line_knows_the_same_encodings():
    assert tuple(ENCODINGS) == NAMED


def test_a_session_keeps_names_and_is_written_as_before_without_them():
    text = SessionFile().write_text(Session(NAMED_SET))
    assert names(SessionFile().read(text.encode("utf-8", "surrogatepass"), "a.kpgui").dataset) == NAMES
    assert json.loads(text)["columns"] == ["Länge", "Größe", "label"]
    assert (json.loads(text)["version"], json.loads(text)["classes"]) == (3, ["Essig", "Öl"])
    only = Dataset.of([[1, 2]], [1]).named(("a", "b"), ())
    assert json.loads(SessionFile().write_text(Session(only)))["version"] == 1
    plain = SessionFile().write_text(Session(Dataset.of([[1, 2]], [1])))
    assert '"columns": ["x", "y", "label"]' in plain
    assert "classes" not in plain


@pytest.mark.parametrize("classes", [["a"], ["a", 3], "ab", {"1": "a"}, None])
def test_classes_that_are_not_two_texts_are_refused(classes):
    found = json.loads(SessionFile().write_text(Session(NAMED_SET))) | {"classes": classes}
    with pytest.raises(KpguiError, match="the field 'classes' must be two texts"):
        SessionFile().read(json.dumps(found).encode("utf-8", "surrogatepass"), "a.kpgui")


def test_names_are_bounded_lines_of_text_that_can_be_saved_again(tmp_path):
    found = json.loads(SessionFile().write_text(Session(NAMED_SET)))
    found["columns"][:2] = ["a\nb\t c" + "x" * 5000, "\ud800"]
    dataset = SessionFile().read(json.dumps(found).encode("utf-8", "surrogatepass"), "a.kpgui").dataset
    assert dataset.columns[0].startswith("a b c")
    assert len(dataset.columns[0]) == LONGEST_NAME
    api.save(Session(dataset), tmp_path / "a.kpgui")
    assert names(api.load(tmp_path / "a.kpgui").dataset) == names(dataset)


def test_edits_keep_the_names_and_another_dataset_has_its_own():
    for edit in (add(NAMED_SET, np.zeros((1, 2)), np.ones(1)), Remove(NAMED_SET.ids[:1])):
        assert names(apply(NAMED_SET, edit)[0]) == NAMES
    assert names(apply(NAMED_SET, Relabel(NAMED_SET.ids[:1], np.array([-1], np.int8)))[0]) == NAMES
    plain, inverse = apply(NAMED_SET, Replace(Dataset.of([[1, 2]], [1])))
    assert names(plain) == ((), ())
    assert names(apply(plain, inverse)[0]) == NAMES
    assert names(pickle.loads(pickle.dumps(NAMED_SET))) == NAMES


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def test_a_table_is_written_with_the_names_and_reads_back(tmp_path, suffix):
    api.save(Session(NAMED_SET), tmp_path / f"a{suffix}")
    separator = "," if suffix == ".csv" else "\t"
    assert (tmp_path / f"a{suffix}").read_text("utf-8").splitlines()[:2] == [
        separator.join(["Länge", "Größe", "label"]),
        separator.join(["1.5", "2.25", "Öl"]),
    ]
    again = api.load(tmp_path / f"a{suffix}").dataset
    assert again == NAMED_SET
    assert names(again) == NAMES


@pytest.mark.parametrize(
    ("columns", "classes", "header", "label"),
    [
        (("class", "id"), ("a", "b"), "x,y,label", "b"),  # names with a meaning
        (("a,b", 'c "d"'), ("q", "r,s"), '"a,b","c ""d""",label', '"r,s"'),
        (("u", "v"), ("zebra", "ape"), "u,v,label", "1"),  # in the alphabet the other way round
        (("1", "2"), ("a", "b"), "x,y,label", "b"),  # no header
        (("#u", "v"), ("#a", "b"), '"#u",v,label', "b"),
    ],
)
def test_names_with_which_it_would_not_read_back_are_left_out(columns, classes, header, label):
    dataset = Dataset.of([[1.5, 2], [3, 4]], [1, -1]).named(columns, classes)
    text = Csv().write_text(Session(dataset))
    assert importing.read(text.encode()).dataset == dataset
    if not header.startswith('"#'):
        assert text.splitlines()[0] == header
        assert text.splitlines()[1].startswith("1.5,2.0,")
        assert text.splitlines()[1].endswith(label)


def test_numbers_and_signs_are_no_names_of_classes_and_a_side_of_several_has_all():
    assert importing.read(b"x,y,label\n1,2,0\n3,4,1\n").dataset.classes == ()
    assert importing.read(b"x,y,label\n1,2,-\n3,4,+\n").dataset.classes == ()
    found = importing.read(b"x,y,kind\n1,2,cat\n3,4,dog\n5,6,cow\n", Choices(positive="cow")).dataset
    assert names(found) == ((), ("cat, dog", "cow"))
    assert importing.read(b"1,2,cat\n3,4,dog\n").dataset.columns == ()
