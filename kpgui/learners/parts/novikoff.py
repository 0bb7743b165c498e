"""The mistake bound of the perceptron (Novikoff 1962)."""

from kpgui.model.guarantee import Circumstances, Guarantee
from kpgui.model.number import rounded_up


def novikoff(circumstances: Circumstances, bias: bool) -> Guarantee:
    """The bound of (R/γ)² mistakes if a hyperplane through the origin of feature space has margin γ, or why none holds.

    A bias stands for the kernel K + 1, so R² is larger by one. Proof in docs/theory.md.
    """
    if circumstances.conflict:
        return Guarantee(
            "No bound here: two points of opposite labels lie on one place, so no boundary gets all points right and "
            "no epoch is without a mistake.",
            False,
        )
    if not circumstances.definite:
        return Guarantee(
            "No bound here: this kernel is not known to be positive semidefinite, so there may be no feature space.",
            False,
        )
    largest = f"{rounded_up(circumstances.largest + bias)} the largest K(x, x){' + 1' if bias else ''}"
    bound = f"At most (R/γ)² mistakes in all (Novikoff 1962), with R² = {largest}"
    return Guarantee(
        f"{bound}, if a hyperplane through the origin of feature space has every point on its right side, γ or more "
        "away. If none has, no epoch is without a mistake.",
        converged=f"{bound} and γ the largest distance from all points that a hyperplane through the origin of feature "
        "space has with every point on its right side. The epoch without a mistake shows that there is one.",
    )
