"""The rows of a large session file, part by part.

As lists of Python's numbers all of them would take five times the room of their text.
"""

import re
from itertools import islice

LARGE = 1 << 22
"""Characters of a file that is taken apart in parts."""

PART = 1 << 20
"""Characters of a part, or somewhat more."""

_BEGIN = re.compile(r'"points"\s*:\s*\[')
_END = re.compile(r"\]\s*\]")
_BETWEEN = re.compile(r"\s*,\s*")


def parts_of(text: str) -> tuple[str, list[slice]] | None:
    """The text of a session without its rows, and the positions of blocks of whole rows in it.

    None for a small file, and where this cannot be told without parsing the file, as it has no rows of numbers.
    """
    found = list(islice(_BEGIN.finditer(text), 2)) if len(text) > LARGE else []
    end = _END.search(text, found[0].end()) if len(found) == 1 else None
    if end is None:
        return None
    start, stop = found[0].end(), end.start() + 1
    has_texts, nested = text.find('"', start, stop) >= 0, text.find("[", stop) >= 0
    if has_texts or nested:  # then not every bracket ends a row
        return None
    parts, first = [], start
    while first < stop:
        last = text.index("]", min(first + PART, stop - 1)) + 1
        parts.append(slice(first, last))
        between = _BETWEEN.match(text, last)
        if last < stop and between is None:
            return None
        first = between.end() if between and last < stop else stop
    return text[:start] + text[stop:], parts
