"""The curves of a run as lines of a plot and as sentences."""

from dataclasses import dataclass, replace
from math import inf

import numpy as np

from kpgui.analysis.answer import Margin, Separability
from kpgui.language import _, later
from kpgui.model.arrays import Floats, Ints, frozen
from kpgui.model.param import grouped, rounded_up
from kpgui.model.session import Session
from kpgui.ui.instruments.progress.reading import MOST_BARS, CurvesValue, EpochBars, ErrorCurve
from kpgui.words.counters import plural, share_text

EMPTY = later("Nothing has been learned.")
NO_MISTAKES = later("This learner does not go point by point, so that it counts no mistakes.")


LEAST_STEPS, LEAST_EPOCHS, LEAST_COUNT = 10, 5, 4
"""Smallest ranges of the axes of a plot."""

FAR = 20
"""A bound more than so many times as large as the mistakes is not drawn."""

KEPT_COLOURS = ("positive", "muted", "text", "danger")
KEPT = 0.7
"""Colours and opacity of the curves of earlier runs."""

MANY_EPOCHS = 20
"""Epochs of a run whose errors after each step are too many to see."""

RANGE = 0.3
"""Opacity of the range through which a count went between two steps that are plotted."""


@dataclass(frozen=True, eq=False)
class PlotLine:
    """A line of a plot: corners (k, 2), in steps and in counts or per cent.

    colour: a name of the palette. name: for the legend, "" for none.
    """

    corners: Floats
    colour: str
    name: str = ""
    filled: bool = False
    dashed: bool = False
    opacity: float = 1.0


def stairs(x: Floats | Ints, y: Floats | Ints) -> Floats:
    """The corners of a function that has the value y[k] from x[k] up to x[k + 1], (2k − 1, 2).

    >>> stairs(np.array([0, 3, 4]), np.array([5, 6, 7])).tolist()
    [[0.0, 5.0], [3.0, 5.0], [3.0, 6.0], [4.0, 6.0], [4.0, 7.0]]
    """
    return frozen(np.column_stack([np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]]), np.float64)


def mistake_line(value: CurvesValue, per_epoch: bool) -> PlotLine:
    """The cumulative mistakes over the steps, or those of each epoch over the steps of that epoch."""
    if not per_epoch:
        return PlotLine(stairs(value.steps, value.mistakes), "flash", filled=True)
    return epoch_line(value.epochs)


def epoch_line(bars: EpochBars) -> PlotLine:
    """The mistakes of each epoch over the steps of that epoch."""
    edges, heights = np.minimum(bars.starts * bars.length, bars.head), bars.most
    corners = stairs(edges, np.append(heights, heights[-1:])) if len(heights) else np.zeros((0, 2))
    return PlotLine(frozen(corners, np.float64), "flash", filled=True)


def bound_line(value: CurvesValue, margin: Margin, right: int = 0) -> PlotLine | None:
    """The bound (R/γ)² on the mistakes of a perceptron, up to the step `right` at least; None if there is none.

    A bound far above the mistakes has no corners, as the curve would be flat beside it, and is in the legend alone.
    """
    if margin.verdict is not Separability.SEPARABLE or not margin.bound < inf:
        return None
    far = margin.bound > FAR * max(len(value.mistake_steps), LEAST_COUNT)
    corners = np.array([[0, margin.bound], [max(value.head, right, LEAST_STEPS), margin.bound]])
    name = f"(R/γ)² ≤ {rounded_up(margin.bound)}" + (_(", far above") if far else "")
    return PlotLine(frozen(corners[: 0 if far else 2], np.float64), "text", name, dashed=True)


def kept_lines(value: CurvesValue, epoch: int, number: int, name: str) -> tuple[PlotLine, tuple[PlotLine, ...]]:
    """The mistakes and the errors of an earlier run, in the background: held-out errors, or else those trained on.

    epoch: the steps of an epoch of the present run, whose epochs those of the earlier one lie on; 0 to go by steps.
    """
    by_epochs = bool(epoch and value.epoch_length)
    wider = np.array([epoch / value.epoch_length if by_epochs else 1.0, 1.0])
    errors = [line for line in error_lines(value, by_epochs) if line.name][-1:]
    colour = KEPT_COLOURS[number % len(KEPT_COLOURS)]
    mistakes, *rest = (
        PlotLine(frozen(line.corners * wider, np.float64), colour, opacity=KEPT)
        for line in (mistake_line(value, by_epochs), *errors)
    )
    return replace(mistakes, name=name), tuple(rest)


def kept_name(kept: Session, now: Session) -> str:
    """The settings of a kept run in which it differs from the present one.

    >>> now = Session(kernel="rbf(sigma=1)")
    >>> kept_name(replace(now, kernel="rbf(sigma=2)", seed=3), now)
    'rbf(sigma=2), seed 3'
    """
    parts = [kept.kernel] if kept.kernel != now.kernel else []
    parts += [kept.learner] if kept.learner != now.learner else []
    parts += [_("order {order}").format(order=kept.order)] if kept.order != now.order else []
    parts += [_("seed {seed}").format(seed=kept.seed)] if kept.seed != now.seed else []
    parts += [_("other points")] if kept.dataset is not now.dataset else []
    return ", ".join(parts) or _("the same settings")


def mistakes_text(value: CurvesValue | None, step: int, per_epoch: bool) -> str:
    """The mistakes at a step, exact whether it is one of those plotted or not."""
    if value is None or not value.head:
        return _(EMPTY)
    if not value.epoch_length:
        return _(NO_MISTAKES)
    if per_epoch:
        return _epoch_text(value, step)
    made = int(np.searchsorted(value.mistake_steps, step))
    return _("After step {step}: {mistakes}").format(
        step=grouped(step), mistakes=plural(made, "{n} mistake", "{n} mistakes")
    )


def _epoch_text(value: CurvesValue, step: int) -> str:
    starts = value.epochs.starts
    bar = int(np.searchsorted(starts * value.epoch_length, step)) - 1
    if step and bar < 0:  # earlier than the epochs that are plotted
        first = (step - 1) // value.epoch_length
        made = np.diff(np.searchsorted(value.mistake_steps, np.array([first, first + 1]) * value.epoch_length))
        return _("Epoch {epoch}: {mistakes}").format(
            epoch=grouped(first + 1), mistakes=plural(int(made[0]), "{n} mistake", "{n} mistakes")
        )
    bar = min(max(bar, 0), len(starts) - 2)
    first, last, most = int(starts[bar]) + 1, int(starts[bar + 1]), int(value.epochs.most[bar])
    if first == last:
        return _("Epoch {epoch}: {mistakes}").format(
            epoch=grouped(first), mistakes=plural(most, "{n} mistake", "{n} mistakes")
        )
    return _("Epochs {first} to {last}: at most {mistakes} in one").format(
        first=grouped(first), last=grouped(last), mistakes=plural(most, "{n} mistake", "{n} mistakes")
    )


def by_epochs_at_first(value: CurvesValue) -> bool:
    """Whether a run is so long that its curves go by epochs unless the user wants it otherwise."""
    return value.head > MANY_EPOCHS * value.epoch_length > 0


def epoch_ends(value: CurvesValue) -> Ints:
    """The steps after which epochs end, from 0 to the head: so many at most as a plot can show."""
    begun = -(-value.head // value.epoch_length)
    ends = np.unique(np.rint(np.linspace(0, begun, min(begun, MOST_BARS) + 1)).astype(np.int64))
    return frozen(np.minimum(ends * value.epoch_length, value.head), np.int64)


def least_share(value: CurvesValue) -> float:
    """Half of the smallest error above 0, in per cent: where a logarithmic axis of errors begins."""
    return 50 / max(1, value.training.points, value.held_out.points)


def _errors_by_epoch(value: CurvesValue, counts: Ints, points: int) -> Floats:
    """The corners of the errors at the end of each epoch, in per cent."""
    known = int(value.record.steps[-1]) if value.record.every else value.record.known
    ends = np.unique(np.minimum(epoch_ends(value), known))
    height = counts[np.searchsorted(value.record.steps, ends, "right") - 1] * (100 / points)
    return stairs(ends, np.append(height[1:], height[-1:]))


def error_lines(value: CurvesValue, by_epochs: bool = False) -> tuple[PlotLine, ...]:
    """The errors over the steps as far as they are known; of sampled ones the samples, joined by straight lines.

    The 0-th step is left out: before the first there is no f. by_epochs: of each epoch, those at its end alone.
    """
    record = value.record
    kinds = (
        (_("training error"), "accent", value.training, record.training),
        (_("held-out error"), "examined", value.held_out, record.held_out),
    )
    sampled = bool(record.every)
    lines: list[PlotLine] = []
    for name, colour, curve, counts in kinds:
        if not curve.points:
            continue
        if by_epochs:
            lines.append(PlotLine(_errors_by_epoch(value, counts, curve.points), colour, name))
            continue
        height = np.asarray(curve.counts * (100 / curve.points), np.float64)
        if sampled:
            corners = frozen(np.column_stack([curve.steps, height])[1:], np.float64)
        else:
            if _left_out(curve):
                lines.append(PlotLine(_range_corners(curve), colour, opacity=RANGE))
            corners = stairs(curve.steps[1:], height[1:])
        lines.append(PlotLine(corners, colour, name))
    return tuple(lines)


def _left_out(curve: ErrorCurve) -> bool:
    """Whether there are extremes between the steps of a curve: at those in between it is not the stairs alone."""
    before, after = curve.counts[:-1], curve.counts[1:]
    lowest, highest = np.minimum(before, after), np.maximum(before, after)
    return bool((curve.low[1:] < lowest).any() or (curve.high[1:] > highest).any())


def _range_corners(curve: ErrorCurve) -> Floats:
    """The corners of uprights from low to high, in per cent, joined at the counts; without the 0-th step."""
    y = np.column_stack([curve.counts, curve.low, curve.high, curve.counts]).ravel()
    return frozen(np.column_stack([np.repeat(curve.steps, 4), y * (100 / curve.points)])[4:], np.float64)


def curve_errors_text(value: CurvesValue | None, step: int) -> str:
    """The errors after a step, exact; of a learner whose errors are sampled, at the sample nearest to it."""
    if value is None or not value.head:
        return ""
    record = value.record
    if record.every:
        step = int(record.steps[np.argmin(np.abs(record.steps - step))])
    if not step:
        return _("Before the first step there is no f.")
    if step > record.known:
        return _("After step {step}: not known yet").format(step=grouped(step))
    k = int(np.searchsorted(record.steps, step, "right")) - 1
    told = _("After step {step}: {training} trained on").format(
        step=grouped(step), training=share_text(int(record.training[k]), value.training.points)
    )
    out = value.held_out.points
    return (
        _("{told}, {held_out} held out").format(told=told, held_out=share_text(int(record.held_out[k]), out))
        if out
        else told
    )


def least_text(value: CurvesValue | None) -> str:
    """The least errors, where they were reached first, and how much of the run is known."""
    if value is None or not value.head:
        return ""
    parts = [
        _("{name}: least {least}, first after step {step}.").format(
            name=name, least=share_text(curve.least[0], curve.points), step=grouped(curve.least[1])
        )
        for name, curve in ((_("Held out"), value.held_out), (_("Trained on"), value.training))
        if curve.points and curve.least
    ]
    if not value.held_out.points:
        parts.append(_("No point is held out."))
    record = value.record
    if record.every > 1:
        parts.append(
            _("f changes at every step here; one in {every} is looked at.").format(every=grouped(record.every))
        )
    if record.problem:
        parts.append(record.problem)
    elif record.known + max(1, record.every) <= value.head:
        parts.append(
            _("Known up to step {known} of {head}.").format(known=grouped(record.known), head=grouped(value.head))
        )
    return "\n".join(parts)
