"""The span of text to mark where an expression is wrong."""

import re

_WORD = re.compile(r"\w+|\S")


def wrong_span(text: str, at: int) -> tuple[int, int]:
    """Start and end of the word or sign at a position; an empty span if something is missing there.

    >>> wrong_span("rbf + lin()", 6), wrong_span("rbf +", 5), wrong_span("rbf $", 4)
    ((6, 9), (5, 5), (4, 5))
    """
    match = _WORD.match(text, at)
    return (at, match.end()) if match else (at, at)
