"""What is asked of the program about an input; every answer keeps the rules of `tests.fuzz.rules`."""

import json
import os
import tempfile
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from kpgui.api import checked, load_with_remarks, train
from kpgui.formats import FORMATS, Choices, preview, read
from kpgui.formats.base import PointsFormat
from kpgui.generators.base import HALF_HEIGHT, HALF_WIDTH
from kpgui.kernels import Kernel, kernel
from kpgui.learners import learner
from kpgui.model.arithmetic import parse_rule
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session, View
from kpgui.present.clipboard import copied, pasted
from kpgui.present.importing import choices_from, choices_text, problem_of, settled, shown_points
from kpgui.present.kernel_lines import lines_of
from tests.fuzz.case import Case
from tests.fuzz.rules import Ask, Broken, answered
from tests.fuzz.saving import check_saving
from tests.fuzz.seeds import SEEDS

TOLERANT = Choices(positive="1", skip_bad_rows=True, coordinates="numeric", standardise=True)

SMALL = 100_000
"""Bytes of a file of which everything is asked; of a larger one only what the window asks."""

PROPERTIES = tuple(
    name for name, value in vars(Kernel).items() if isinstance(value, property | cached_property) and name[0] != "_"
)

STEPS = 30


def check(case: Case, ask: Ask[Any] = answered) -> None:
    """Raises when an answer breaks a rule. Without `ask` nothing is bounded, and this process goes on living."""
    TARGETS[case.target](case, ask)


def check_file(case: Case, ask: Ask[Any]) -> None:
    """A file of any suffix, read as it is, under choices, and by every format that it may be taken for."""
    content, chosen = case.content, choices_from(json.dumps(case.options.get("choices", {}))) or Choices()
    found = ask("read", lambda: read(content).dataset)
    for question, choices in (("read tolerantly", TOLERANT), ("read as chosen", chosen)):
        _check_dataset(ask(question, lambda choices=choices: read(content, choices).dataset))
    _check_dataset(found)
    for question, choices in (("preview", None), ("preview as chosen", chosen)):
        shown = ask(question, lambda choices=choices: preview(content, choices))
        if shown is not None:
            ask("show the preview", lambda shown=shown: (problem_of(shown), settled(shown), shown_points(shown)))
    small = len(content) <= SMALL
    suffix = case.options.get("suffix", "")
    for form in FORMATS:
        if isinstance(form, PointsFormat) and (small or suffix in form.suffixes):
            _check_dataset(ask(f"read as {form.key}", lambda form=form: form.read(content, "file").dataset))
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


def _check_dataset(dataset: Dataset | None) -> None:
    if dataset is None:
        return
    for rule, holds in (
        ("no points", len(dataset) > 0),
        ("points that are not finite", np.isfinite(dataset.points).all()),
        ("labels that are none", np.isin(dataset.labels, (-1, 1)).all()),
    ):
        if not holds:
            raise Broken("no dataset", rule)


def check_paste(case: Case, ask: Ask[Any]) -> None:
    """A text in the clipboard; what was pasted and is copied again is the same."""
    found = ask("paste", lambda: pasted(case.text))
    _check_dataset(found)
    if found is not None:
        again = ask("paste a copy", lambda: pasted(copied(found, np.arange(len(found)))))
        if again is None or not _same_points(again, found):
            raise Broken("round trip", "what was copied is pasted as something else")


def _same_points(one: Dataset, other: Dataset) -> bool:
    return bool(one.points.tobytes() == other.points.tobytes() and (one.labels == other.labels).all())


def check_kernel(case: Case, ask: Ask[Any]) -> None:
    """An expression, and everything that is asked of the kernel that it describes."""
    text, points = case.text, _points(case)
    made = ask("kernel", lambda: kernel(text))
    if made is None:
        return
    for name in PROPERTIES:
        ask(name, lambda name=name: getattr(made, name))
    ask("terms", lambda: made.terms() and None)
    ask("lines", lambda: lines_of(made))
    if ask("str", lambda: kernel(str(made))) != made:
        raise Broken("round trip", f"{str(made)[:200]} is not read as the same kernel")
    ask("gram", lambda: made.gram(points, points[:5]))
    ask("diagonal", lambda: made.diagonal(points))
    ask("value_error", lambda: made.value_error(points, points[:5]))
    ask("magnitude", lambda: made.magnitude(points))
    ask("relative_error", lambda: (made.relative_error(points), made.norm_error(2)))
    ask("columns", lambda: (columns := made.columns(points, 1e-9)) and columns(0))
    _check_training(Session(_dataset(points), text, case.options.get("learner", "kernel_perceptron()")), ask)


def check_learner(case: Case, ask: Ask[Any]) -> None:
    text = case.text
    made = ask("learner", lambda: learner(text))
    if made is not None:
        if ask("str", lambda: learner(str(made))) != made:
            raise Broken("round trip", f"{str(made)[:200]} is not read as the same learner")
        _check_training(Session(_dataset(_points(case)), case.options.get("kernel", "rbf()"), text), ask)


def _check_training(session: Session, ask: Ask[Any]) -> None:
    """A few steps, and what is looked at after them."""
    model = ask("train", lambda: train(session, steps=STEPS))
    if model is None:
        return
    for pixels in (32, 200):  # larger ones are made in another way
        ask("field", lambda pixels=pixels: model.field((-3, 3, -2, 2), (pixels, pixels)))
    ask("decision", lambda: model.decision(session.dataset.points[:5] + 0.1))
    ask("guarantee", lambda: model.guarantee)


def _points(case: Case) -> np.ndarray:
    """Points in the plane: 12 of them, some on whole numbers, two on one place."""
    rng = np.random.default_rng(case.options.get("seed", 0))
    points = np.vstack([rng.normal(size=(6, 2)), rng.integers(-2, 3, (5, 2))])
    return np.vstack([points, points[:1]]) * case.options.get("scale", 1.0)


def _dataset(points: np.ndarray) -> Dataset:
    return Dataset.of(points, np.where(np.arange(len(points)) % 3, 1, -1))


def check_formula(case: Case, ask: Ask[Any]) -> None:
    """A rule such as `y > sin(3*x)`."""
    rule = ask("rule", lambda: parse_rule(case.text))
    if rule is not None:
        rng = np.random.default_rng(0)
        places = rng.uniform((-HALF_WIDTH, -HALF_HEIGHT), (HALF_WIDTH, HALF_HEIGHT), (2000, 2))
        ask("sides", lambda: rule.sides(places))


def check_settings(case: Case, ask: Ask[Any]) -> None:
    """The file of what the window remembers: whatever is in it, the window starts."""
    from kpgui.ui.session.settings import decoded, load_settings, save_settings

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "settings.ini"
        path.write_bytes(case.content)
        os.environ["KPGUI_SETTINGS"] = str(path)
        try:
            found = ask("load settings", load_settings)
            ask("state", lambda: (decoded(found.geometry), decoded(found.state)))
            ask(
                "choices",
                lambda: [choices_from(found.choices_of(Path(each.partition("\n")[0]))) for each in found.imports],
            )
            ask("save settings", lambda: save_settings(found))
            if ask("load settings again", load_settings) != found:
                raise Broken("round trip", "settings that were saved are loaded as others")
        finally:
            del os.environ["KPGUI_SETTINGS"]


def check_remembered(case: Case, ask: Ask[Any]) -> None:
    """Choices that were remembered for a file, which may be another one by now."""
    choices = ask("choices", lambda: choices_from(case.text))
    if choices is None:
        return
    if ask("choices again", lambda: choices_from(choices_text(choices))) != choices:
        raise Broken("round trip", "choices that were remembered come back as others")
    content = SEEDS[case.options.get("file", 0) % len(SEEDS)]
    ask("preview as remembered", lambda: preview(content, choices))
    ask("read as remembered", lambda: read(content, choices))


def check_session(case: Case, ask: Ask[Any]) -> None:
    """A `.kpgui` file with its expressions."""
    found = ask("session", lambda: FORMATS.find("kpgui").read(case.content, "file"))
    if found is not None:
        ask("expressions", lambda: checked(found, "file"))
        ask("view", lambda: View.around(found.dataset.points))


TARGETS: dict[str, Callable[[Case, Ask[Any]], None]] = {
    "file": check_file,
    "paste": check_paste,
    "kernel": check_kernel,
    "learner": check_learner,
    "formula": check_formula,
    "settings": check_settings,
    "remembered": check_remembered,
    "session": check_session,
    "saving": check_saving,
}
