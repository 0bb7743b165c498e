"""Weka's files: what is understood, and what is answered to what is not."""

from random import Random

import pytest

from kpgui.formats import Choices, preview, read
from kpgui.formats.arff import Arff
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

TWO = Dataset.of([[0.5, 1.5], [-2, 3]], [-1, 1])
HEAD = "@relation r\n@attribute x numeric\n@attribute y real\n@attribute class {a,b}\n@data\n"


def as_arff(text):
    return Arff().read(text.encode(), "points.arff").dataset


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "0.5,1.5,a\n-2,3,b\n",
        HEAD.upper().replace("A,B", "a,b") + "0.5,1.5,a\n-2,3,b\n",
        "% made by hand\n\n" + HEAD.replace("\n", "\r\n") + "% a comment\r\n0.5 , 1.5 , a\r\n\r\n-2,3,b\r\n",
        "@RELATION 'a name'\n@attribute 'x' NUMERIC\n@attribute \"y\" integer\n@attribute class {a, 'b'}\n@DATA\n"
        "0.5,1.5,'a'\n-2,3,\"b\"\n",
        HEAD + "0.5,1.5,a,{2}\n-2,3,b,{0.5}\n",
        HEAD + "{0 0.5, 1 1.5}\n{2 b, 0 -2, 1 3}\n",
        HEAD.replace("class {a,b}", "class {'it\\'s a', b}") + "0.5,1.5,'it\\'s a'\n-2,3,zz\n",
        "@relation r\n@attribute class {a,b}\n@attribute x numeric\n@attribute note string\n"
        "@attribute y numeric\n@data\n"
        "a,0.5,'one, two',1.5\nb,-2,?,3\n",
        "@relation r\n@attribute kind {u,v}\n@attribute label {a,b}\n@attribute x numeric\n@attribute y numeric\n"
        "@data\n"
        "v,a,0.5,1.5\nu,b,-2,3\n",
        "@relation r\n@attribute x numeric\n@attribute y numeric\n@attribute label numeric\n@data\n0.5,1.5,0\n-2,3,1\n",
        HEAD.replace(" ", "\t") + "0.5,1.5,a\n-2,3,b",
        HEAD + "0.5,1.5,a % not 'a'\n-2,3,b\t% {seen}\n",
        HEAD.replace("{a,b}", "{'a % b',b}") + "0.5,1.5,'a % b' % a comment\n-2,3,b\n",
        HEAD + "{0 0.5, 1 1.5} % sparse\n{2 b, 0 -2, 1 3}\n",
        HEAD + "0.5\t1.5\ta\n-2 3  b\n",
    ],
    ids=[
        "plain", "capitals", "comments, blanks and CRLF", "quotes", "weights", "sparse", "escaped quotes",
        "class first, text aside", "class by name", "numbers as labels", "tabs, no newline at the end",
        "comments behind rows", "comments behind quotes", "comments behind sparse rows", "blanks between the cells",
    ],
)  # fmt: skip
def test_spellings_of_the_same_two_points(text):
    assert as_arff(text) == TWO


def test_a_sparse_row_leaves_out_zeros_and_the_first_value():
    assert as_arff(HEAD + "{}\n{1 2,2 b}\n") == Dataset.of([[0, 0], [0, 2]], [-1, 1])
    turned = read((HEAD.replace("a,b", "b,a") + "{}\n{1 2,2 a}\n").encode())
    assert [(each.name, each.sign) for each in turned.report.classes] == [("a", -1), ("b", 1)]
    assert turned.dataset == Dataset.of([[0, 0], [0, 2]], [1, -1])


def test_is_written_as_weka_has_it():
    dataset = Dataset.of([[0.5, -0.0], [1, 2]], [1, -1], [False, True])
    assert Arff().write_text(Session(dataset)) == (
        "@relation points\n\n@attribute x numeric\n@attribute y numeric\n@attribute label {-1,1}\n"
        "@attribute held_out {0,1}\n\n@data\n0.5,-0.0,1,0\n1.0,2.0,-1,1\n"
    )


def test_missing_values_are_told_and_skipped_if_so_chosen():
    text = (HEAD + "0.5,1.5,a\n?,2,b\n3,3,?\n-2,3,b\n").encode()
    with pytest.raises(KpguiError, match="line 7: x is missing; fill it in or delete the row"):
        read(text)
    imported = read(text, Choices(skip_bad_rows=True))
    assert imported.dataset == TWO
    assert [each.line for each in imported.report.skipped] == [7, 8]


def test_a_preview_names_the_attributes():
    found = preview((HEAD + "0.5,1.5,a\n-2,3,b\n").encode())
    assert (found.format, found.delimiter, found.header) == ("arff", "", True)
    assert [(column.name, column.role) for column in found.columns] == [("x", "x"), ("y", "y"), ("class", "label")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + "1,2\n", "points.arff, line 6: 2 cells where there are 3 attributes"),
        (HEAD + "1,2,'a',\n", "line 6: 4 cells where there are 3 attributes"),
        (HEAD + "1,z,a\n", "line 6: y is 'z', which is not a number"),
        (HEAD + "1,2,'a\n", "line 6: the row cannot be taken apart; see whether its quotes"),
        (HEAD + "{7 1}\n", "line 6: the row cannot be taken apart"),
        (HEAD + "{0 1\n", "line 6: the row cannot be taken apart"),
        (HEAD, "has a header but no rows"),
        (HEAD.replace("@data\n", ""), "has no @data"),
        ("@relation r\n@data\n1,2\n", "line 2: there is no @attribute before @data"),
        ("@relation r\n@attribute x\n@data\n", "line 2: the type '' is not numeric, nominal"),
        ("@relation r\n@attribute\n@data\n", "line 2: '@attribute' is not @attribute, a name and a type"),
        ("@relation r\n@attribute x relational\n@data\n", "line 2: the type 'relational' is not numeric"),
        ("@relation r\n@attribute c {}\n@data\n", "line 2: the values in braces cannot be read"),
        ("@relation r\nhello\n@data\n", "line 2: 'hello' stands before @data and is no @attribute"),
        (HEAD.replace("{a,b}", "{a,b,c}") + "1,2,a\n1,2,b\n1,2,c\n", r"has 3 classes \(a, b, c\)"),
    ],
)
def test_bad_input_is_answered_with_one_sentence(text, message):
    with pytest.raises(KpguiError, match=message):
        as_arff(text)


USUAL = ("1", "-2.5", "1e-07")
ODD = (
    "3 4",
    "?",
    "",
    "#",
    " 5",
    "6 ",
    "\t7\t",
    "1_0",
    "x",
    "'8'",
    "'?'",
    "''",
    "'9 '",
    " '9'",
    '"9"',
    "\f0",
    "'1,5'",
    '"it\'s"',
    "'\\''",
    "9'",
    "'9'9",
)
LABELS = (["a", "b", " a", "b\t", "'a'", "'b'"], ['"a"', '"b"', ' "a"', "b"], ["'a'", "'b'", "'a b'", "' a'"])


@pytest.mark.parametrize("rare", [3, 30, 300])
def test_a_comment_behind_each_row_changes_nothing(rare, monkeypatch):
    """Rows without one are taken apart many at a time: pieces of such rows only stand beside others."""
    monkeypatch.setattr("kpgui.formats.tabular.text.PIECE", 200)
    random = Random(rare)
    for _ in range(20):
        lines, labels = ["0,0,a", "0,0,b"], random.choice(LABELS)
        for _ in range(400):
            odd = random.randrange(rare) == 0
            row = [random.choice(ODD if odd and random.randrange(2) else USUAL) for _ in range(2)]
            row += [random.choice(labels), *["{1}"] * (odd and random.randrange(2))]
            other = odd and random.randrange(2)
            lines.append(random.choice(["", " ", "% 1,2,a", "1 2 a", ",,", ", ,"]) if other else ",".join(row))
        skipping = Choices(skip_bad_rows=True, positive="a")
        plain, commented = (read((HEAD + end.join([*lines, ""])).encode(), skipping) for end in ("\n", " %\n"))
        assert plain.session.dataset == commented.session.dataset
        assert plain.report == commented.report
