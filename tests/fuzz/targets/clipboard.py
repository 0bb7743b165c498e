"""A text on the clipboard."""

import random
from typing import Any

import numpy as np

from kpgui.model.dataset import Dataset
from kpgui.ui.actions.selection_commands import MOST_PASTED
from kpgui.words.clipboard.points import copied, pasted
from tests.fuzz.case import Case
from tests.fuzz.floods import large_flood, small_flood
from tests.fuzz.mutation import small_file
from tests.fuzz.rules import Ask, Broken
from tests.fuzz.targets.files import check_dataset


def check_paste(case: Case, ask: Ask[Any]) -> None:
    """A text in the clipboard; what was pasted and is copied again is the same."""
    found = ask("paste", lambda: pasted(case.content))
    check_dataset(found)
    if found is not None:
        again = ask("paste a copy", lambda: pasted(copied(found, np.arange(len(found))).encode()))
        if again is None or not _same_points(again, found):
            raise Broken("round trip", "what was copied is pasted as something else")


def _same_points(one: Dataset, other: Dataset) -> bool:
    return bool(one.points.tobytes() == other.points.tobytes() and (one.labels == other.labels).all())


def _paste(rng: random.Random) -> Case:
    return Case("paste", "paste", rng.choice((small_file, small_file, small_flood))(rng))


def _large_paste(rng: random.Random) -> Case:
    return Case("paste", "large-paste", large_flood(rng)[:MOST_PASTED])


TARGETS = {"paste": check_paste}
MAKERS = {"paste": (6, _paste), "large-paste": (0.3, _large_paste)}
