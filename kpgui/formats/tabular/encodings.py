"""Encodings of text files of points, which are all read as UTF-8."""

import codecs
from collections.abc import Iterator

from kpgui.formats.tabular.text import PIECE, encoded, encoding_of
from kpgui.language import _, later
from kpgui.model.errors import KpguiError
from kpgui.model.quoting import short

ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "windows-1252": later("Western European (Windows-1252)"),
    "windows-1250": later("Central European (Windows-1250)"),
    "windows-1251": later("Cyrillic (Windows-1251)"),
    "gb18030": later("Chinese (GB 18030)"),
}
"""Those that can be chosen, with their titles."""

USUAL = "windows-1252"
"""The encoding of a file that is not Unicode: that of Excel in the west of Europe."""


def in_unicode(content: bytes, where: str, encoding: str | None) -> tuple[bytes, str]:
    """The content of a text file in an encoding that `pieces` reads, and the encoding that it had.

    encoding: None for UTF-16 with a byte order mark, else UTF-8, else USUAL. Raises KpguiError when it is not in the
    chosen one, or is too long in UTF-8.
    """
    found = encoding or encoding_of(content).removesuffix("-sig")
    if not encoding and found == "utf-8" and not content.isascii():
        try:
            for __ in _decoded(content, found):
                pass
        except UnicodeDecodeError:
            found = USUAL
    if found in ("utf-8", encoding_of(content)):  # `pieces` names the line where it is not
        return content, found
    try:
        if found in ENCODINGS:
            return encoded(_decoded(content, found), where), found
    except UnicodeError:
        if not encoding:
            return content, "utf-8"
    raise KpguiError(
        _("{where} is not {encoding} text; choose another encoding: {names}.").format(
            where=where, encoding=short(found), names=", ".join(ENCODINGS)
        )
    )


def _decoded(content: bytes, encoding: str) -> Iterator[str]:
    """Piece by piece: at once, one rare character would make the text four times as large."""
    return codecs.iterdecode((content[start : start + PIECE] for start in range(0, len(content), PIECE)), encoding)
