"""What somebody wrote, as a sentence can quote it."""

SHOWN = 60
"""Characters of a longer text that are quoted."""


def short(text: str, limit: int = 40) -> str:
    """A name on one line, without characters that cannot be seen, and cut when it is long."""
    line = "".join(each if each.isprintable() else " " for each in text[: limit + 1])
    return line if len(line) <= limit else line[:limit] + "…"


def around(text: str, at: int) -> str:
    """A text, or of a long one what stands around this position.

    >>> around("rbf(sigma=", 10), around("(" * 100 + "rbf", 100)
    ('rbf(sigma=', '…((((((((((((((((((((((((((((((rbf')
    """
    if len(text) <= SHOWN:
        return text
    first, last = max(0, at - SHOWN // 2), at + SHOWN // 2
    return "…" * (first > 0) + text[first:last] + "…" * (last < len(text))
