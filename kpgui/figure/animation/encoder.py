"""The interface of what writes an animation as a file."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from kpgui.figure.animation.film import Film
from kpgui.figure.animation.size import size_of
from kpgui.figure.style import Style
from kpgui.formats.storage.files import write_file
from kpgui.model.cancel import UNWATCHED, Token
from kpgui.model.session import View


class Encoder(ABC):
    """A kind of animation file. suffixes: of its files, the usual one first. meaning: what it is good for, in a line.

    even: whether sides must have an even number of pixels.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    meaning: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]
    even: ClassVar[bool] = False

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

    def problem(self) -> str:
        """Why it cannot be written on this machine, as a sentence; "" if it can."""
        return ""
