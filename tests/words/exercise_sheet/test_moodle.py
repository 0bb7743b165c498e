"""The XML for Moodle: its documented structure, and embedded answers that give full marks to the key's."""

import re
from fractions import Fraction
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from kpgui.cli import main

# As Moodle finds them, see "Embedded Answers (Cloze) question type" in its documentation.
EMBEDDED = re.compile(r"\{(\d*):(NUMERICAL|MULTICHOICE|SHORTANSWER):([^{}]+)\}")
NUMBER = r"-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"


@pytest.fixture
def quiz(tmp_path):
    def made(path, count=3):
        out = tmp_path / "sheet.xml"
        assert main(["exercises", str(path), "--variants", str(count), "--seed", "1", "-o", str(out)]) == 0
        assert out.read_bytes().startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>')
        return ElementTree.parse(out).getroot()

    return made


def test_it_has_one_category_and_a_cloze_question_for_each_variant(quiz, session_file):
    root = quiz(session_file(kernel="linear()", learner="perceptron(bias=true)"), 11)
    category, *questions = root
    assert (root.tag, category.attrib, category[0].tag) == ("quiz", {"type": "category"}, "category")
    assert category.findtext("category/text") == "$course$/top/exercise"
    assert len(questions) == 11
    assert [each.findtext("name/text") for each in questions][::5] == ["exercise 01", "exercise 06", "exercise 11"]
    for each in questions:
        assert each.attrib == {"type": "cloze"}
        assert [part.tag for part in each] == ["name", "questiontext", "generalfeedback", "penalty", "hidden"]
        assert [part.get("format") for part in each][:3] == [None, "html", "html"]
        assert [child.tag for part in each[:3] for child in part] == ["text"] * 3
        assert 0 <= float(each.findtext("penalty")) <= 1
        assert each.findtext("hidden") in ("0", "1")


class Balanced(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attrs):
        self.open += [tag] * (tag != "br")

    def handle_endtag(self, tag):
        if tag != "br":
            assert self.open.pop() == tag


@pytest.mark.parametrize(
    "settings",
    [
        {"kernel": "linear()", "learner": "averaged_perceptron(bias=true)"},
        {"kernel": "0.5*poly(degree=2)", "learner": "kernel_perceptron(eta=0.1)"},
        {"kernel": "linear()", "learner": "voted_perceptron()"},
    ],
)
def test_its_answers_are_those_of_the_key(settings, quiz, sheet, session_file):
    path = session_file(**settings)
    for row, question in zip(sheet(path, 3), quiz(path)[1:], strict=True):
        text = question.findtext("questiontext/text")
        reader = Balanced()
        reader.feed(text)
        assert not reader.open
        assert "fractions" not in text
        assert text.count("{") == len(EMBEDDED.findall(text))
        lists = {"mistakes", "f", "votes"}
        for item, (name, right) in zip(re.findall("<li>(.*?)</li>", text), list(row.items())[7:], strict=True):
            fields = EMBEDDED.findall(item)
            if name in lists:
                ((_, kind, options),) = fields
                assert kind == "SHORTANSWER"
                assert options.split("~")[0] == f"={right}"
                assert all(each.startswith("=") for each in options.split("~"))
            elif name == "converges":
                assert fields == [("1", "MULTICHOICE", "=yes~no" if right == "yes" else "yes~=no")]
            else:
                for (_, kind, option), number in zip(fields, map(Fraction, right.split()), strict=True):
                    value, tolerance = re.fullmatch(f"=({NUMBER}):({NUMBER})", option).groups()
                    assert kind == "NUMERICAL"
                    assert abs(Fraction(value) - number) <= Fraction(1, 10**6)
                    assert float(tolerance) == (0 if number.denominator == 1 else 0.005)


def test_a_second_reader_finds_the_answers_of_the_key(quiz, sheet, session_file, tmp_path):
    """Of the packages that say Moodle XML, moodle-xml-parser alone reads embedded answers; the others only write."""
    reader = pytest.importorskip("moodle_xml_parser.parser")
    path = session_file(kernel="linear()", learner="averaged_perceptron(bias=true)")
    rows = sheet(path, 9)
    quiz(path, 9)
    found = reader.parse_bytes((tmp_path / "sheet.xml").read_bytes())
    assert [len(each) for each in found.values()] == [0, 9]
    for row, question in zip(rows, found["cloze"], strict=True):
        right = [next(each.answer for each in gap.options if each.score == 100) for gap in question.gaps]
        asked = list(row.items())[7:]
        wanted = [each for name, key in asked for each in ([key] if name == "mistakes" else key.split())]
        for given, key, gap in zip(right, wanted, question.gaps, strict=True):
            assert gap.sub_grade == 1
            if gap.sub_type == "NUMERICAL":
                assert abs(Fraction(given.partition(":")[0]) - Fraction(key)) <= Fraction(1, 10**6)
            else:
                assert given == key


def test_a_hostile_name_is_only_a_name(quiz, session_file):
    name = "<b>&amp; {1:SHORTANSWER:=x} ]]> \x01 é.kpgui"
    root = quiz(session_file(kernel="linear()", learner="perceptron()", name=name))
    shown = "<b>&amp; {1:SHORTANSWER:=x} ]]>   é"
    assert root[0].findtext("category/text") == f"$course$/top/{shown}"
    assert root[1].findtext("name/text") == f"{shown} 1"
    assert "SHORTANSWER:=x" not in root[1].findtext("questiontext/text")
