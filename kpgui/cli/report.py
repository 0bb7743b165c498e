"""Reports of a training: a JSON object for programs, a summary for people."""

from math import isfinite, isnan
from typing import Any

import numpy as np

from kpgui.api import Model
from kpgui.model.errors import printable, short
from kpgui.model.frame import Frame, Status
from kpgui.model.param import grouped, shown
from kpgui.words.counters import class_counts, plural
from kpgui.words.verdict import outlook, verdict

SHOWN_EPOCHS = 12
"""Longest list of mistakes by epoch; a longer one is cut in the middle."""


def as_object(model: Model, seconds: float) -> dict[str, Any]:
    """The object that `kpgui train --json` prints, with points in dataset order.

    null stands for the error rate without points, and for a score that overflows.
    """
    return {
        "kernel": model.session.kernel,
        "learner": model.session.learner,
        "seed": model.session.seed,
        **model.session.conventions.stated,
        "n": len(model.session.dataset),
        "d": model.session.dataset.d,
        "steps": model.steps,
        "epochs": model.epochs,
        "mistakes": model.mistakes,
        "mistakes_per_epoch": _plain(model.mistakes_per_epoch),
        "converged": model.converged,
        "alpha": _plain(model.alpha),
        "beta": _plain(model.beta),
        "bias": model.bias,
        "support": _plain(model.support),
        "training_error": _number_or_none(model.training_error),
        "held_out_error": _number_or_none(model.held_out_error),
        "updates": {**model.updates.as_lists(), "score": _plain(model.updates.score)},
        "seconds": seconds,
        **{name: _plain(value) for name, value in model.details.items()},
    }


def summary(model: Model, name: str, seconds: float) -> str:
    """A dozen lines about what was learned from the file of this name, and what it means."""
    dataset = model.session.dataset
    out = dataset.held_out
    positive = int((dataset.labels > 0).sum())
    wrong, held_out_wrong = model.counters.errors, model.counters.held_out_errors
    given = model.session.conventions.changed
    lines = {
        "data": f"{printable(name)}, {class_counts(positive, len(dataset) - positive, int(out.sum()))}",
        "kernel": model.session.kernel,
        "learner": model.session.learner,
        "order": f"{model.session.order}, seed {model.session.seed}",
        "conventions": short(", ".join(f"{name}={value}" for name, value in given.items()), 100),
        "epochs": f"{grouped(model.epochs)}, {plural(model.steps, '{n} step', '{n} steps')}" if model.epochs else "",
        "steps": "" if model.epochs else grouped(model.steps),
        "mistakes": _mistakes(model) if model.epochs else "",
        "support vectors": f"{grouped(len(model.support))} of {plural(len(dataset), '{n} point', '{n} points')}",
        "training error": _error(model.training_error, wrong, len(dataset.training)),
        "held-out error": _error(model.held_out_error, held_out_wrong, int(out.sum())) if out.any() else "",
        "warning": _warning(model),
        "guarantee": model.guarantee.text,
        "time": f"{shown(seconds, 3)} s",
    }
    width = max(map(len, lines))
    rows = [f"{title:<{width}}  {text}" for title, text in lines.items() if text]
    return "\n".join([*rows, "", _meaning(model)])


def _warning(model: Model) -> str:
    """What the run revealed about the kernel; "" for nothing."""
    if not model.details.get("negative_curvature"):
        return ""
    return "the kernel gave negative curvature: it is not positive semidefinite, and there may be a better α elsewhere"


def _mistakes(model: Model) -> str:
    by_epoch = [grouped(count) for count in model.mistakes_per_epoch.tolist()]
    if len(by_epoch) > SHOWN_EPOCHS:
        by_epoch = [*by_epoch[: SHOWN_EPOCHS // 2], "…", *by_epoch[-SHOWN_EPOCHS // 2 :]]
    return f"{grouped(model.mistakes)}, by epoch: {' '.join(by_epoch)}" if by_epoch else grouped(model.mistakes)


def _error(share: float, wrong: int, of: int) -> str:
    if isnan(share):
        return "none, as there is no point to score"
    return f"{shown(100 * share, 3)} %, {grouped(wrong)} of {plural(of, '{n} point', '{n} points')} on the wrong side"


def _meaning(model: Model) -> str:
    if model.status is Status.EMPTY or model.status is None:
        return "There is no point to learn from, so f is 0 everywhere."
    ended = Frame(
        run=0,
        status=model.status,
        head=model.steps,
        point=-1,
        counters=model.counters,
        expansion=model.expansion,
        recent=model.updates,
    )
    return verdict(outlook(model.session.dataset), ended, model.session.presented).text


def _plain(value: Any) -> Any:
    """A NumPy array or number as plain values for JSON, with None for infinities, which it lacks."""
    if isinstance(value, np.ndarray) and value.dtype.kind == "f" and not np.isfinite(value).all():
        return [number if isfinite(number) else None for number in value.tolist()]
    return value.tolist() if hasattr(value, "tolist") else value


def _number_or_none(share: float) -> float | None:
    return None if isnan(share) else share
