"""The bump of one support vector in words."""

from kpgui.geometry.bump import SHARES, BumpValue
from kpgui.language import _, later
from kpgui.model.number import indexed, shown
from kpgui.model.reading import Failed

NAME = later("Show its &bump β·K(xᵢ, ·)")


def bump_texts(value: BumpValue | Failed) -> tuple[str, str]:
    """The title and the meaning of what the canvas shows."""
    if isinstance(value, Failed):
        return _("No bump."), _("{sentence} Esc ends it.").format(sentence=value.sentence)
    beta, x = indexed("β", value.number), indexed("x", value.number)
    title = _("{term} alone").format(term=f"{beta}·K({x}, ·)")
    if not value.beta:
        return title, _("{name} = 0: it adds nothing to f. Esc ends it.").format(name=beta)
    if not value.curves:
        return title, _("{name} = {beta}; it is flat in sight. Esc ends it.").format(name=beta, beta=shown(value.beta))
    shares = _("{low} to {high} %").format(low=round(100 * SHARES[0]), high=round(100 * SHARES[-1]))
    return title, _("{name} = {beta}; lines: {shares} of ±{peak}; Esc ends it").format(
        name=beta, beta=shown(value.beta), shares=shares, peak=shown(value.peak, 3)
    )
