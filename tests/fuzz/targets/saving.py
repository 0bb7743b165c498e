"""Whatever can be saved can be opened again; what cannot be opened again is refused before anything is written."""

import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

from kpgui.api import load, losses, save
from kpgui.formats import format_for
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session, View
from tests.fuzz.case import Case
from tests.fuzz.rules import Ask, Broken
from tests.fuzz.seeds import SUFFIXES

LIMITS = ({"MAX_ROWS": 20, "MAX_COLUMNS": 10}, {"MAX_CELLS": 100}, {"MAX_COLUMNS": 10})


def check_saving(case: Case, ask: Ask[Any]) -> None:
    """A session of a size that `options` say, saved in a format and opened again.

    options: suffix, n, d, held_out, seed, kernel; limits: what the program's own limits are lowered to, by name, so
    that a small session is a large one.
    """
    session = session_of(case)
    with tempfile.TemporaryDirectory() as folder, lowered(case.options.get("limits", {})):
        path = Path(folder) / f"saved{case.options['suffix']}"
        said = ask("losses", lambda: losses(session, path))
        ask("save", lambda: save(session, path))
        if not path.exists():
            if list(Path(folder).iterdir()):
                raise Broken("round trip", "a refused save left a file")
            return
        if said is None or any("read back" in sentence for sentence in said):
            return
        again = ask("load what was saved", lambda: load(path))
        if again is None:
            raise Broken("round trip", f"saved as {path.name} but not to be opened again", "opening")
        whole = format_for(path).holds_session
        if again.dataset != session.dataset or (whole and again.view != session.view):
            raise Broken("round trip", f"saved as {path.name} and opened as something else", "other")


def session_of(case: Case) -> Session:
    options = case.options
    n, d = options["n"], options["d"]
    rng = np.random.default_rng(options["seed"])
    points = rng.normal(size=(n, d)) * 10.0 ** options.get("magnitude", 0)
    labels = np.where(rng.random(n) < 0.5, 1, -1)
    dataset = Dataset.of(points, labels, rng.random(n) < 0.2 if options.get("held_out") else None)
    return Session(dataset, options.get("kernel", "rbf(sigma=1)"), view=View.around(points))


@contextmanager
def lowered(limits: dict[str, int]) -> Iterator[None]:
    """Within the block the limits of these names are these, wherever in the formats they are looked up."""
    with ExitStack() as stack:
        for name, value in limits.items():
            homes = [
                module
                for key, module in list(sys.modules.items())
                if key.startswith("kpgui.formats") and isinstance(getattr(module, name, None), int)
            ]
            if not homes:
                raise LookupError(f"there is no limit named {name} in kpgui.formats")
            for module in homes:
                stack.enter_context(mock.patch.object(module, name, value))
        yield


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


TARGETS = {"saving": check_saving}
MAKERS = {"saving": (4, _saving)}
