"""Every panel beside every learner, with parameters at their edges: a run does not fail, nor does a reading of it."""

import random
from typing import Any

import numpy as np

from kpgui.api import checked
from kpgui.kernels import KERNELS
from kpgui.learners import LEARNERS
from kpgui.model.dataset import Dataset
from kpgui.model.param import Param
from kpgui.model.session import Session, View
from tests.fuzz.case import Case
from tests.fuzz.expressions import kernel_text
from tests.fuzz.rules import Ask
from tests.fuzz.window import desk

ACTIONS = (
    "train.step", "train.step", "train.step_back", "train.run", "train.to_end", "train.reset", "train.next_mistake",
    "train.last_mistake", "train.next_epoch", "train.last_epoch", "run.keep_ghost", "train.live", "edit.select_all",
    "edit.relabel", "edit.undo", "view.theme_dark", "view.theme_light", "view.larger_type", "view.fit",
)  # fmt: skip

SHORT, LONG = 0.05, 0.4
"""Seconds after an action; after one that goes on by itself."""

ORDERS = "dataset", "shuffled_once", "shuffled_each_epoch", "reversed"


def check_panels(case: Case, ask: Ask[Any]) -> None:
    """A session with its learner, the panels that are open, and what is done."""
    at = desk()
    options, window = case.options, at.window
    session = ask("session", lambda: checked(_session(case), "file"))
    if session is None:
        return
    ask("close panels", lambda: [dock.close() for dock in window.dock_layout.docks])

    def begin() -> None:
        at.show(session)
        for key in options.get("panels", ()):
            window.dock_layout.bring(key)
        at.pause(LONG)
        at.look()

    def act(name: str) -> None:
        window.commands[name].trigger()
        at.pause(LONG if name in ("train.run", "train.to_end") else SHORT)
        if window.training.playing:
            window.training.toggle()
        at.pause(SHORT, until=lambda: not window.training.behind)
        at.look()

    ask("open", begin)
    for name in options.get("actions", ()):
        if window.commands[name].isEnabled():
            ask(name, lambda name=name: act(name))


def _session(case: Case) -> Session:
    options = case.options
    rng = np.random.default_rng(options.get("seed", 0))
    n = options.get("n", 12)
    points = np.vstack([rng.normal(size=(n - n // 2, 2)), rng.integers(-2, 3, (n // 2, 2)).astype(float)])
    points *= options.get("scale", 1.0)
    labels = np.where(rng.random(n) < options.get("share", 0.5), 1, -1)
    held_out = rng.random(n) < options.get("held_out", 0.0)
    return Session(
        Dataset.of(points, labels, held_out),
        options.get("kernel", "rbf(sigma=1)"),
        case.text,
        order=options.get("order", "dataset"),
        view=View.around(points) if n else View(),
    )


def edge(param: Param, rng: random.Random) -> Any:
    """A valid value, mostly an extreme one or the default."""
    if param.scale == "choice":
        return rng.choice(param.choices)
    if param.scale == "flag":
        return rng.choice((True, False))
    if param.scale == "text":
        return param.default
    low, high = max(param.low, -1e300), min(param.high, 1e300)
    ends = param.slider or (low, high)
    value = rng.choice((param.default, param.default, low, high, *ends, rng.uniform(*ends), 1, 2, 1e-3, 1e3))
    if param.scale == "integer":
        value = round(min(value, 10_000))
    value = min(max(value, low), high)
    return param.default if param.open_low and value <= low else value


def expression(member: Any, rng: random.Random) -> str:
    """A learner or kernel with some of its parameters at their edges."""
    chosen = [each for each in member.params() if rng.random() < 0.6]
    return f"{member.key}({', '.join(f'{each.name}={_written(edge(each, rng))}' for each in chosen)})"


def _written(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else repr(value)


def _panels(rng: random.Random) -> Case:
    from kpgui.ui.window.dock_layout import PANELS

    keys = [panel.key for panel in PANELS]
    kernel = expression(rng.choice(KERNELS.members), rng) if rng.random() < 0.8 else kernel_text(rng)
    options = {
        "kernel": kernel,
        "seed": rng.randrange(100),
        "n": rng.choice((0, 1, 2, 2, 3, 5, 12, 12, 12, 40, 150)),
        "scale": rng.choice((1.0,) * 6 + (1e-6, 50.0, 1e6, 0.0)),
        "share": rng.choice((0.5, 0.5, 0.5, 0.1, 0.0, 1.0)),
        "held_out": rng.choice((0.0, 0.0, 0.3, 0.9, 1.0)),
        "order": rng.choice(ORDERS),
        "panels": rng.sample(keys, rng.choice((1, 2, 4, len(keys)))),
        "actions": rng.choices(ACTIONS, k=rng.randrange(2, 9)),
    }
    return Case("panels", "panels", expression(rng.choice(LEARNERS.members), rng).encode(), options)


TARGETS = {"panels": check_panels}
MAKERS = {"panels": (1, _panels)}
