"""The session that a picture carries."""

from dataclasses import replace

from kpgui.figure.outputs.picture import Picture
from kpgui.formats.parts.picture import PictureFormat
from kpgui.formats.registry import by_suffix
from kpgui.formats.session import SessionFile
from kpgui.model.session import Reached


def carrying(content: bytes, picture: Picture, suffix: str) -> bytes:
    """The content of a file with this suffix, with its session in it where the style and the kind of file allow it.

    Raises KpguiError for a session that is too large to be carried.
    """
    form = by_suffix(f"picture{suffix}")
    if not picture.style.embed or not isinstance(form, PictureFormat):
        return content
    return form.embed(content, session_text(picture))


def session_text(picture: Picture) -> bytes:
    """The content of a session file that opens at the step which the picture shows.

    The step is that of the outcome: the window may have a session edited since, of which there is no run yet.
    """
    counters = picture.outcome.counters
    reached = Reached(counters.step, counters.mistakes, counters.updates)
    return SessionFile().write(replace(picture.session, reached=reached))
