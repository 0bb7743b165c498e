"""Saving a session from the command line."""

from kpgui import api
from kpgui.cli.arguments import say
from kpgui.formats import format_for
from kpgui.model.session import Session
from kpgui.present.counters import plural
from kpgui.process import unwinding


def save_and_say(session: Session, path: str) -> str:
    """Saves a session, after reporting on stderr what the format cannot hold. Returns a sentence about what was saved.

    Raises KpguiError when it cannot be saved.
    """
    for lost in api.losses(session, path):
        say(lost)
    with unwinding():
        api.save(session, path)
    left = "" if format_for(path).holds_session else " (the points only; a .kpgui file also holds kernel and learner)"
    return f"Wrote {plural(len(session.dataset), '{n} point', '{n} points')} to {path}{left}."
