"""Whatever can be saved can be opened again; what cannot be opened again is refused before anything is written."""

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
