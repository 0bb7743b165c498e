"""The bump of one support vector in words."""

from kpgui.model.number import indexed, shown
from kpgui.model.reading import Failed
from kpgui.readings.bump import SHARES, BumpValue

NAME = "Show its &bump β·K(xᵢ, ·)"


def bump_texts(value: BumpValue | Failed) -> tuple[str, str]:
    """The title and the meaning of what the canvas shows."""
    if isinstance(value, Failed):
        return "No bump.", f"{value.sentence} Esc ends it."
    beta, x = indexed("β", value.number), indexed("x", value.number)
    title = f"{beta}·K({x}, ·) alone"
    if not value.beta:
        return title, f"{beta} = 0: it adds nothing to f. Esc ends it."
    if not value.curves:
        return title, f"{beta} = {shown(value.beta)}; it is flat in sight. Esc ends it."
    shares = f"{round(100 * SHARES[0])} to {round(100 * SHARES[-1])} %"
    return title, f"{beta} = {shown(value.beta)}; lines: {shares} of ±{shown(value.peak, 3)}; Esc ends it"
