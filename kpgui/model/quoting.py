"""What somebody wrote, as a sentence can quote it."""

LONGEST = 300
"""Characters of a sentence that is said to the user."""

SHOWN = 60
"""Characters of a longer text that are quoted."""


def sentence(text: str) -> str:
    """A sentence as one printable line of at most LONGEST characters, whatever data it quotes.

    Of a longer one the long words are cut in their middle, as they are data, then the whole: what is wrong and what to
    do usually comes last.
    """
    if len(text) > LONGEST:
        text = _cut(" ".join(_cut(word, SHOWN) for word in text.split(" ")), LONGEST)
    return _printable(text)


def short(text: str, limit: int = 40) -> str:
    """A name on one line, without characters that cannot be seen, and cut when it is long."""
    line = _printable(text[: limit + 1])
    return line if len(line) <= limit else line[:limit] + "…"


def around(text: str, at: int) -> str:
    """A text on one line, or of a long one what stands around this position.

    >>> around("rbf(sigma=", 10), around("(" * 100 + "rbf", 100)
    ('rbf(sigma=', '…((((((((((((((((((((((((((((((rbf')
    """
    if len(text) <= SHOWN:
        return _printable(text)
    first, last = max(0, at - SHOWN // 2), at + SHOWN // 2
    return "…" * (first > 0) + _printable(text[first:last]) + "…" * (last < len(text))


def quoted(text: str) -> str:
    """In quotation marks, the other ones where it has single ones itself; nothing in it becomes longer."""
    return f'"{text}"' if "'" in text and '"' not in text else f"'{text}'"


def _cut(text: str, limit: int) -> str:
    """A text without what is too much in its middle, a third from the start."""
    if len(text) <= limit:
        return text
    start = limit // 3
    return f"{text[:start]}…{text[len(text) - (limit - start - 1) :]}"


def _printable(text: str) -> str:
    return "".join(each if each.isprintable() else " " for each in text)
