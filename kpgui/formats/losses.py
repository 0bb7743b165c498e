"""The parts of a session that a format cannot store, for a warning before saving."""

from kpgui.formats.base import Format
from kpgui.model.session import Session, View

SETTINGS = {
    "kernel": "the kernel",
    "learner": "the learner",
    "order": "the order",
    "seed": "the seed",
    "reached": "the step of the run",
    "live": "that Live is on",
    "shape": "the settings of the shape",
}
"""Fields of a session that a file of points cannot hold, and their names in a sentence."""


def losses(session: Session, form: Format, default: Session | None = None) -> tuple[str, ...]:
    """What would be lost if this session were saved in this format, one sentence each; empty when nothing is.

    Every format stores points bit for bit, in any number of dimensions, with their labels, order and held-out flags.
    Settings count as lost only where they differ from those that a file of points is opened with, which `default` has
    if they are spelt in another way than in `Session()`. Ids belong to the running program; no file stores them.
    """
    if form.holds_session:
        return ()
    lost = []
    default = default or Session()
    settings = [words for name, words in SETTINGS.items() if getattr(session, name) != getattr(default, name)]
    if settings:
        lost.append(f"{form.title} cannot hold {_listed(settings)}; a .kpgui file can.")
    if session.view not in (View(), View.around(session.dataset.points)):
        lost.append(f"{form.title} cannot hold the view; a .kpgui file can.")
    if not len(session.dataset):
        lost.append(f"{form.title} cannot be read back without a point in it; a .kpgui file can.")
    return tuple(lost)


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
