"""The mistake bound of the perceptron (Novikoff 1962)."""

from kpgui.model.guarantee import Circumstances, Guarantee
from kpgui.model.number import shown


def novikoff(circumstances: Circumstances, bias: bool) -> Guarantee:
    """At most (R/γ)² mistakes, where the kernel separates the points with margin γ through the origin.

    With a bias this holds for the kernel K + 1, so R² is larger by one.
    """
    if circumstances.conflict:
        return Guarantee(
            "No bound here: two points of opposite labels lie on one place, so no boundary gets all points right and "
            "mistakes never end.",
            False,
        )
    if not circumstances.definite:
        return Guarantee(
            "No bound here: this kernel is not known to be positive semidefinite, so there may be no feature space.",
            False,
        )
    radius = circumstances.largest + bias
    return Guarantee(
        f"At most (R/γ)² mistakes (Novikoff), R² = {shown(radius)}, if the kernel separates the points with a "
        "margin γ; if it does not, mistakes never end."
    )
