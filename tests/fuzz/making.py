"""The input of a number: the same for the same seed, whatever was asked before it."""

import random
from collections.abc import Sequence

from tests.fuzz.case import Case
from tests.fuzz.targets import MAKERS


def case_of(seed: int, number: int, families: Sequence[str]) -> Case:
    """The case with this number, of one of these families."""
    rng = random.Random(f"{seed} {number}")
    family = rng.choices(families, [MAKERS[each][0] for each in families])[0]
    return MAKERS[family][1](rng)
