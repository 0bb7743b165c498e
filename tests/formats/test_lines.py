"""All readers have one notion of a line: it ends with LF, CR LF or CR, and with nothing else."""

import pytest

from kpgui.formats import FORMATS, Choices, preview, read
from kpgui.formats.base import TextFormat
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from kpgui.words.clipboard.points import pasted

POINTS = Dataset.of([[0.5, 1.5], [-2, 3], [4, -1]], [-1, 1, 1], [False, True, False])
TEXTS = {form.key: form.write_text(Session(POINTS)) for form in FORMATS if isinstance(form, TextFormat)}

SAID = {
    "csv": "# said\nx,y,label\n0.5,1.5,a\n# said\n-2,3,b\n",
    "tsv": "# said\nx\ty\tlabel\n0.5\t1.5\ta\n# said\n-2\t3\tb\n",
    "orange": "x\ty\tlabel\nc\tc\td\n\t\tclass\n0.5\t1.5\ta\n# said\n-2\t3\tb\n",
    "table": "# said\nx y label\n0.5 1.5 a\n# said\n-2 3 b\n",
    "arff": "% said\n@relation r\n@attribute x real\n@attribute y real\n@attribute c {a,b}\n@data\n0.5,1.5,a % said\n"
    "% said\n-2,3,b\n",
    "svmlight": "# said\na 1:0.5 2:1.5 # said\n# said\nb 1:-2 2:3\n",
    "mldemos": "2 2\n0.5 1.5 a 1\n# said\n-2 3 b 1\n",
}
"""Two points and comments in each format that has them."""

NO_ENDS = ("\f", "\v", "\x1c", "\x1d", "\x1e", "\x85", "\N{LINE SEPARATOR}", "\N{PARAGRAPH SEPARATOR}")
"""What str.splitlines cuts at besides."""

every_text = pytest.mark.parametrize("key", TEXTS)
every_commented = pytest.mark.parametrize("key", SAID)


def form_of(key):
    return FORMATS.find(key)


def ended(text, ends):
    """The text with these line ends in turn."""
    lines = text.split("\n")
    return "".join(line + ends[k % len(ends)] for k, line in enumerate(lines[:-1])) + lines[-1]


@every_text
@pytest.mark.parametrize("ends", [["\r\n"], ["\r"], ["\n", "\r\n", "\r"], ["\r", "\n"]], ids=repr)
def test_a_line_ends_with_lf_cr_lf_or_cr(key, ends):
    content = ended(TEXTS[key], ends).encode()
    assert form_of(key).read(content, "file").dataset == POINTS
    assert read(content).dataset == POINTS


@every_commented
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=repr)
def test_a_comment_ends_where_its_line_does(key, end):
    content = ended(SAID[key], [end]).encode()
    assert read(content).dataset.points.tolist() == [[0.5, 1.5], [-2, 3]]
    assert preview(content).format == key.replace("tsv", "csv")


@every_commented
@pytest.mark.parametrize("mark", NO_ENDS, ids=ascii)
def test_nothing_else_ends_a_line(key, mark):
    content = SAID[key].replace("said", f"said{mark}1 2 3{mark}4,5,6").encode()
    assert preview(content).format == key.replace("tsv", "csv")
    assert form_of(key).read(content, "file").dataset.points.tolist() == [[0.5, 1.5], [-2, 3]]


@every_commented
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=repr)
@pytest.mark.parametrize("size", [1, 7, 1 << 18])
def test_a_wrong_row_is_named_by_its_line(key, end, size, monkeypatch):
    monkeypatch.setattr("kpgui.formats.tabular.text.PIECE", size)
    text = SAID[key].replace("said", "said\f\N{LINE SEPARATOR}")
    wrong = 1 + text[: text.index("-2")].count("\n")
    with pytest.raises(KpguiError, match=rf"line {wrong}: .*'?x?-2z"):
        form_of(key).read(ended(text.replace("-2", "-2z"), [end]).encode(), "file")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=repr)
def test_what_is_wrong_in_a_session_or_no_text_is_named_by_its_line(end):
    text = TEXTS["kpgui"]
    line = 1 + text[: text.index("-2.0")].count("\n")
    with pytest.raises(KpguiError, match=f"line {line}: this is not valid JSON"):
        read(ended(text.replace("-2.0", "-2.0 0"), [end]).encode())
    with pytest.raises(KpguiError, match=f"line {line}: NaN is not a finite number"):
        read(ended(text.replace("-2.0", "NaN"), [end]).encode())
    with pytest.raises(KpguiError, match="line 3: this is not UTF-8 text"):
        FORMATS.find("csv").read(ended("x,y,label\n1,2,1\n3,4,\xff\n", [end]).encode("latin-1"), "file")


@every_text
@pytest.mark.parametrize("size", range(1, 9))
def test_pieces_may_be_cut_between_cr_and_lf(key, size, monkeypatch):
    monkeypatch.setattr("kpgui.formats.tabular.text.PIECE", size)
    assert form_of(key).read(TEXTS[key].replace("\n", "\r\n").encode(), "file").dataset == POINTS


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_pieces_may_be_cut_within_a_character(encoding, size, monkeypatch):
    text = "x,y,label\r\n1,2,é\r\n3,4,\N{GRINNING FACE}\r\n"
    monkeypatch.setattr("kpgui.formats.tabular.text.PIECE", size)
    assert [each.name for each in read(text.encode(encoding)).report.classes] == ["é", "\N{GRINNING FACE}"]


@pytest.mark.parametrize("size", [1, 50, 1 << 18])
def test_a_quoted_cell_may_go_on_over_lines_in_every_piece(size, monkeypatch):
    monkeypatch.setattr("kpgui.formats.tabular.text.PIECE", size)
    rows = [f'{k},2,{"ab"[k % 2]},"one\r\ntwo ""{k}""\rthree"' for k in range(40)]
    rows[30] = rows[30].replace("30,", "z,", 1)
    found = read("\n".join(["x,y,label,note", *rows]).encode(), Choices(skip_bad_rows=True))
    assert found.dataset.points[:, 0].tolist() == [k for k in range(40) if k != 30]
    assert [each.line for each in found.report.skipped] == [2 + 3 * 30]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=repr)
def test_a_paste_has_the_same_lines(end):
    made = pasted(ended("0.5 1.5\f1\n\N{MINUS SIGN}2\N{LINE SEPARATOR}3 -1\n", [end]).encode())
    assert made == Dataset.of([[0.5, 1.5], [-2, 3]], [1, -1])


def test_emoji_in_a_paste_are_names_of_classes_and_no_numbers():
    assert pasted("1 2 a\N{GRINNING FACE}\n3 4 b".encode()).labels.tolist() == [-1, 1]
    with pytest.raises(KpguiError, match="which is not a number"):
        pasted("1 \N{GRINNING FACE} 1".encode())


def test_halves_of_characters_in_a_session_are_refused():
    text = TEXTS["kpgui"].replace('"kernel": "', '"kernel": "\\ud800')
    with pytest.raises(KpguiError, match=r"the field 'kernel' has half of a character"):
        read(text.encode())
