"""What a picture carries of where it comes from."""

from dataclasses import replace

from kpgui.figure.scene import Outcome
from kpgui.formats.session import SessionFile
from kpgui.model.session import Reached, Session


def session_text(session: Session, outcome: Outcome) -> bytes:
    """The content of a session file that opens at the step which a picture of this outcome shows.

    The step is that of the outcome: the window may have a session edited since, of which there is no run yet.
    """
    counters = outcome.counters
    reached = Reached(counters.step, counters.mistakes, counters.updates)
    return SessionFile().write(replace(session, reached=reached))
