"""What several learners say of the bounds that are proved about them."""

from kpgui.language import _
from kpgui.model.guarantee import Circumstances, Guarantee
from kpgui.model.number import rounded_up, shown


def novikoff(circumstances: Circumstances, bias: bool) -> Guarantee:
    """The bound of (R/γ)² mistakes if a hyperplane through the origin of feature space has margin γ, or why none holds.

    A bias stands for the kernel K + 1, so R² is larger by one. Proof in docs/theory.md.
    """
    if circumstances.conflict:
        return Guarantee(
            _(
                "No bound here: two points of opposite labels lie on one place, so no boundary gets all "
                "points right and no epoch is without a mistake."
            ),
            False,
        )
    if not circumstances.definite:
        return Guarantee(
            _("No bound here: this kernel is not known to be positive semidefinite, so there may be no feature space."),
            False,
        )
    text = _("{largest} the largest K(x, x) + 1") if bias else _("{largest} the largest K(x, x)")
    largest = text.format(largest=rounded_up(circumstances.largest + bias))
    bound = _("At most (R/γ)² mistakes in all (Novikoff 1962), with R² = {largest}").format(largest=largest)
    return Guarantee(
        _(
            "{bound}, if a hyperplane through the origin of feature space has every point on its "
            "right side, γ or more away. If none has, no epoch is without a mistake."
        ).format(bound=bound),
        converged=_(
            "{bound} and γ the largest distance from all points that a hyperplane through the origin "
            "of feature space has with every point on its right side. The epoch without a mistake "
            "shows that there is one."
        ).format(bound=bound),
    )


def too_large(largest: float) -> Guarantee:
    """The answer when a bound that needs K(x, x) ≤ 1 does not apply. largest: max K(x, x), above 1."""
    return Guarantee(
        _(
            "No bound here: it is proved for K(x, x) ≤ 1, and here K(x, x) reaches {largest}. "
            "normalized(…) around the kernel brings it to 1."
        ).format(largest=shown(largest)),
        False,
    )
