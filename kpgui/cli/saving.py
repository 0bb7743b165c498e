"""Saving a session from the command line."""

from kpgui import api
from kpgui.cli.arguments import say
from kpgui.formats import format_for
from kpgui.model.session import Session
from kpgui.present.counters import plural
from kpgui.process import unwinding


def save_and_say(session: Session, path: str) -> str:
    """Save a session and say in a sentence what was saved; before that, on stderr, what the format cannot hold.

    Raises KpguiError when it cannot be saved.
    """
    for lost in api.losses(session, path):
        say(lost)
    with unwinding():
        api.save(session, path)
    left = "" if format_for(path).holds_session else " (the points only; a .kpgui file also holds kernel and learner)"
    return f"Wrote {plural(len(session.dataset), 'point')} to {path}{left}."
