"""PDF pictures, with the session as an attached file (PDF 1.7, sections 7.11.4 and 7.5.6)."""

import re

from kpgui.formats.parts.picture import PictureFormat, damaged, deflated, inflated

MARK = b"/KpguiSession"
"""A key of our own in the dictionary of the stream, by which it is found."""

_FAR = 2000
"""Bytes of that dictionary on each side of the key, at most."""

_STREAM = re.compile(rb">>\s{0,10}stream\r?\n")
_XREF = re.compile(rb"xref\s+0 (\d{1,7})\s{1,2}\n?((?:\d{10} \d{5} [nf]..)+)\s*trailer\s*<<(.*)>>\s*$", re.DOTALL)
_END = re.compile(rb"startxref\s+(\d{1,10})\s+%%EOF\s*$")


class Pdf(PictureFormat):
    """The text is a compressed stream that is attached to the document as `session.kpgui`, so that viewers list it.

    It is appended as an incremental update, which leaves every byte of the picture as it was. A reader looks for the
    key of the stream and does not parse the document; of several streams the last counts, as in any update.
    """

    key = "pdf"
    title = "PDF picture"
    suffixes = (".pdf",)
    meaning = "the session that a picture drawn by kpgui carries as an attached file"

    def recognises(self, start: bytes) -> bool:
        return start.startswith(b"%PDF-")

    def with_text(self, picture: bytes, text: bytes) -> bytes:
        document = _Document(picture)
        stream, file, names = (document.size + k for k in range(3))
        packed = deflated(text)
        old = document.names()
        catalog = re.sub(rb"/Names\s+\d+\s+\d+\s+R", b"", document.dictionary(document.root))
        objects = {
            document.root: b"<<%s/Names %d 0 R\n>>" % (catalog, names),
            stream: b"<<\n/Type /EmbeddedFile\n/Subtype /application#2Fjson\n%s true\n/Filter /FlateDecode\n"
            b"/Length %d\n/Params << /Size %d >>\n>>\nstream\n%s\nendstream" % (MARK, len(packed), len(text), packed),
            file: b"<<\n/Type /Filespec\n/F (session.kpgui)\n/UF (session.kpgui)\n"
            b"/Desc (The session that this picture shows)\n/EF << /F %d 0 R >>\n>>" % stream,
            names: b"<<%s/EmbeddedFiles << /Names [ (session.kpgui) %d 0 R ] >>\n>>" % (old, file),
        }
        return document.updated(objects)

    def text_in(self, content: bytes, where: str) -> bytes | None:
        at = content.rfind(MARK)
        if at < 0:
            return None
        near = content[max(0, at - _FAR) : at + _FAR]
        begin = _STREAM.search(near, min(at, _FAR))
        if begin is None or b"/FlateDecode" not in near[: begin.start()]:
            raise damaged(where)
        return inflated(memoryview(content)[max(0, at - _FAR) + begin.end() :], where)


class _Document:
    """A PDF document with one table of references, as Qt writes it. Raises ValueError for any other."""

    def __init__(self, content: bytes) -> None:
        end = _END.search(content, max(0, len(content) - 100))
        self._start = int(end[1]) if end else 0
        found = _XREF.match(content, self._start, end.start()) if end else None
        root = re.search(rb"/Root\s+(\d+)\s+0\s+R", found[3]) if found else None
        if found is None or root is None or b"/Prev" in found[3]:
            raise ValueError("not a PDF document with one table of references")
        self._content, self._trailer = content, found[3]
        self._places = [int(found[2][k : k + 10]) for k in range(0, len(found[2]), 20)]
        self.size, self.root = int(found[1]), int(root[1])

    def dictionary(self, number: int) -> bytes:
        """What stands between the brackets of an object that is a dictionary."""
        place = self._places[number]
        found = re.compile(rb"%d 0 obj\s*<<(.*?)>>\s*endobj" % number, re.DOTALL).match(self._content, place)
        if found is None:
            raise ValueError(f"object {number} is no dictionary")
        return found[1]

    def names(self) -> bytes:
        """The entries of the catalog's names."""
        reference = re.search(rb"/Names\s+(\d+)\s+0\s+R", self.dictionary(self.root))
        entries = self.dictionary(int(reference[1])) if reference else b"\n"
        if b"/EmbeddedFiles" in entries:
            raise ValueError("the document has attached files already")
        return entries

    def updated(self, objects: dict[int, bytes]) -> bytes:
        """The document with these objects, by number, in place of old ones or as new ones."""
        pieces, at, table = [self._content], len(self._content), [b"0 1\n0000000000 65535 f \n"]
        for number, content in objects.items():
            piece = b"%d 0 obj\n%s\nendobj\n" % (number, content)
            table.append(b"%d 1\n%010d 00000 n \n" % (number, at))
            pieces.append(piece)
            at += len(piece)
        trailer = re.sub(rb"/Size\s+\d+", b"/Size %d" % max(self.size, max(objects) + 1), self._trailer)
        pieces += [
            b"xref\n",
            *table,
            b"trailer\n<<%s/Prev %d\n>>\nstartxref\n%d\n%%%%EOF\n" % (trailer, self._start, at),
        ]
        return b"".join(pieces)
