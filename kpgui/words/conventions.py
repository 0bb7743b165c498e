"""The fields of a textbook's conventions, folded away among those of the run, and what is typed there."""

import re
from dataclasses import asdict, replace
from typing import Any

from kpgui.language import _, later
from kpgui.learners import learner_of
from kpgui.model.conventions import LARGEST_NUMBER, MOST_POINTS, TIES, Conventions
from kpgui.model.edits import Setting
from kpgui.model.errors import KpguiError, short
from kpgui.model.param import Param, Value, grouped, text_of
from kpgui.model.session import ORDER, SEED, Session

BY_HAND = "by_hand"
"""The order of the conventions, among those of a session."""

SEPARATOR = re.compile(r"[\s,;]+")


def numbers_in(text: str) -> list[Any]:
    """The numbers that a text lists. Raises KpguiError.

    >>> numbers_in("1, 0.5 -2")
    [1, 0.5, -2]
    """
    words = [each for each in SEPARATOR.split(text.replace("\N{MINUS SIGN}", "-")) if each]
    try:
        return [float(each) if not each.lstrip("+-").isdigit() else int(each) for each in words]
    except ValueError:
        raise KpguiError(_("Type numbers such as 1 0 2, not “{text}”.").format(text=short(text))) from None


def _start(name: str, label: str, meaning: str) -> Param:
    return Param(name, "", meaning, scale="text", label=label, rare=True, check=numbers_in, syntax="numbers")


FIELDS = (
    replace(ORDER, choices=(*ORDER.choices, BY_HAND)),
    SEED,
    Param("tie", "mistake", "What f = 0 counts as.", scale="choice", choices=tuple(TIES), label="f = 0 is", rare=True),
    Param(
        "first",
        0,
        "The number of the point that every epoch begins with; 0 for the one that comes first.",
        scale="integer",
        low=0,
        high=MOST_POINTS,
        label="First point",
        rare=True,
    ),
    _start("alpha", "Start α", "What the α of each point starts from, such as 1 0 2."),
    _start("w", "Start w", "What the weights w start from, such as 1 −0.5."),
    Param(
        "b", 0.0, "What the bias b starts from.", low=-LARGEST_NUMBER, high=LARGEST_NUMBER, label="Start b", rare=True
    ),
)

FOLDED = later("Conventions of a textbook")


def shown_values(session: Session) -> dict[str, Value]:
    """What the fields show."""
    given = session.conventions
    return {
        "order": BY_HAND if given.order else session.order,
        "seed": session.seed,
        "tie": given.tie,
        "first": 0 if given.first is None else given.first + 1,
        "alpha": " ".join(map(str, given.alpha)),
        "w": " ".join(map(text_of, given.w)),
        "b": given.b,
    }


def edits_of(session: Session, name: str, value: Any) -> tuple[Setting, ...]:
    """The edits by which a field gets this value. Raises KpguiError for one that points and learner cannot have."""
    if name == "seed":
        return (Setting(name, value),)
    given, dataset, edits = asdict(session.conventions), session.dataset, list[Setting]()
    if name == "order":
        given["order"] = range(len(dataset)) if value == BY_HAND else ()
        edits.append(Setting("order", "dataset" if value == BY_HAND else value))
    elif name == "first":
        if value > len(dataset):
            raise KpguiError(_("There are {n} points: type a number up to {n}, or 0.").format(n=grouped(len(dataset))))
        given["first"] = value - 1 if value else None
    else:
        given[name] = numbers_in(value) if name in ("alpha", "w") else value
    chosen, learner = Conventions.of(given), learner_of(session)
    if getattr(chosen, name) != getattr(Conventions(), name):
        chosen.check(dataset, learner.possible, _(learner.title))
    return (*edits, Setting("conventions", chosen))
