"""APNG: an animation that is a PNG, in all colours and without loss."""

import io
import struct
import zlib
from collections.abc import Iterator
from typing import Any

from kpgui.figure.animation.encoder import Encoder
from kpgui.figure.animation.film import Film
from kpgui.figure.animation.pixels import changed, rgb_of
from kpgui.model.cancel import Token

LEVEL = 6
"""Effort of the compression, of 9."""


class Apng(Encoder):
    """Each frame after the first has only the rectangle that changes. Written frame by frame, unlike Pillow's own."""

    key = "apng"
    title = "APNG animation"
    meaning = "without loss, but large"
    suffixes = (".apng",)

    def pieces(self, film: Film, token: Token) -> Iterator[bytes]:
        yield b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", *film.size, 8, 2, 0, 0, 0))
        yield _chunk(b"acTL", struct.pack(">II", len(film), 0))  # for ever
        number, before = 0, None
        for image, milliseconds in zip(film.frames(token), film.durations, strict=True):
            shown = rgb_of(image)
            part = changed((shown != before).any(axis=-1)) if before is not None else (slice(0, None), slice(0, None))
            before, region = shown, shown[part]
            place = region.shape[1], region.shape[0], part[1].start, part[0].start
            yield _chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, *place, milliseconds, 1000, 0, 0))
            number += 1
            for data in _compressed(region):
                if number == 1:
                    yield _chunk(b"IDAT", data)
                else:
                    yield _chunk(b"fdAT", struct.pack(">I", number) + data)
                    number += 1
        yield _chunk(b"IEND", b"")


def _compressed(region: Any) -> Iterator[bytes]:
    """The contents of the IDAT chunks of a picture, (height, width, 3)."""
    from PIL import Image

    file = io.BytesIO()
    Image.fromarray(region).save(file, "PNG", compress_level=LEVEL)
    content, at = file.getvalue(), 8
    while at < len(content):
        length, kind = struct.unpack_from(">I4s", content, at)
        if kind == b"IDAT":
            yield content[at + 8 : at + 8 + length]
        at += 12 + length


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
