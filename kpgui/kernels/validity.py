"""Whether a kernel is one: what is guaranteed positive semidefinite, by which rule, and what is not."""

from typing import NamedTuple


class Validity(NamedTuple):
    """guaranteed: positive semidefinite on any points. why: one sentence, the rule or the part that spoils it."""

    guaranteed: bool
    why: str
