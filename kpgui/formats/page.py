"""Pages of runs, `.html`, with the session in a script element that no browser runs."""

import base64
import binascii
import re

from kpgui.formats.parts.picture import MOST, PictureFormat, check_room, damaged, deflated, inflated, too_large

BEGIN, END = b'<script type="application/x-kpgui-session">', b"</script>"
_ROOT = re.compile(rb"<!doctype html", re.IGNORECASE)


class PageFormat(PictureFormat):
    """The file is searched for the element and not parsed as HTML; nothing else of it is read."""

    key = "html"
    title = "HTML page"
    suffixes = (".html", ".htm")
    meaning = "the session that a page written by kpgui carries"

    def recognises(self, start: bytes) -> bool:
        return _ROOT.match(start.removeprefix(b"\xef\xbb\xbf").lstrip()) is not None

    def embed(self, page: bytes, text: bytes) -> bytes:
        """The page with the text of a session file in it; it shows the same in every browser.

        page: one that carries none yet. Raises KpguiError for a text that is too large, ValueError for what is not a
        whole page.
        """
        check_room(text)
        end = page.rfind(b"</body>")
        if end < 0:
            raise ValueError("not a whole page")
        return b"".join([page[:end], BEGIN, base64.b64encode(deflated(text)), END, b"\n", page[end:]])

    def text_in(self, content: bytes, where: str) -> bytes | None:
        begin = content.find(BEGIN)
        if begin < 0:
            return None
        begin += len(BEGIN)
        end = content.find(END, begin)
        if end < 0 or content.find(BEGIN, begin) >= 0:
            raise damaged(where)
        if end - begin > 1.4 * MOST:
            raise too_large(where)
        try:
            return inflated(base64.b64decode(content[begin:end], validate=True), where)
        except binascii.Error:
            raise damaged(where) from None
