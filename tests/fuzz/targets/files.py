"""A file of any suffix, as the window, the command line and the Python API read it."""

import json
import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from kpgui.api import load_with_remarks
from kpgui.formats import FORMATS, Choices, preview, read
from kpgui.formats.base import PointsFormat
from kpgui.model.dataset import Dataset
from kpgui.words.importing import choices_from, problem_of, settled, shown_points
from tests.fuzz.archives import archive
from tests.fuzz.case import Case
from tests.fuzz.floods import large_flood, small_flood
from tests.fuzz.mutation import small_file
from tests.fuzz.pictures import picture
from tests.fuzz.rules import Ask, Broken
from tests.fuzz.seeds import SUFFIXES

TOLERANT = Choices(positive="1", skip_bad_rows=True, coordinates="numeric", standardise=True)

SMALL = 100_000
"""Bytes of a file of which everything is asked; of a larger one only what the window asks."""

COLUMNS = (0, 1, 2, 3, -1, 10**9, "x", "y", "label", "1", "2", "3", "column 1", "", "X", "é")
CLASSES = ("1", "-1", "a", "b", "a b", "0", "+1", "", "1.0", "x" * 50)


def check_file(case: Case, ask: Ask[Any]) -> None:
    """A file of any suffix, read as it is, under choices, and by every format that it may be taken for."""
    content, chosen = case.content, choices_from(json.dumps(case.options.get("choices", {}))) or Choices()
    found = ask("read", lambda: read(content).dataset)
    for question, choices in (("read tolerantly", TOLERANT), ("read as chosen", chosen)):
        check_dataset(ask(question, lambda choices=choices: read(content, choices).dataset))
    check_dataset(found)
    for question, choices in (("preview", None), ("preview as chosen", chosen)):
        shown = ask(question, lambda choices=choices: preview(content, choices))
        if shown is not None:
            ask("show the preview", lambda shown=shown: (problem_of(shown), settled(shown), shown_points(shown)))
    small = len(content) <= SMALL
    suffix = case.options.get("suffix", "")
    for form in FORMATS:
        if isinstance(form, PointsFormat) and (small or suffix in form.suffixes):
            check_dataset(ask(f"read as {form.key}", lambda form=form: form.read(content, "file").dataset))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"points{suffix}"
        path.write_bytes(content)
        ask("load", lambda: load_with_remarks(path, chosen))
    if small and found is not None and b"\r" not in content and b'"' not in content and b"'" not in content:
        _check_line_ends(content, found, ask)


def _check_line_ends(content: bytes, found: Dataset, ask: Ask[Any]) -> None:
    """The same file with other line ends holds the same points, or is refused: nothing is lost in silence."""
    for end, name in ((b"\r", "CR"), (b"\r\n", "CR LF")):
        again = ask(f"read with {name}", lambda end=end: read(content.replace(b"\n", end)).dataset)
        if again is not None and again != found:
            raise Broken("points lost", f"{len(found)} points with LF, {len(again)} others with {name} as line end")


def check_dataset(dataset: Dataset | None) -> None:
    if dataset is None:
        return
    for rule, holds in (
        ("no points", len(dataset) > 0),
        ("points that are not finite", np.isfinite(dataset.points).all()),
        ("labels that are none", np.isin(dataset.labels, (-1, 1)).all()),
    ):
        if not holds:
            raise Broken("no dataset", rule)


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


TARGETS = {"file": check_file}
MAKERS = {
    "mutation": (30, _file("mutation", small_file)),
    "archive": (12, _file("archive", archive)),
    "picture": (8, _file("picture", picture)),
    "small-flood": (12, _file("small-flood", small_flood)),
    "large-flood": (0.6, _file("large-flood", large_flood)),
}
