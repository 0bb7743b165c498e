"""What the screen says about a run whose settings or points were changed since."""

from kpgui.language import _, later
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session

SETTINGS = ("kernel", "learner", "order", "seed")

AND = " and "

WORDS = {
    "kernel": later("kernel"),
    "learner": later("learner"),
    "order": later("order"),
    "seed": later("seed"),
    "points": later("points"),
    "settings": later("settings"),
}
"""What `old_parts` is made of, besides AND."""


def old_parts(run: Session, now: Session) -> str:
    """The parts in which the session of a run differs from the present one; "" if both give the same run.

    >>> old_parts(Session(), Session(kernel="linear()", seed=3))
    'kernel and seed'
    """
    parts = _changed_settings(run, now)
    if not _same_points(run.dataset, now.dataset):
        parts.append("points")
    return "settings" if len(parts) > 2 else AND.join(parts)


def may_differ(before: Session, after: Session) -> bool:
    """Whether an edit between these sessions may change the run: of equal points only the same object counts."""
    return before.dataset is not after.dataset or bool(_changed_settings(before, after))


def badge(old: str) -> tuple[str, str]:
    """The title and the advice of the badge on the canvas.

    >>> badge("kernel")
    ('Boundary of the old kernel', 'Run (R) starts with the new one')
    """
    several = old.endswith("s") or AND in old
    advice = _("Run (R) starts with the new ones") if several else _("Run (R) starts with the new one")
    return _("Boundary of the old {old}").format(old=old_text(old)), advice


def old_text(old: str) -> str:
    """What `old_parts` returned in the language that was set."""
    return _(" and ").join(_(WORDS[part]) for part in old.split(AND)) if old else ""


def status_text(old: str) -> str:
    """
    >>> status_text("kernel")
    'Boundary and counters are of the old kernel. Run (R) starts with the new one.'
    """
    if not old:
        return ""
    return _("Boundary and counters are of the old {old}. {advice}.").format(old=old_text(old), advice=badge(old)[1])


def _changed_settings(before: Session, after: Session) -> list[str]:
    return [name for name in SETTINGS if getattr(before, name) != getattr(after, name)]


def _same_points(one: Dataset, other: Dataset) -> bool:
    """Whether two datasets are the same points, in the same order, under the same ids."""
    if one is other:
        return True
    names = one.ids is other.ids or (len(one) == len(other) and bool((one.ids == other.ids).all()))
    return names and one == other
