"""PDF pictures, with the session as an attached file (PDF 1.7, section 7.11.4)."""

import re

from kpgui.formats.parts.picture import PictureFormat, damaged, inflated

NAME = "session.kpgui"
MARK = b"/KpguiSession"
"""Name of the attached file, and a key of our own in the dictionary of its stream, by which it is found."""

_FAR = 2000
"""Bytes of that dictionary on each side of the key, at most."""

_STREAM = re.compile(rb">>\s{0,10}stream\r?\n")


class Pdf(PictureFormat):
    """The text is a compressed stream that is attached to the document as `session.kpgui`, so that viewers list it.

    A reader looks for the key of the stream and does not parse the document; of several streams the last counts: older
    versions appended theirs as an incremental update.
    """

    key = "pdf"
    title = "PDF picture"
    suffixes = (".pdf",)
    meaning = "the session that a picture drawn by kpgui carries as an attached file"

    def recognises(self, start: bytes) -> bool:
        return start.startswith(b"%PDF-")

    def text_in(self, content: bytes, where: str) -> bytes | None:
        at = content.rfind(MARK)
        if at < 0:
            return None
        near = content[max(0, at - _FAR) : at + _FAR]
        begin = _STREAM.search(near, min(at, _FAR))
        if begin is None or b"/FlateDecode" not in near[: begin.start()]:
            raise damaged(where)
        return inflated(memoryview(content)[max(0, at - _FAR) + begin.end() :], where)
