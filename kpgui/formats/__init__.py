"""File formats: one file each. Loading finds the format, saving goes by the suffix.

`load` and `save` are what scripts need. An import dialog looks with `preview`, lets the user decide on `Choices`, and
reads with `read`.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from kpgui.formats.base import Format
from kpgui.formats.importing import preview, read
from kpgui.formats.losses import losses
from kpgui.formats.registry import FORMATS, format_for
from kpgui.formats.storage.files import write_file
from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.writing import rows_of_piece
from kpgui.model.cancel import Token
from kpgui.model.session import Session

__all__ = [
    "FORMATS",
    "Choices",
    "Format",
    "format_for",
    "load",
    "losses",
    "preview",
    "read",
    "save",
]


def load(path: str | Path) -> Session:
    """The session in a file; points alone give one with default settings and a view of all of them.

    The content decides which format it is; the suffix does when the content does not say.
    Raises KpguiError that names the file and the line or field.
    """
    return read(path).session


def save(session: Session, path: str | Path, progress: Callable[[float], None] | None = None) -> None:
    """Write a session, or its points alone when the suffix is that of a format without `holds_session`.

    progress: told which share is written, from 0 to 1; may raise to give up. Atomic: when it fails or is given up, what
    was there before still is. Raises KpguiError that names the path; nothing is written of what could not be opened
    again.
    """
    path = Path(path)
    form = format_for(path)
    form.check(session, str(path))
    write_file(path, _reported(session, form, Token(progress=progress)))


def _reported(session: Session, form: Format, token: Token) -> Iterator[bytes]:
    size = rows_of_piece(session.dataset.d)
    for number, piece in enumerate(form.in_pieces(session)):
        yield piece
        token.report(min(1.0, number * size / max(1, len(session.dataset))))
