"""The lessons and the published exercises that come with the program."""

import json
from typing import Any, NamedTuple

from kpgui.formats import load
from kpgui.language import ENGLISH, _, language
from kpgui.model.lesson import Lesson
from kpgui.model.session import Session
from kpgui.process import resource
from kpgui.words.lessons.file import NAME, read_lesson

ORDER = (
    "a_line_is_not_enough",
    "one_mistake_at_a_time",
    "xor_lifted",
    "the_kernel_trick",
    "sigma",
    "order_matters",
    "the_bound",
    "voting_and_averaging",
    "forgetting_on_a_budget",
    "is_it_a_kernel",
    "svm_against_perceptron",
    "what_never_converges",
)
"""Their folders, in the order of a course."""


def lessons() -> tuple[Lesson, ...]:
    """All of them. Raises KpguiError for a file that is broken."""
    return tuple(read_lesson(resource("lessons", key, NAME)) for key in ORDER)


FOLDER, LIST = "examples", "examples.json"


class Exercise(NamedTuple):
    """published: what the source gives. gives: what the program does. difference: of their conventions, or "".

    found: where source or solution can be read, "" for in print alone. expected: the numbers, for the tests.
    """

    key: str
    title: str
    source: str
    found: str
    published: str
    gives: str
    difference: str
    expected: dict[str, Any]

    @property
    def session(self) -> Session:
        return load(resource(FOLDER, f"{self.key}.kpgui"))

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """What is said of it; it is in English in all languages, as most sources are."""
        found = (
            ("", _("in English") if language() != ENGLISH else ""),
            ("", self.source),
            (_("Read at: {text}"), self.found),
            (_("Published: {text}"), self.published),
            (_("Here: {text}"), self.gives),
            (_("Difference: {text}"), self.difference),
        )
        return tuple(form.format(text=text) if form else text for form, text in found if text)


def exercises() -> tuple[Exercise, ...]:
    """All of them, in the order of the list."""
    return tuple(Exercise(**each) for each in json.loads(resource(FOLDER, LIST).read_text(encoding="utf-8")))
