"""What a file format is."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.limits import check_saving, check_size
from kpgui.formats.tabular.sheet import Sheet
from kpgui.formats.tabular.text import beginning, decoded
from kpgui.model.cancel import UNWATCHED, Token
from kpgui.model.session import Session

START = 1 << 20
"""So many bytes are enough to recognise a format: some look at the first two or three lines, with all their columns."""


class Format(ABC):
    """A way to write a session, or only its points, to a file.

    title: its name in dialogs. suffixes: lower case with the dot, the usual one first. holds_session:
    whether kernel, learner, run settings and view are kept too. meaning: one line on what it holds.
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
        """Whether a file that starts like this looks like one of this format."""

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
        """The same content piece by piece: for text a head, then `rows_of_piece` points at a time."""


class PointsFormat(Format):
    """A format of points with labels: its files are sheets, of which choices make a dataset."""

    @abstractmethod
    def sheet(
        self, content: bytes, where: str, choices: Choices, token: Token = UNWATCHED, limit: int | None = None
    ) -> Sheet:
        """The file as rows and columns; where possible its blocks are read when they are asked for.

        limit: so many rows are enough. Raises KpguiError, also while the blocks are read.
        """

    def read(self, content: bytes, where: str) -> Session:
        from kpgui.formats.tabular.building import build

        return build(self.sheet(content, where, Choices()), Choices()).session


class TextFormat(Format):
    """A format whose files are UTF-8 text. A byte order mark is passed over, UTF-16 with one is read too."""

    def recognises(self, start: bytes) -> bool:
        return self.recognises_text(beginning(start, START))

    def write_text(self, session: Session) -> str:
        return "".join(self.texts(session))

    def in_pieces(self, session: Session) -> Iterator[bytes]:
        return (text.encode() for text in self.texts(session))

    @abstractmethod
    def recognises_text(self, start: str) -> bool: ...

    @abstractmethod
    def texts(self, session: Session) -> Iterator[str]:
        """The content in pieces."""


class WholeTextFormat(TextFormat):
    """A text format that is read in one go."""

    def read(self, content: bytes, where: str) -> Session:
        check_size(where, rows=content.count(b"\n") - 100)
        return self.read_text(decoded(content, where), where)

    @abstractmethod
    def read_text(self, text: str, where: str) -> Session: ...
