"""Saving a session from the command line."""

import argparse

from kpgui import api
from kpgui.cli.arguments import STREAM
from kpgui.formats import format_for
from kpgui.model.errors import printable
from kpgui.model.session import Session
from kpgui.process import unwinding
from kpgui.words.counters import plural


def save_and_say(arguments: argparse.Namespace, session: Session, path: str) -> str | bytes:
    """Saves a session, after reporting on stderr what the format cannot hold. Returns a sentence about what was saved,
    or the content where it is for standard output.

    Raises KpguiError when it cannot be saved.
    """
    for lost in api.losses(session, path):
        arguments.console.remark(lost)
    if arguments.output == STREAM:
        form = format_for(path)
        form.check(session, path)
        return form.write(session)
    with arguments.console.working(f"writing {path}"), unwinding():
        api.save(session, path)
    left = "" if format_for(path).holds_session else " (the points only; a .kpgui file also holds kernel and learner)"
    return f"Wrote {plural(len(session.dataset), '{n} point', '{n} points')} to {printable(path)}{left}."
