"""The questions about a case, whose answers keep the rules of `tests.fuzz.rules`."""

from typing import Any

from tests.fuzz.case import Case
from tests.fuzz.rules import Ask, answered
from tests.fuzz.targets import TARGETS


def check(case: Case, ask: Ask[Any] = answered) -> None:
    """Raises when an answer breaks a rule. Without `ask` nothing is bounded, and this process goes on living."""
    TARGETS[case.target](case, ask)
