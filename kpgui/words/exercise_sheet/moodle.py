"""A sheet as Moodle XML: a category with one question of embedded answers ("cloze") for each variant.

The structure is that of https://docs.moodle.org/en/Moodle_XML_format, the embedded answers that of
https://docs.moodle.org/en/Embedded_Answers_(Cloze)_question_type.
"""

from collections.abc import Sequence
from html import escape
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from kpgui.model.errors import printable
from kpgui.words.exercise_sheet.questions import NO, ROUNDED, YES, Question, questions, rules
from kpgui.words.exercise_sheet.variants import Variant

PENALTY = "0.3333333"
"""Moodle's own default: what a further try costs where a quiz allows one."""


AS_DECIMALS = "Write lists with blanks, as in 1 3 2; numbers as decimals, rounded to two places."
"""A box for a number does not take a fraction: what follows the first number would be a unit."""


def moodle_xml(sheet: Sequence[Variant], title: str, kernel_formula: str) -> bytes:
    """The file to import. title: of the category and of the questions."""
    name = printable(title)
    quiz = Element("quiz")
    category = SubElement(SubElement(quiz, "question", type="category"), "category")
    _text(category, "$course$/top/" + name.replace("/", "//"))
    width = len(str(len(sheet)))
    for variant in sheet:
        question = SubElement(quiz, "question", type="cloze")
        _text(SubElement(question, "name"), f"{name} {variant.number:0{width}}")
        _text(SubElement(question, "questiontext", format="html"), _html(variant, kernel_formula))
        _text(SubElement(question, "generalfeedback", format="html"), "")
        SubElement(question, "penalty").text = PENALTY
        SubElement(question, "hidden").text = "0"
    indent(quiz)
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(quiz, encoding="unicode").encode() + b"\n"


def _text(parent: Element, text: str) -> None:
    SubElement(parent, "text").text = text


def _html(variant: Variant, kernel_formula: str) -> str:
    """The rules, the points as a table, and the questions."""
    rows = "".join(
        f"<tr><td>{i}</td><td>{x}</td><td>{y}</td><td>{label:+d}</td></tr>"
        for i, ((x, y), label) in enumerate(zip(variant.points, variant.labels, strict=True), 1)
    )
    head = "<tr><th>point</th><th>x₁</th><th>x₂</th><th>label y</th></tr>"
    said = [*rules(variant.setting, kernel_formula)[:-1], AS_DECIMALS]
    told = "".join(f"<p>{escape(each)}</p>" for each in said)
    asked = "".join(f"<li>{escape(each.text)}<br />{_fields(each)}</li>" for each in questions(variant))
    return f"{told}<table>{head}{rows}</table><ol>{asked}</ol>"


def _fields(question: Question) -> str:
    """The embedded answers of a question: a choice, a box for each number, or one for a list."""
    if question.chosen:
        right, wrong = (YES, NO) if question.right[0] else (NO, YES)
        both = sorted([f"={right}", wrong], key=lambda each: each.removeprefix("=") == NO)
        return f"{{1:MULTICHOICE:{'~'.join(both)}}}"
    if len(question.right) == 1 or question.labels != ("",):
        labels = question.labels if len(question.labels) == len(question.right) else ("",) * len(question.right)
        return " ".join(
            f"{label} {{1:NUMERICAL:={float(number):.10g}:{0 if number.denominator == 1 else float(ROUNDED)}}}".strip()
            for label, number in zip(labels, question.right, strict=True)
        )
    exact, rounded = list(map(str, question.right)), [f"{float(each):.2f}" for each in question.right]
    short = [each.rstrip("0").rstrip(".") for each in rounded]
    lists = dict.fromkeys(apart.join(each) for each in (exact, rounded, short) for apart in (" ", ", ", ","))
    return f"{{1:SHORTANSWER:{'~'.join(f'={each}' for each in lists)}}}"
