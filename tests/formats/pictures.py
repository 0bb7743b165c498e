"""Small pictures of every kind that carry nothing yet, without Qt, and ones that carry what they should not."""

import base64
import struct
import zlib

from kpgui.formats.registry import FORMATS

SIGNATURE = b"\x89PNG\r\n\x1a\n"
SVG = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3">\n'
    b"<title>Kernel perceptron</title>\n<rect width='4' height='3'/>\n</svg>\n"
)
MEGABYTE = 1 << 20


def chunk(name, data, checksum=None):
    """A chunk of a PNG picture."""
    checksum = zlib.crc32(name + data) if checksum is None else checksum
    return struct.pack(">I4s", len(data), name) + data + struct.pack(">I", checksum)


def png(*between):
    """A PNG picture of one grey pixel, with these chunks before its image."""
    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    image = chunk(b"IDAT", zlib.compress(b"\0\x80"))
    return b"".join([SIGNATURE, chunk(b"IHDR", header), *between, image, chunk(b"IEND", b"")])


def pdf():
    """A PDF document of one empty page, as plain as Qt writes its own."""
    objects = (
        b"<<\n/Type /Catalog\n/Pages 2 0 R\n/Names 4 0 R\n>>",
        b"<<\n/Type /Pages\n/Kids [3 0 R]\n/Count 1\n>>",
        b"<<\n/Type /Page\n/Parent 2 0 R\n/MediaBox [0 0 72 72]\n/Resources << >>\n>>",
        b"<<\n>>",
    )
    content, table = b"%PDF-1.4\n", b"0000000000 65535 f \n"
    for number, each in enumerate(objects, 1):
        table += b"%010d 00000 n \n" % len(content)
        content += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    end = b"trailer\n<<\n/Size 5 \n/Root 1 0 R\n>>\nstartxref\n%d \n%%%%EOF\n" % len(content)
    return content + b"xref\n0 5\n" + table + end


PAGE = b"<!doctype html>\n<html><head><title>Kernel perceptron</title></head>\n<body></body></html>\n"
BLANK = {"png": png(), "svg": SVG, "pdf": pdf(), "html": PAGE}
"""A picture of each kind."""


def carrying(key, text):
    """A picture of this kind that carries a text."""
    if key == "pdf":
        return with_stream(key, zlib.compress(text))
    return FORMATS.find(key).embed(BLANK[key], text)


def with_stream(key, packed):
    """A picture in which this stands for the compressed text."""
    if key == "png":
        return png(chunk(b"iTXt", b"kpgui\0\1\0\0\0" + packed))
    if key == "svg":
        element = b"<metadata><kpgui:session>" + base64.b64encode(packed) + b"</kpgui:session></metadata></svg>"
        return SVG.replace(b"</svg>", element)
    if key == "html":
        element = b'<script type="application/x-kpgui-session">' + base64.b64encode(packed) + b"</script></body>"
        return PAGE.replace(b"</body>", element)
    return b"%PDF-1.4\n5 0 obj\n<< /KpguiSession true /Filter /FlateDecode >>\nstream\n" + packed + b"\nendstream\n"


def bomb(megabytes):
    """A zlib stream, a thousandth as long as what it unpacks to."""
    packer = zlib.compressobj(9)
    head = packer.compress(b"{") + packer.flush(zlib.Z_FULL_FLUSH)
    again = packer.compress(b" " * MEGABYTE) + packer.flush(zlib.Z_FULL_FLUSH)  # whole by itself: it can be repeated
    return head + again * megabytes + packer.flush()
