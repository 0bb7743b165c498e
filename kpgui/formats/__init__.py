"""File formats, one module each. Loading recognises the format by the content, saving chooses it by the suffix.

`load` and `save` are what scripts need. An import dialog shows a `preview`, lets the user decide on `Choices`, and
reads the file with `read`.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from kpgui.formats.base import Format
from kpgui.formats.importing import preview, read
from kpgui.formats.registry import FORMATS, format_for, losses
from kpgui.formats.storage import write_file
from kpgui.formats.tabular.choices import Choices
from kpgui.formats.tabular.text import rows_of_piece
from kpgui.model.errors import Token
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
    """Returns the session in a file; a file of points alone gives default settings and a view that shows all of them.

    The format is recognised by the content, or by the suffix when the content does not tell.
    Raises KpguiError that names the file and the line or field.
    """
    return read(path).session


def save(session: Session, path: str | Path, progress: Callable[[float], None] | None = None) -> None:
    """Writes a session, or its points alone when the suffix is that of a format without `holds_session`.

    progress: called with the share written so far, from 0 to 1; may raise to cancel. Atomic: when saving fails or is
    cancelled, the old file is unchanged. Raises KpguiError that names the path, also for a session that could not be
    opened again once written.
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
