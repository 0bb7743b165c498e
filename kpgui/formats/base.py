"""Base classes of the file formats."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.limits import check_saving
from kpgui.formats.tabular.sheet import Sheet
from kpgui.formats.tabular.text import beginning
from kpgui.model.errors import UNWATCHED, Token
from kpgui.model.session import Session

RECOGNISED_BYTES = 1 << 20
"""Bytes from which a format is recognised: some formats need two or three lines, however many columns these have."""


class Format(ABC):
    """A file format for a session, or only for its points.

    title: its name in dialogs. suffixes: lower case with the dot, the usual one first. holds_session:
    whether kernel, learner, run settings and view are stored too. meaning: one line on what it holds.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]
    meaning: ClassVar[str]
    can_read: ClassVar[bool] = True
    can_write: ClassVar[bool] = True
    holds_session: ClassVar[bool] = False

    @abstractmethod
    def recognises(self, start: bytes) -> bool:
        """Whether a file that starts with these bytes, at most RECOGNISED_BYTES, looks like one of this format."""

    @abstractmethod
    def read(self, content: bytes, where: str) -> Session:
        """The session in a file's content; `where` is the file's name, for messages.

        Raises KpguiError that names the file and the line or field.
        """

    def check(self, session: Session, where: str) -> None:
        """Raises KpguiError when the session, once written to the file of this name, could not be opened again."""
        check_saving(where, len(session.dataset), session.dataset.d)

    def write(self, session: Session) -> bytes:
        """The content of a file that holds the session, or its points."""
        return b"".join(self.in_pieces(session))

    @abstractmethod
    def in_pieces(self, session: Session) -> Iterator[bytes]:
        """The content of `write` piece by piece: for text a header, then `rows_of_piece` points at a time."""


class PointsFormat(Format):
    """A format of points with labels: a file is read as a `Sheet`, which becomes a dataset under the `Choices`."""

    @abstractmethod
    def sheet(
        self, content: bytes, where: str, choices: Choices, token: Token = UNWATCHED, limit: int | None = None
    ) -> Sheet:
        """The file as rows and columns; where the format allows it, the blocks are read lazily.

        limit: number of rows that suffice, None for all. Raises KpguiError, also while the blocks are iterated.
        """

    def read(self, content: bytes, where: str) -> Session:
        from kpgui.formats.tabular.building import build

        return build(self.sheet(content, where, Choices()), Choices()).session


class TextFormat(Format):
    """A format whose files are UTF-8 text. A byte order mark is skipped; UTF-16 that begins with one is read too."""

    def recognises(self, start: bytes) -> bool:
        return self.recognises_text(beginning(start, RECOGNISED_BYTES))

    def write_text(self, session: Session) -> str:
        return "".join(self.texts(session))

    def in_pieces(self, session: Session) -> Iterator[bytes]:
        return (text.encode() for text in self.texts(session))

    @abstractmethod
    def recognises_text(self, start: str) -> bool: ...

    @abstractmethod
    def texts(self, session: Session) -> Iterator[str]:
        """The content in pieces."""
