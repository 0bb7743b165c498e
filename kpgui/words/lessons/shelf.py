"""The lessons that come with the program."""

from kpgui.model.lesson import Lesson
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
