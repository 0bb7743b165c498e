"""Division of a large session file into parts whose rows are parsed one part after the other.

Parsed all at once, rows become lists of Python numbers, which take five times the memory of their text.
"""

import re
from itertools import islice

PARSED_WHOLE = 1 << 22
"""Bytes above which a file is parsed in parts."""

PART = 1 << 20
"""Bytes of a part, which extends to the end of a row."""

_BEGIN = re.compile(rb'"points"\s*:\s*\[')
_END = re.compile(rb"\]\s*\]")
_BETWEEN = re.compile(rb"\s*,\s*")


def parts_of(text: bytes) -> tuple[bytes, list[slice]] | None:
    """The text of a session without its rows, and the slices of `text` that contain whole rows, in order.

    None for a small file, and for one whose rows cannot be found without parsing because they are not just numbers, or
    are too long to be rows.
    """
    found = list(islice(_BEGIN.finditer(text), 2)) if len(text) > PARSED_WHOLE else []
    end = _END.search(text, found[0].end()) if len(found) == 1 else None
    if end is None:
        return None
    start, stop = found[0].end(), end.start() + 1
    has_texts, nested = text.find(b'"', start, stop) >= 0, text.find(b"[", stop) >= 0
    if has_texts or nested:  # then not every bracket ends a row
        return None
    parts, first = [], start
    while first < stop:
        last = text.index(b"]", min(first + PART, stop - 1)) + 1
        if last - first > PART + PARSED_WHOLE:
            return None
        parts.append(slice(first, last))
        between = _BETWEEN.match(text, last)
        if last < stop and between is None:
            return None
        first = between.end() if between and last < stop else stop
    return text[:start] + text[stop:], parts
