"""What is said of two runs side by side."""

import numpy as np

from kpgui.language import _, later, titled
from kpgui.learners import learner
from kpgui.model.errors import KpguiError
from kpgui.model.frame import Frame
from kpgui.model.param import grouped, shown, text_of
from kpgui.model.reading import Numbers
from kpgui.model.session import Session
from kpgui.words.counters import NOTHING_YET
from kpgui.words.overrides import setting
from kpgui.words.variation import Variable, Variation

COLUMNS = {
    "steps": (later("Steps"), later("Points examined")),
    "mistakes": (later("Mistakes"), later("Mistakes made in these steps")),
    "updates": (later("Updates"), later("Updates made in these steps")),
    "support": (later("Support"), later("Support vectors: points whose coefficient is not 0")),
    "errors": (later("Errors"), later("Training points on the wrong side now")),
    "held_out_errors": (later("Held out"), later("Points held out of training that are on the wrong side now")),
    "kernel_values": (later("K values"), later("Values of the kernel that learning has asked for so far")),
    "seconds": (later("Seconds"), later("Processor time that learning has taken so far, without drawing and waiting")),
}
"""Head and explanation of each column of the table, by its name in files."""

Runs = tuple[tuple[Session, Frame], ...]
"""The left run and the right one, each with its latest frame."""


def race_values(session: Session, frame: Frame) -> dict[str, int | float | None]:
    """The numbers of one run, by column; None for what is not known before the first step.

    A column that its learner or points do not have is absent.
    """
    counters, begun, held_out = frame.counters, frame.counters.step > 0, session.dataset.held_out.any()
    return {
        "steps": counters.step,
        **({"mistakes": counters.mistakes} if learner(session.learner).by_epochs else {}),
        "updates": counters.updates,
        "support": len(frame.expansion.support),
        "errors": counters.errors if begun else None,
        **({"held_out_errors": counters.held_out_errors if begun else None} if held_out else {}),
        "kernel_values": frame.kernel_values,
        "seconds": frame.seconds if begun else None,
    }


def race_counters(session: Session, frame: Frame) -> dict[str, str]:
    """The texts of one run, by column, as `race_values` has the numbers."""
    return {name: _text(value) for name, value in race_values(session, frame).items()}


def _text(value: float | None) -> str:
    if value is None:
        return NOTHING_YET
    return grouped(value) if isinstance(value, int) else shown(value, 3)


def race_table(runs: Runs, names: tuple[str, ...]) -> Numbers:
    """The table for a file: a row for each column of it on the screen, and the numbers of both runs by their names."""
    sides = [race_values(*each) for each in runs]
    keys = [key for key in COLUMNS if any(key in each for each in sides)]
    numbers = ([each[key] if each.get(key) is not None else "" for key in keys] for each in sides)
    return Numbers(("quantity", *race_names(runs, names)), tuple(np.array(each, object) for each in (keys, *numbers)))


def race_names(runs: Runs, names: tuple[str, ...]) -> list[str]:
    """What the two runs are called. names: of the settings that differ."""
    found = []
    for title, (session, __) in zip((_("Left"), _("Right")), runs, strict=True):
        try:
            found.append(titled(title, side_name(session, names)))
        except KpguiError:  # its kernel or learner has no such setting
            found.append(title)
    return found


def side_name(session: Session, names: tuple[str, ...]) -> str:
    """What the settings of these names are in one of the two runs.

    >>> side_name(Session(), ("kernel.sigma", "run.seed"))
    '1 · 0'
    """
    values = (setting(session, name).value for name in names)
    return " · ".join(each if isinstance(each, str) else text_of(each) for each in values)


def rival(session: Session, variable: Variable) -> str:
    """A value for the second run: the last one proposed that is not the session's own.

    >>> rival(Session(), Variable("kernel", "", "rbf(sigma=1), linear(), poly(degree=3)"))
    'poly(degree=3)'
    """
    own = side_name(session, (variable.name,))
    values = Variation.parse(variable.name, variable.values).values
    return next((each for each in reversed(values) if each != own), own)
