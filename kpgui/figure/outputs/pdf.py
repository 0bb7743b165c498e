"""PDF: a page of exactly the picture's size, with shapes, text that can be selected, and the field as an image."""

import re
from collections.abc import Callable
from math import ceil

from PySide6.QtCore import QBuffer, QByteArray, QHashSeed, QIODevice, QMarginsF, QSizeF, QUuid
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from kpgui.figure.outputs.picture import Output, Picture, painting_application, session_text
from kpgui.formats.parts.picture import check_room
from kpgui.formats.pdf import MARK, NAME
from kpgui.model.errors import UNWATCHED, Token

DATES = rb"/(CreationDate|ModDate) \(D:[^)]*\)\n"
"""The entries that would make the same picture another file tomorrow."""

ATTACHED = rb"<<(?=\n/Filter /FlateDecode\n/Length \d+ 0 R\n>>\nstream\n)"
"""The beginning of the stream of an attached file; Qt writes the entries of other streams in another order."""

METADATA = b"<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'/><?xpacket end='w'?>"
"""An empty packet in place of Qt's, which has the date in it."""

RESOLUTION = 1200
"""Units per inch in which Qt writes coordinates: a sixteenth of a point."""


class PdfOutput(Output):
    key = "pdf"
    title = "PDF document"
    suffixes = (".pdf",)
    drawn = True

    def content(self, picture: Picture, token: Token = UNWATCHED) -> bytes:
        token.check()
        painting_application()
        picture.scene  # noqa: B018  # computed before the seed is set
        token.check()
        identity = f"{picture.scene.title}\n{picture.scene.caption}\n{picture.style}"
        text = session_text(picture.session, picture.outcome) if picture.style.embed else b""
        check_room(text)
        return pdf_of(picture.draw, picture.paper, picture.scene.title, identity, text)


def pdf_of(
    paint: Callable[[QPainter], None], paper: tuple[float, float], title: str, identity: str, session: bytes = b""
) -> bytes:
    """What is painted in points on paper of (width, height) points.

    identity: a text of its own for each PDF. session: the text of a session file to attach, b"" for none.
    """
    width, height = paper
    whole = ceil(width), ceil(height)  # Qt rounds the sides of a page to points
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(RESOLUTION)
    writer.setTitle(title)
    writer.setCreator("kpgui")
    writer.setDocumentId(QUuid.createUuidV5(QUuid(), identity.encode()))
    writer.setDocumentXmpMetadata(QByteArray(METADATA))
    if session:
        writer.addFileAttachment(NAME, QByteArray(session), "application/json")
    page = QPageSize(QSizeF(*whole), QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    QHashSeed.setDeterministicGlobalSeed()  # the order in which Qt writes fonts is that of a hash table
    try:
        with QPainter(writer) as painter:
            painter.scale(RESOLUTION / 72, RESOLUTION / 72)
            paint(painter)
    finally:
        QHashSeed.resetRandomGlobalSeed()
    box = f"/MediaBox [0 {whole[1] - height:.6g} {width:.8g} {whole[1]}]".encode()
    return rewritten(
        bytes(buffer.data().data()), {rb"/MediaBox \[[^\]]*\]": box, DATES: b"", ATTACHED: b"<<\n" + MARK + b" true"}
    )


def rewritten(document: bytes, replacements: dict[bytes, bytes]) -> bytes:
    """The PDF with what these patterns match replaced, and its table of the objects' places corrected."""
    found = [(each, text) for pattern, text in replacements.items() for each in re.finditer(pattern, document)]
    found.sort(key=lambda change: change[0].start())

    def moved(place: int) -> int:
        return place + sum(len(text) - len(each[0]) for each, text in found if each.end() <= place)

    table = int(document[document.rindex(b"startxref") :].split()[1])
    pieces, at = [], 0
    for each, text in found:
        pieces += [document[at : each.start()], text]
        at = each.end()
    pieces.append(document[at:table])
    places = re.sub(rb"(\d{10})(?= \d{5} n)", lambda entry: b"%010d" % moved(int(entry[1])), document[table:])
    places = re.sub(rb"(?<=startxref\n)\d+", b"%d" % moved(table), places)
    return b"".join([*pieces, places])
