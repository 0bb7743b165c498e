"""What a file format is."""

from abc import ABC, abstractmethod
from typing import ClassVar

from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

MAX_ROWS = 2_000_000
MAX_CELLS = 10_000_000
"""Larger files are refused before they are taken apart."""


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

    @abstractmethod
    def write(self, session: Session) -> bytes:
        """The content of a file that holds the session, or its points."""


class TextFormat(Format):
    """A format whose files are UTF-8 text. A byte order mark is passed over, UTF-16 with one is read too."""

    def recognises(self, start: bytes) -> bool:
        return self.recognises_text(start.decode(_encoding(start), errors="replace").removeprefix("\ufeff"))

    def read(self, content: bytes, where: str) -> Session:
        if content.count(b"\n") > MAX_ROWS + 100:
            raise too_long(where)
        return self.read_text(decoded(content, where), where)

    def write(self, session: Session) -> bytes:
        return self.write_text(session).encode()

    @abstractmethod
    def recognises_text(self, start: str) -> bool: ...

    @abstractmethod
    def read_text(self, text: str, where: str) -> Session: ...

    @abstractmethod
    def write_text(self, session: Session) -> str: ...


def decoded(content: bytes, where: str) -> str:
    """The text of a file. Raises KpguiError when it is not text."""
    encoding = _encoding(content)
    if encoding != "utf-16" and b"\0" in content:
        raise KpguiError(f"{where} is a binary file, not a text file that holds points.")
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise KpguiError(f"{where}, line {line}: this is not UTF-8 text; save the file as UTF-8.") from None


def too_long(where: str) -> KpguiError:
    return KpguiError(
        f"{where} has more than {MAX_ROWS:,} rows or {MAX_CELLS:,} numbers, the most that can be opened; "
        "take a part of it, such as every tenth row."
    )


def _encoding(content: bytes) -> str:
    return "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
