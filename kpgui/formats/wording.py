"""What stands in a file, as a sentence can quote it."""


def short(text: str, limit: int = 40) -> str:
    """A name on one line, without characters that cannot be seen, and cut when it is long."""
    line = "".join(each if each.isprintable() else " " for each in text[: limit + 1])
    return line if len(line) <= limit else line[:limit] + "…"
