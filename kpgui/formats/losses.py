"""The parts of a session that a format cannot store, for a warning before saving."""

from kpgui.formats.base import Format
from kpgui.model.session import Session, View

SETTINGS = ("kernel", "learner", "order", "seed")


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
    settings = [name for name in SETTINGS if getattr(session, name) != getattr(default, name)]
    if settings:
        lost.append(f"{form.title} cannot hold {_listed(settings)}; a .kpgui file can.")
    if session.view not in (View(), View.around(session.dataset.points)):
        lost.append(f"{form.title} cannot hold the view; a .kpgui file can.")
    if not len(session.dataset):
        lost.append(f"{form.title} cannot be read back without a point in it; a .kpgui file can.")
    return tuple(lost)


def _listed(names: list[str]) -> str:
    words = [f"the {name}" for name in names]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
