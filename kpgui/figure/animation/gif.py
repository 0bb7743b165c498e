"""GIF: all frames in one palette, each only as large as what changes in it."""

import struct
from collections.abc import Iterator
from typing import Any

import numpy as np

from kpgui.figure.animation.encoder import UNKNOWN, Encoder, SharedPalette, changed, codes_of, fixed_colours
from kpgui.figure.animation.film import Film
from kpgui.model.errors import Token

SAMPLES = 8
"""Frames that the palette is chosen for."""

FOREVER = 0
"""How often the animation is repeated."""


class Gif(Encoder):
    """Written by hand around Pillow's compressor, because Pillow would hold all frames in memory."""

    key = "gif"
    title = "GIF animation"
    meaning = "plays everywhere, in 255 colours"
    suffixes = (".gif",)

    def pieces(self, film: Film, token: Token) -> Iterator[bytes]:
        palette = SharedPalette(fixed_colours(film.palette), _samples(film, token))
        yield b"GIF89a" + struct.pack("<HHBBB", *film.size, 0xF7, 0, 0) + palette.table
        yield b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<H", FOREVER) + b"\0"
        before = None
        for image, milliseconds in zip(film.frames(token), film.durations, strict=True):
            shown = palette.indices(codes_of(image))
            yield _frame(before, shown, milliseconds)
            before = shown
        yield b";"


def _samples(film: Film, token: Token) -> Iterator[Any]:
    """Some of the frames, evenly chosen."""
    for number in sorted({round(k * (len(film) - 1) / (SAMPLES - 1)) for k in range(SAMPLES)}):
        token.check()
        yield codes_of(film.frame(number))


def _frame(before: Any, shown: Any, milliseconds: int) -> bytes:
    """A frame drawn over the one before; what is the same is transparent, and left out at the edges."""
    from PIL import GifImagePlugin, Image

    x = y = 0
    if before is not None:
        same = shown == before
        part = changed(~same)
        x, y = part[1].start, part[0].start
        shown = np.where(same[part], np.uint8(UNKNOWN), shown[part])
    size = shown.shape[1], shown.shape[0]
    indexed = Image.frombuffer("P", size, shown.tobytes(), "raw", "P", 0, 1)
    timing = {"duration": milliseconds, "disposal": 1, "transparency": UNKNOWN}
    return b"".join(GifImagePlugin.getdata(indexed, (x, y), **timing))
