"""What somebody wrote, as a sentence can quote it."""

SHOWN = 60
"""Characters of a longer text that are quoted."""


def short(text: str, limit: int = 40) -> str:
    """A name on one line, without characters that cannot be seen, and cut when it is long."""
    line = _visible(text[: limit + 1])
    return line if len(line) <= limit else line[:limit] + "…"


def around(text: str, at: int) -> str:
    """A text on one line, or of a long one what stands around this position.

    >>> around("rbf(sigma=", 10), around("(" * 100 + "rbf", 100)
    ('rbf(sigma=', '…((((((((((((((((((((((((((((((rbf')
    """
    if len(text) <= SHOWN:
        return _visible(text)
    first, last = max(0, at - SHOWN // 2), at + SHOWN // 2
    return "…" * (first > 0) + _visible(text[first:last]) + "…" * (last < len(text))


def quoted(text: str) -> str:
    """In quotation marks, the other ones where it has single ones itself; nothing in it becomes longer."""
    return f'"{text}"' if "'" in text and '"' not in text else f"'{text}'"


def _visible(text: str) -> str:
    return "".join(each if each.isprintable() else " " for each in text)
