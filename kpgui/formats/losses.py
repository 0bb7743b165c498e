"""The parts of a session that a format cannot store, for a warning before saving."""

from kpgui.formats.base import Format
from kpgui.language import _, later
from kpgui.model.session import Session, View

SETTINGS = {
    "kernel": later("the kernel"),
    "learner": later("the learner"),
    "order": later("the order"),
    "seed": later("the seed"),
    "reached": later("the step of the run"),
    "live": later("that Live is on"),
    "shape": later("the settings of the shape"),
    "ghosts": later("the ghosts"),
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
    settings = [_(words) for name, words in SETTINGS.items() if getattr(session, name) != getattr(default, name)]
    if settings:
        lost.append(
            _("{title} cannot hold {settings}; a .kpgui file can.").format(
                title=_(form.title), settings=_listed(settings)
            )
        )
    if session.view not in (View(), View.around(session.dataset.points)):
        lost.append(_("{title} cannot hold the view; a .kpgui file can.").format(title=_(form.title)))
    if not len(session.dataset):
        lost.append(
            _("{title} cannot be read back without a point in it; a .kpgui file can.").format(title=_(form.title))
        )
    return tuple(lost)


def _listed(words: list[str]) -> str:
    if len(words) == 1:
        return words[0]
    return _("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])
