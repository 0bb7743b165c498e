"""What a format cannot hold of a session, for a warning before saving."""

from kpgui.formats.base import Format
from kpgui.model.session import Session, View

SETTINGS = ("kernel", "learner", "order", "seed")


def losses(session: Session, form: Format, default: Session | None = None) -> tuple[str, ...]:
    """What would be lost if this session were written in this format: a sentence each, none when it comes back whole.

    Points come back bit for bit in every format, in any number of dimensions, with their labels, order and held-out
    flags. Settings count as lost only where they are not those that a file of points gets anyway: those of `default`,
    if it is given because they are spelt in another way. Ids are names within a running program, which no file has.
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
