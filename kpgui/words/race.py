"""What is said of two runs side by side."""

from kpgui.language import later
from kpgui.model.frame import Frame
from kpgui.model.param import shown, text_of
from kpgui.model.session import Session
from kpgui.words.counters import NOTHING_YET, counter_texts, grouped, shown_counters
from kpgui.words.overrides import setting
from kpgui.words.variation import Variable, Variation

COLUMNS = {
    "step": (later("Steps"), later("Points examined")),
    "mistakes": (later("Mistakes"), later("Mistakes made in these steps")),
    "updates": (later("Updates"), later("Updates made in these steps")),
    "support": (later("Support"), later("Support vectors: points whose coefficient is not 0")),
    "errors": (later("Errors"), later("Training points on the wrong side now")),
    "held_out": (later("Held out"), later("Points held out of training that are on the wrong side now")),
    "kernel": (later("K values"), later("Values of the kernel that learning has asked for so far")),
    "seconds": (later("Seconds"), later("Processor time that learning has taken so far, without drawing and waiting")),
}
"""Head and explanation of each column of the table."""


def race_counters(session: Session, frame: Frame | None) -> dict[str, str]:
    """The texts of one run, by column; a column that its learner or points do not have is absent."""
    named = shown_counters(session)
    texts = {name: text for name, text in counter_texts(frame)._asdict().items() if name in named}
    if frame is None:
        return texts
    return {
        **texts,
        "support": grouped(len(frame.expansion.support)),
        "kernel": grouped(frame.kernel_values),
        "seconds": shown(frame.seconds, 3) if frame.counters.step else NOTHING_YET,
    }


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
