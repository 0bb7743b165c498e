"""SVG pictures, with the session in their metadata (SVG 1.1, chapter 21)."""

import base64
import binascii
import re

from kpgui.formats.parts.picture import MOST, PictureFormat, check_room, damaged, deflated, inflated, too_large
from kpgui.language import _
from kpgui.model.errors import KpguiError

BEGIN = b'<kpgui:session xmlns:kpgui="urn:kpgui:session" encoding="zlib base64">'
END = b"</kpgui:session>"
_TAG, _LONGEST_TAG = b"<kpgui:session", 1000

_ROOT = re.compile(rb"<(?:[\w.-]+:)?svg[\s>]")
_BLANKS = b" \t\r\n"


class Svg(PictureFormat):
    """The text stands, compressed and as base64, in an element `kpgui:session` of `<metadata>`.

    The file is searched for this element and not parsed as XML, so that no entity is ever expanded and nothing outside
    the file is fetched; base64 needs no escapes. The search is linear in the file's size.
    """

    key = "svg"
    title = "SVG picture"
    suffixes = (".svg",)
    meaning = "the session that a picture drawn by kpgui carries in its metadata"

    def recognises(self, start: bytes) -> bool:
        return start.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<") and _ROOT.search(start) is not None

    def embed(self, picture: bytes, text: bytes) -> bytes:
        """The picture with the text of a session file in it; it shows the same to every viewer.

        picture: one that carries none yet. Raises KpguiError for a text that is too large, ValueError for what is not a
        whole SVG picture.
        """
        check_room(text)
        end = picture.rfind(b"</svg")
        if end < 0:
            raise ValueError("not a whole SVG picture")
        element = [b"<metadata>", BEGIN, b"\n", base64.encodebytes(deflated(text)), END, b"</metadata>\n"]
        return b"".join([picture[:end], *element, picture[end:]])

    def text_in(self, content: bytes, where: str) -> bytes | None:
        start = content.find(_TAG)
        if start < 0:
            return None
        begin = content.find(b">", start, start + _LONGEST_TAG) + 1
        end = content.find(END, begin)
        if not begin or end < 0:
            raise damaged(where)
        if content.find(_TAG, end) >= 0:
            raise KpguiError(
                _("{where} carries more than one kpgui session; take a picture that has one.").format(where=where)
            )
        if end - begin > 1.4 * MOST:  # base64 and its line ends take 4/3 · 77/76
            raise too_large(where)
        try:
            packed = base64.b64decode(content[begin:end].translate(None, _BLANKS), validate=True)
        except binascii.Error:
            raise damaged(where) from None
        return inflated(packed, where)
