"""What a file's own words do to a message: they are quoted short and on one line."""

import pytest

from kpgui.formats import Choices, preview, read
from kpgui.formats.session import SessionFile
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from kpgui.words.importing import class_text, column_text, column_titles

LONG = "n" * 100_000
ODD = "a\nb\N{LINE SEPARATOR}c\x85d\x1b[31m" * 20
GOOD = SessionFile().write_text(Session(Dataset.of([[1, 2], [3, 4]], [1, -1])))


def said(content, choices):
    """All that is said about a file under these choices, read and looked into, with its wrong rows and without."""
    found = []
    for skip in (False, True):
        chosen = Choices(**choices, skip_bad_rows=skip)
        try:
            seen = preview(content.encode(), chosen)
            found += [seen.problem, *(each.reason for each in seen.skipped)]
        except KpguiError as error:
            found.append(str(error))
        try:
            found += read(content.encode(), chosen).report.remarks
        except KpguiError as error:
            found.append(str(error))
    return [each for each in found if each]


def quoted(text):
    return '"' + text.replace('"', '""') + '"'


@pytest.mark.parametrize("word", [LONG, ODD], ids=["long", "odd"])
@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("WORD,y,label\n1,2,1\nz,2,1\n", {}),
        ("WORD,y,label\n1,2,1\n,2,1\n", {}),
        ("WORD,WORD,label\n1,2,1\n", {}),
        ("x,y,WORD\n1,2,1\n", {"label": 2, "coordinates": (0, 2)}),
        ("x,y,label\n1,2,1\n", {"label": LONG}),
        ("x,y,label\n1,2,1\n", {"positive": ODD}),
        (",".join(["WORD"] * 19) + ",y\n" + "1," * 19 + "1\n", {"label": "z"}),
        ("x,y,label\n1,2,WORD\n3,4,b\n5,6,c\n", {}),
        ("x,y,label\n1,WORD,a\n3,4,b\n", {}),
        ("x,y,label\n1,2,a\n1,WORD,a\n3,4,b\n", {}),
        ("x,y,label,held_out\n1,2,a,WORD\n3,4,b,0\n", {}),
        ("x,y,WORD\n" + "".join(f"1,2,c{k}\n" for k in range(1200)), {}),
        ("@relation r\n@attribute 'WORD\n@data\n", {}),
        ("@relation r\n@attribute x WORD\n@data\n", {}),
        ("@relation r\nWORD\n@data\n", {}),
        ("1 1:2\n1 1:WORD\n", {}),
        (GOOD.replace('"x"', '"WORD"').replace("1.0", "null"), {}),
        (GOOD.replace('"x"', '"WORD"').replace("1.0, ", ""), {}),
        (GOOD.replace('"seed"', '"WORD": 1, "seed"'), {}),
        (GOOD.replace('"seed": 0', '"seed": "WORD"'), {}),
        (GOOD.replace('"dataset"', '"WORD"'), {}),
        (GOOD.replace("1.0", '["WORD"]'), {}),
        (GOOD.replace("1.0", '[[["WORD"]]]'), {}),
    ],
)
def test_words_of_the_file_are_quoted_short_and_on_one_line(text, choices, word):
    if text[:1] == "{":
        word = word.replace("\n", "\\n").replace("\x1b", "\\u001b")
    if ",y" in text:
        word = quoted(word)
    answers = said(text.replace("WORD", word), choices)
    assert answers
    for answer in answers:
        assert len(answer) <= 300
        assert answer.isprintable()


def test_a_list_within_lists_is_not_written_out():
    with pytest.raises(
        KpguiError, match=r"in row 1 of the field 'points' x must be a finite number, not a list of 1\."
    ):
        read(GOOD.replace("1.0", "[" * 500 + "]" * 500).encode())


@pytest.mark.parametrize("word", [LONG, ODD], ids=["long", "odd"])
def test_names_of_columns_and_classes_are_short_on_the_screen(word):
    found = preview(f"{quoted(word[:30_000])},y,label\n1,2,{quoted(word[:900])}\n".encode())
    texts = [column_titles(found)[0].split("\n")[0], column_text(found.columns[0], 0), class_text(found.classes[0])]
    assert all(len(text) < 60 and text.isprintable() for text in texts)
