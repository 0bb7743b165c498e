"""The interface of what writes an animation as a file, and the pixels that it gets."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from PySide6.QtGui import QImage

from kpgui.figure.animation.film import Film, size_of
from kpgui.figure.style import Style
from kpgui.formats.storage import write_file
from kpgui.geometry.palette import Palette, field_colours, rgb
from kpgui.model.errors import UNWATCHED, Token
from kpgui.model.session import View


class Encoder(ABC):
    """A kind of animation file. suffixes: of its files, the usual one first. meaning: what it is good for, in a line.

    even: whether sides must have an even number of pixels. drawn: whether its frames are, in a size and a style.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    meaning: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]
    even: ClassVar[bool] = False
    drawn: ClassVar[bool] = True

    @abstractmethod
    def pieces(self, film: Film, token: Token) -> Iterator[bytes]:
        """The file's content, drawn and encoded as it is asked for; reports progress.

        Raises KpguiError when it cannot be encoded, and Cancelled.
        """

    def write(self, film: Film, path: Path, token: Token = UNWATCHED) -> None:
        """Writes the file, or leaves what is there if it fails or is cancelled. Raises as `pieces` does."""
        write_file(path, self.pieces(film, token))

    def fitted(self, style: Style, view: View) -> Style:
        """The style in a size that it can write."""
        width, height = size_of(view, style)
        return replace(style, width=width + width % 2, height=height + height % 2) if self.even else style

    def remark(self, path: Path) -> str:
        """What is to be said of the file that was written there, as a sentence; "" as a rule."""
        return ""

    def problem(self) -> str:
        """Why it cannot be written on this machine, as a sentence; "" if it can."""
        return ""


COLOURS = 255
"""Entries of the palette; the last of 256 is left for what does not change."""

UNKNOWN = 255
NEAR = 6
"""How far a channel may be off for a colour to count as one of the fixed ones."""

INKS = "canvas text muted grid positive negative outline undecided boundary margin support flash examined danger"


def codes_of(image: QImage) -> Any:
    """The pixels of an opaque image as 0xRRGGBB, uint32 (height, width)."""
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    return rows[:, : image.width()] & np.uint32(0xFFFFFF)


def rgb_of(image: QImage) -> Any:
    """The pixels of an opaque image, uint8 (height, width, 3)."""
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return np.ascontiguousarray(rows[:, : image.width(), 2::-1])


def changed(where: Any) -> tuple[slice, slice]:
    """Rows and columns of the smallest rectangle with all pixels that are true, at least one pixel large."""
    rows, columns = np.flatnonzero(where.any(axis=1)), np.flatnonzero(where.any(axis=0))
    if not len(rows):
        return slice(0, 1), slice(0, 1)
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def fixed_colours(palette: Palette) -> Any:
    """The colours that a picture is painted with, uint8 (k, 3): the inks, and every fourth of the field's."""
    inks = [rgb(getattr(palette, name)) for name in INKS.split()]
    return np.concatenate([np.array(inks, np.uint8), field_colours(palette)[1::4, :3]])


class SharedPalette:
    """At most `COLOURS` colours, and the nearest of them for each pixel of each frame.

    The same colour has the same entry in all frames, so nothing flickers. The colours of the program's own palette are
    exact; what remains is chosen for their mixtures along edges.
    """

    def __init__(self, fixed: Any, samples: Iterable[Any]) -> None:
        """fixed: uint8 (k, 3). samples: some frames, as of `codes_of`, of which every fourth pixel is looked at."""
        from PIL import Image

        self.colours = np.unique(fixed, axis=0)
        self._nearest = np.full(1 << 24, UNKNOWN, np.uint8)
        mixed = np.concatenate([self._far_from_fixed(frame[::2, ::2]) for frame in samples])
        if len(mixed):
            rest = Image.fromarray(mixed[None]).quantize(COLOURS - len(self.colours))
            self.colours = np.concatenate([self.colours, np.array(rest.getpalette(), np.uint8).reshape(-1, 3)])
        self.colours = self.colours[:COLOURS]
        self._nearest[:] = UNKNOWN

    def _far_from_fixed(self, codes: Any) -> Any:
        indices = self.indices(codes)
        pixels = _channels(codes)
        off = np.abs(pixels.astype(np.int16) - self.colours[indices]).max(axis=-1)
        return pixels[off > NEAR]

    def indices(self, codes: Any) -> Any:
        """The entry of each pixel, uint8 in the shape of codes."""
        found = self._nearest[codes]
        missing = found == UNKNOWN
        if missing.any():
            colours = codes[missing]
            new = np.unique(colours)
            self._nearest[new] = _nearest(_channels(new).astype(np.float32), self.colours.astype(np.float32))
            found[missing] = self._nearest[colours]
        return found

    @property
    def table(self) -> bytes:
        """Red, green and blue of 256 entries."""
        return self.colours.tobytes().ljust(768, b"\0")


def _channels(codes: Any) -> Any:
    """Red, green and blue, uint8 (…, 3)."""
    return np.stack([codes >> 16, (codes >> 8) & 0xFF, codes & 0xFF], axis=-1).astype(np.uint8)


def _nearest(pixels: Any, colours: Any) -> Any:
    """The index of the nearest of `colours` (k, 3) for each of `pixels` (m, 3), float32: whole numbers are exact."""
    return ((colours**2).sum(axis=1) - 2 * pixels @ colours.T).argmin(axis=1)
