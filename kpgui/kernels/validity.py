"""Verdict on whether a kernel is positive semidefinite, as far as its structure tells."""

from typing import NamedTuple


class Validity(NamedTuple):
    """guaranteed: positive semidefinite on any points. why: one sentence, the rule or the part that breaks it."""

    guaranteed: bool
    why: str
