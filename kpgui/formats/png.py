"""PNG pictures, with the session as text chunks (PNG specification, third edition, 11.3.3.4 iTXt)."""

import re
import struct
import zlib
from collections.abc import Iterator

from kpgui.formats.parts.picture import MOST, PictureFormat, check_room, damaged, deflated, inflated, too_large
from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.model.param import grouped

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHUNKS = 300_000
"""Most chunks that are looked through: a picture of 200 MB in chunks of 8 kB, as Qt and libpng write it, has 25 000."""

PART = 500_000
"""Bytes of text in a chunk. Readers bound what a chunk unpacks to: Pillow refuses pictures with chunks above 1 MB."""

PLAIN = 2_000
"""Bytes of text up to which it is not compressed, so that it can be read in the file."""

_KEYWORD = re.compile(rb"kpgui(?: ([1-9][0-9]{0,2}))?")
"""The keyword of a part: "kpgui", then "kpgui 2", "kpgui 3" and so on."""


class Png(PictureFormat):
    """The text stands in iTXt chunks with the keyword "kpgui", before the image, compressed unless it is short.

    Length and checksum of every chunk of ours are checked; other chunks are passed over by their lengths.
    """

    key = "png"
    title = "PNG picture"
    suffixes = (".png",)
    meaning = "the session that a picture drawn by kpgui carries in a text chunk"

    def recognises(self, start: bytes) -> bool:
        return start.startswith(SIGNATURE)

    def embed(self, picture: bytes, text: bytes) -> bytes:
        """The picture with the text of a session file in it; it shows the same to every viewer.

        picture: one that carries none yet. Raises KpguiError for a text that is too large, ValueError for what is not a
        whole PNG picture.
        """
        check_room(text)
        head = len(SIGNATURE) + 12 + 13  # the first chunk is IHDR, which has 13 bytes
        if not self.recognises(picture) or picture[12:16] != b"IHDR" or len(picture) <= head:
            raise ValueError("not a whole PNG picture")
        chunks = [_text_chunk(number, part) for number, part in enumerate(_parts(text), 1)]
        return b"".join([picture[:head], *chunks, picture[head:]])

    def text_in(self, content: bytes, where: str) -> bytes | None:
        parts: dict[int, bytes] = {}
        left = MOST
        for data, checksum in _text_chunks(content, where):
            keyword = bytes(data[:80]).partition(b"\0")[0]
            ours = _KEYWORD.fullmatch(keyword)
            if ours is None:
                continue
            number = int(ours[1] or 1)
            if number in parts:
                raise KpguiError(
                    _("{where} carries more than one kpgui session; take a picture that has one.").format(where=where)
                )
            if zlib.crc32(data, zlib.crc32(b"iTXt")) != checksum:
                raise damaged(where)
            parts[number] = _text_of(data[len(keyword) + 1 :], where, left)
            left -= len(parts[number])
        if set(parts) != set(range(1, len(parts) + 1)):
            raise damaged(where)
        return b"".join(parts[number] for number in sorted(parts)) if parts else None


def _text_chunks(content: bytes, where: str) -> Iterator[tuple[memoryview, int]]:
    """Data and checksum of each iTXt chunk up to IEND.

    Raises KpguiError where the picture is cut off or has more than CHUNKS.
    """
    view, at = memoryview(content), len(SIGNATURE)
    for __ in range(CHUNKS):
        if at + 12 > len(content):
            raise _cut(where)
        length, name = struct.unpack_from(">I4s", content, at)
        end = at + 12 + length
        if end > len(content):
            raise _cut(where)
        if name == b"iTXt":
            yield view[at + 8 : end - 4], int.from_bytes(view[end - 4 : end], "big")
        if name == b"IEND":
            return
        at = end
    raise KpguiError(
        _("{where} has more than {most} parts, too many for a picture that kpgui drew.").format(
            where=where, most=grouped(CHUNKS)
        )
    )


def _cut(where: str) -> KpguiError:
    return KpguiError(_("{where} ends in the middle of the picture; take an earlier copy of it.").format(where=where))


def _text_of(data: memoryview, where: str, room: int) -> bytes:
    """The text of an iTXt chunk from its compression flag on. Raises KpguiError."""
    flag, method = (data[0], data[1]) if len(data) > 2 else (2, 0)
    # A language and a translated keyword follow, both empty where kpgui wrote the chunk.
    fields = bytes(data[2:1000]).split(b"\0", 2)
    if len(fields) < 3 or flag > 1 or method:
        raise damaged(where)
    text = data[2 + len(fields[0]) + len(fields[1]) + 2 :]
    if flag:
        return inflated(text, where, room)
    if len(text) > room:
        raise too_large(where)
    return bytes(text)


def _parts(text: bytes) -> Iterator[bytes]:
    """The text in parts of at most PART bytes; no character of it is divided."""
    start = 0
    while start < len(text):
        end = min(start + PART, len(text))
        while end < len(text) and text[end] & 0xC0 == 0x80 and end > start + PART - 4:  # within a character
            end -= 1
        yield text[start:end]
        start = end


def _text_chunk(number: int, text: bytes) -> bytes:
    keyword = b"kpgui" if number == 1 else b"kpgui %d" % number
    packed = len(text) > PLAIN
    data = b"".join([keyword, b"\0", bytes([packed]), b"\0\0\0", deflated(text) if packed else text])
    checksum = zlib.crc32(data, zlib.crc32(b"iTXt"))
    return struct.pack(">I4s", len(data), b"iTXt") + data + checksum.to_bytes(4, "big")
