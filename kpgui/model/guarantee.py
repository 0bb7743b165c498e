"""Theoretical guarantees of a learner, such as a mistake bound, and whether they apply to a run."""

from typing import NamedTuple

from kpgui.language import later


class Circumstances(NamedTuple):
    """The facts about a problem that a guarantee may depend on.

    largest: max K(x, x) over the training points. definite: whether the kernel is known to be positive semidefinite.
    conflict: whether two points with opposite labels have the same coordinates.
    """

    largest: float
    definite: bool
    conflict: bool


class Guarantee(NamedTuple):
    """A guarantee in a sentence or two.

    holds: whether the bound it states applies to this run. converged: what to say in place of `text` after an epoch
    without a mistake, where that shows that a condition in `text` is met; "" for the same.
    """

    text: str
    holds: bool = True
    converged: str = ""

    def also(self, sentence: str) -> "Guarantee":
        """This one with a further sentence."""
        return self._replace(
            text=f"{self.text} {sentence}", converged=f"{self.converged} {sentence}" if self.converged else ""
        )


INDEFINITE = Guarantee(later("No bound here: this kernel is not known to be positive semidefinite."), False)
"""Without a positive semidefinite kernel there is no feature space, and the proofs do not apply."""

NOTHING = Guarantee(later("Nothing yet: there are no points to learn from."))
"""Without points there is no run for a bound to speak of."""
