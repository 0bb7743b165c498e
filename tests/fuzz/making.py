"""The input of a number: the same for the same seed, whatever was asked before it."""

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

from tests.fuzz.archives import archive
from tests.fuzz.case import Case
from tests.fuzz.expressions import formula_text, kernel_text, learner_text
from tests.fuzz.floods import large_flood, small_flood
from tests.fuzz.mutation import mutated, small_file
from tests.fuzz.pictures import picture
from tests.fuzz.seeds import CHOICES, SEEDS, SESSIONS, SETTINGS, SUFFIXES

COLUMNS = (0, 1, 2, 3, -1, 10**9, "x", "y", "label", "1", "2", "3", "column 1", "", "X", "é")
CLASSES = ("1", "-1", "a", "b", "a b", "0", "+1", "", "1.0", "x" * 50)

LIMITS = ({"MAX_ROWS": 20, "MAX_COLUMNS": 10}, {"MAX_CELLS": 100}, {"MAX_COLUMNS": 10})


def case_of(seed: int, number: int, families: Sequence[str]) -> Case:
    """The case with this number, of one of these families."""
    rng = random.Random(f"{seed} {number}")
    family = rng.choices(families, [MAKERS[each][0] for each in families])[0]
    return MAKERS[family][1](rng)


def choices(rng: random.Random) -> dict[str, Any]:
    """Choices of an import, as they are remembered."""
    offered = {
        "delimiter": (",", ";", "\t", " ", "|", "1", "a", '"', "\n", ",,", ""),
        "decimal_comma": (True, True, False),
        "header": (True, False),
        "coordinates": (
            [0, 1],
            [1, 0],
            [0],
            [0, 0],
            [0, 1, 2],
            [],
            ["x", "y"],
            [rng.choice(COLUMNS), rng.choice(COLUMNS)],
        ),
        "label": COLUMNS,
        "positive": CLASSES,
        "negative": CLASSES,
        "standardise": (True, False),
        "skip_bad_rows": (True, True, False),
    }
    return {name: rng.choice(values) for name, values in offered.items() if rng.random() < 0.35}


def _file(family: str, content: Callable[[random.Random], bytes]) -> Callable[[random.Random], Case]:
    def make(rng: random.Random) -> Case:
        options = {"choices": choices(rng), "suffix": rng.choice(SUFFIXES)}
        return Case("file", family, content(rng), options)

    return make


def _paste(rng: random.Random) -> Case:
    return Case("paste", "paste", rng.choice((small_file, small_file, small_flood))(rng))


def _session(rng: random.Random) -> Case:
    good = rng.choice(SESSIONS)
    if rng.random() < 0.3:
        good = good.replace(b"rbf(sigma=1)", kernel_text(rng).replace('"', "'").encode("utf-8", "replace"))
    return Case("session", "session", mutated(good, rng))


def _kernel(rng: random.Random) -> Case:
    options = {"seed": rng.randrange(10), "scale": rng.choice((1.0,) * 8 + (1e-8, 100.0, 1e100, 0.0))}
    if rng.random() < 0.3:
        options["learner"] = learner_text(rng)
    return Case("kernel", "kernel", kernel_text(rng).encode(), options)


def _learner(rng: random.Random) -> Case:
    options = {
        "seed": rng.randrange(10),
        "kernel": rng.choice(("rbf()", "linear()", "poly(degree=3)", kernel_text(rng))),
    }
    return Case("learner", "learner", learner_text(rng).encode(), options)


def _formula(rng: random.Random) -> Case:
    return Case("formula", "formula", formula_text(rng).encode())


def _settings(rng: random.Random) -> Case:
    return Case("settings", "settings", mutated(SETTINGS, rng))


def _remembered(rng: random.Random) -> Case:
    content = CHOICES if rng.random() < 0.5 else json.dumps(choices(rng))
    return Case("remembered", "remembered", mutated(content.encode(), rng), {"file": rng.randrange(len(SEEDS))})


def _saving(rng: random.Random) -> Case:
    """Small sessions under limits that are smaller, and some as large as a real limit."""
    options: dict[str, Any] = {
        "suffix": rng.choice(SUFFIXES),
        "n": rng.choice((0, 1, 2, 5, 19, 20, 21, 30, 150, 500)),
        "d": rng.choice((1, 2, 2, 2, 3, 9, 10, 11, 60)),
        "held_out": rng.random() < 0.3,
        "magnitude": rng.choice((0, 0, 0, -300, 300)),
        "seed": rng.randrange(1000),
    }
    if rng.random() < 0.02:
        options |= {"n": rng.choice((1, 2, 3)), "d": rng.choice((20_001, 30_000)), "magnitude": 0}
    elif rng.random() < 0.5:
        options["limits"] = rng.choice(LIMITS)
    return Case("saving", "saving", b"", options)


MAKERS: dict[str, tuple[float, Callable[[random.Random], Case]]] = {
    "mutation": (30, _file("mutation", small_file)),
    "archive": (12, _file("archive", archive)),
    "picture": (8, _file("picture", picture)),
    "small-flood": (12, _file("small-flood", small_flood)),
    "large-flood": (0.6, _file("large-flood", large_flood)),
    "paste": (6, _paste),
    "session": (5, _session),
    "kernel": (15, _kernel),
    "learner": (4, _learner),
    "formula": (4, _formula),
    "settings": (2, _settings),
    "remembered": (5, _remembered),
    "saving": (4, _saving),
}
"""How often each family is made. A large file costs as much as a hundred small ones, and is as rare."""
