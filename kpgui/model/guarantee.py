"""What is proved about a learner, and whether it holds here."""

from typing import NamedTuple


class Circumstances(NamedTuple):
    """What a guarantee may depend on.

    largest: max K(x, x) over the points that are trained on. definite: whether the kernel is known to be
    positive semidefinite. conflict: two points of opposite labels lie on one place.
    """

    largest: float
    definite: bool
    conflict: bool


class Guarantee(NamedTuple):
    """A sentence or two. holds: whether the bound that is spoken of applies here."""

    text: str
    holds: bool = True


INDEFINITE = Guarantee("No bound here: this kernel is not known to be positive semidefinite.", False)
"""Without a feature space there is nothing to prove in."""

NOTHING = Guarantee("Nothing yet: there are no points to learn from.")
"""A bound with numbers would be one for a run that there cannot be."""
