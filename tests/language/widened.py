"""A language that shows where it stands: letters of full width, of which no text in the code is made."""

import re

WIDE = {code: code + 0xFEE0 for first, last in ("AZ", "az") for code in range(ord(first), ord(last) + 1)}
KEPT = re.compile(r"(\{[^}]*\}|<[^>]*>|&\w+;)")
"""Fields and tags, which are no texts."""


def widened(text: str) -> str:
    """The translation of a text.

    >>> widened("<b>Opened</b> {name}")
    '<b>Ｏｐｅｎｅｄ</b> {name}'
    """
    return "".join(part if KEPT.fullmatch(part) else part.translate(WIDE) for part in KEPT.split(text))
