"""File formats: one file each. Loading finds the format, saving goes by the suffix."""

from pathlib import Path

from kpgui.formats.base import Format
from kpgui.formats.csv import Csv
from kpgui.formats.files import read_bytes, write_bytes
from kpgui.formats.session import SessionFile
from kpgui.formats.svmlight import Svmlight
from kpgui.formats.table import Table
from kpgui.formats.tsv import Tsv
from kpgui.model.errors import KpguiError
from kpgui.model.registry import Registry
from kpgui.model.session import Session

__all__ = ["FORMATS", "Format", "format_for", "from_json", "load", "save", "to_json"]

FORMATS: Registry[Format] = Registry("format", (SessionFile(), Csv(), Tsv(), Svmlight(), Table()))
"""In the order in which they are tried on content: a format that is easily mistaken for comes late."""

START = 1 << 16


def load(path: str | Path) -> Session:
    """The session in a file; points alone give one with default settings and a view of all of them.

    The content decides which format it is; the suffix does when the content does not say.
    Raises KpguiError that names the file and the line or field.
    """
    path = Path(path)
    content = read_bytes(path)
    claimed = _by_suffix(path)
    found = _by_content(content[:START], claimed)
    if found is None:
        raise KpguiError(f"{path} is of no format that kpgui knows; known are {_known()}.")
    if claimed is None or not claimed.holds_session:
        return found.read(content, str(path))
    try:
        return found.read(content, str(path))
    except KpguiError:
        return claimed.read(content, str(path))  # to say what is wrong with it as a session


def save(session: Session, path: str | Path) -> None:
    """Write a session, or its points alone when the suffix is that of a format without `holds_session`.

    Atomic: when it fails, what was there before still is. Raises KpguiError that names the path.
    """
    path = Path(path)
    write_bytes(path, format_for(path).write(session))


def format_for(path: str | Path) -> Format:
    """The format that a file of this name is saved in. Raises KpguiError that offers the known suffixes."""
    path = Path(path)
    found = _by_suffix(path)
    if found is None or not found.can_write:
        problem = f"the suffix {path.suffix!r} belongs to no format" if path.suffix else "it has no suffix"
        raise KpguiError(f"{path} cannot be saved: {problem}; known are {_known()}.")
    return found


def to_json(session: Session) -> str:
    """The session as the text of a `.kpgui` file."""
    return SessionFile().write_text(session)


def from_json(text: str, where: str) -> Session:
    """The session in the text of a `.kpgui` file; `where` names it in messages. Raises KpguiError."""
    return SessionFile().read_text(text, where)


def _by_suffix(path: Path) -> Format | None:
    suffix = path.suffix.lower()
    return next((each for each in FORMATS if suffix in each.suffixes), None)


def _by_content(start: bytes, claimed: Format | None) -> Format | None:
    """The format that the content looks like, else the one that the suffix claims."""
    return next((each for each in FORMATS if each.can_read and each.recognises(start)), claimed)


def _known() -> str:
    return ", ".join(suffix for each in FORMATS for suffix in each.suffixes)
