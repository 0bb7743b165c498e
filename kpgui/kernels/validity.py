"""Verdict on whether a kernel is positive semidefinite, as far as its structure tells."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Validity:
    """guaranteed: positive semidefinite on any points. why: one sentence, the rule or the part that breaks it."""

    guaranteed: bool
    why: str
