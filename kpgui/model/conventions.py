"""A textbook's conventions: how f = 0 counts, in which order points come, and what a run starts from."""

from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

import numpy as np

from kpgui.language import _, later
from kpgui.model.arrays import Bools, Floats
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError, short

TIES = {"mistake": 0.0, "+1": 1.0, "-1": -1.0}
"""The tie rules: a score of 0 is a mistake for either label, or counts as this label."""

MOST_POINTS = 10_000
"""Most points that an order or a start lists: a textbook has few, and a file stays small."""

LARGEST_ALPHA = 10**6
"""Of a start; so sums of kernel values stay exact."""

LARGEST_NUMBER = 1e100
"""The largest |w| or |b| of a start."""


REFUSALS = {
    "tie": later("{learner} has no tie rule of its own; leave out the convention tie, or choose a perceptron."),
    "order": later("{learner} does not examine the points in an order; leave out the convention order."),
    "first": later("{learner} does not examine the points in an order; leave out the convention first."),
    "alpha": later("{learner} cannot start from an α; leave it out, or choose perceptron or kernel_perceptron."),
    "w": later(
        '{learner} cannot start from w: of all learners perceptron(map="identity") alone has one weight for each '
        "coordinate, and Φ of an RBF has no coordinates to type. Start from alpha."
    ),
    "b": later('{learner} cannot start from b: that takes perceptron(map="identity", bias=true). Start from alpha.'),
}
"""What is said of a convention that a learner cannot have."""


@dataclass(frozen=True)
class Conventions:
    """What a textbook does otherwise than a session by itself. By default nothing. Make one with `of`.

    tie: a key of TIES. order: indices into the dataset, in the order in which an epoch presents the points; it takes
    the place of the dataset's own order, and indices of points that are held out are skipped. first: the index of the
    point that each epoch begins with; the others follow in their order, and from its end on from its beginning. One
    that is held out is skipped.
    alpha: what α starts from, one whole number per point; f starts as the f of these mistakes. w, b: what the weights
    and the bias of a perceptron on φ(x) = x start from. () and None stand for none.
    """

    tie: str = "mistake"
    order: tuple[int, ...] = ()
    first: int | None = None
    alpha: tuple[int, ...] = ()
    w: tuple[float, ...] = ()
    b: float = 0.0

    @classmethod
    def of(cls, given: Any) -> "Conventions":
        """Conventions from a mapping with some of the fields, or from others; checked as far as no dataset is needed.

        Raises KpguiError that names the field.

        >>> Conventions.of({"tie": "+1", "order": [2, 0, 1]})
        Conventions(tie='+1', order=(2, 0, 1), first=None, alpha=(), w=(), b=0.0)
        """
        values = asdict(given) if isinstance(given, cls) else given
        names = [field.name for field in fields(cls)]
        if not isinstance(values, dict) or set(values) - set(names):
            raise KpguiError(_("conventions must have {names} and nothing else.").format(names=", ".join(names)))
        found: dict[str, Any] = dict(values)
        if found.get("tie", "mistake") not in list(TIES):
            raise _wrong("tie", _("one of {names}").format(names=", ".join(TIES)), found["tie"])
        if found.get("first") is not None:
            found["first"] = _indices("first", [found["first"]])[0]
        found |= {name: _indices(name, found[name]) for name in ("order", "alpha") if name in found}
        found |= {"w": _reals("w", found["w"])} if "w" in found else {}
        found |= {"b": _reals("b", [found["b"]])[0]} if "b" in found else {}
        if len(set(found.get("order", ()))) < len(found.get("order", ())):
            raise KpguiError(_("order must name each point once."))
        if max(found.get("alpha", ()), default=0) > LARGEST_ALPHA:
            raise _wrong("alpha", _("numbers up to {most}").format(most=LARGEST_ALPHA), max(found["alpha"]))
        chosen = cls(**found)
        if any(chosen.alpha) and (any(chosen.w) or chosen.b):
            raise KpguiError(_("Start from alpha, or from w and b, not from both."))
        return replace(chosen, alpha=chosen.alpha * any(chosen.alpha), w=chosen.w * any(chosen.w))

    def __bool__(self) -> bool:
        return self != USUAL

    @property
    def changed(self) -> dict[str, Any]:
        """The fields that are not as usual, by name."""
        return {name: value for name, value in asdict(self).items() if value != getattr(USUAL, name)}

    @property
    def starts(self) -> bool:
        """Whether f starts from something else than 0."""
        return bool(self.alpha or self.w or self.b)

    @property
    def orders(self) -> bool:
        """Whether the points come in another order than the session's setting says."""
        return bool(self.order) or self.first is not None

    def wrong(self, signed: Floats, labels: Any) -> Bools:
        """Which points are on the wrong side, (n,). signed: y·f of each. labels: of each."""
        wrong: Bools = np.less_equal(signed, 0)
        return wrong if self.tie == "mistake" else wrong & ~((signed == 0) & (labels == TIES[self.tie]))

    def check(self, dataset: Dataset, possible: Collection[str], learner: str) -> None:
        """Raises KpguiError unless they fit the dataset, and the learner, of this name, which can have `possible`."""
        refused = next((name for name in self.changed if name not in possible), None)
        if refused is not None:
            raise KpguiError(_(REFUSALS[refused]).format(learner=learner))
        n = len(dataset)
        outside = [i for i in (*self.order, *(() if self.first is None else (self.first,))) if i >= n]
        missing = sorted({*dataset.training.tolist()} - {*self.order}) if self.order else []
        if outside or missing:
            raise KpguiError(
                _("The order must name the points that are trained on by their numbers from 0: {what}.").format(
                    what=_("there is no {i}").format(i=outside[0])
                    if outside
                    else _("{i} is missing").format(i=missing[0])
                )
            )
        for name, count in (("alpha", n), ("w", dataset.d)):
            values = getattr(self, name)
            if values and len(values) != count:
                raise KpguiError(
                    _("{name} must have {count} numbers, not {given}.").format(
                        name=name, count=count, given=len(values)
                    )
                )

    def following(self, before: Dataset, after: Dataset) -> "Conventions":
        """These conventions after an edit: of points that go the numbers go too, and new points come last, with α = 0.

        The same object if nothing changes.
        """
        same = after.ids is before.ids
        if not self or (same and after.held_out is before.held_out and after.d == before.d):
            return self
        place = {each: k for k, each in enumerate(after.ids.tolist())}
        now = [place.get(each) for each in before.ids.tolist()]
        kept = [now[i] for i in self.order if i < len(now) and now[i] is not None]
        order = [*kept, *sorted({*range(len(after))} - {*kept})] if kept else []
        alpha = [0] * len(after)
        for k, value in zip(now, self.alpha, strict=False):
            if k is not None:
                alpha[k] = value
        first = now[self.first] if self.first is not None and self.first < len(now) else None
        found = replace(
            self,
            order=tuple(order) if len(order) <= MOST_POINTS else (),
            first=first,
            alpha=tuple(alpha) if any(alpha) and len(alpha) <= MOST_POINTS else (),
            w=self.w if after.d == before.d else (),
        )
        return self if found == self else found


USUAL = Conventions()


def _indices(name: str, given: Any) -> tuple[int, ...]:
    values = _listed(name, given)
    for each in values:
        if isinstance(each, bool | np.bool_) or not isinstance(each, int | np.integer) or not 0 <= each <= 2**53:
            raise _wrong(name, _("whole numbers from 0"), each)
    return tuple(int(each) for each in values)


def _reals(name: str, given: Any) -> tuple[float, ...]:
    values = _listed(name, given)
    for each in values:
        number = isinstance(each, int | float | np.number) and not isinstance(each, bool)
        if not number or not abs(each) <= LARGEST_NUMBER:
            raise _wrong(name, _("numbers up to {most}").format(most=LARGEST_NUMBER), each)
    return tuple(float(each) + 0.0 for each in values)


def _listed(name: str, given: Any) -> list[Any]:
    if isinstance(given, str | dict) or not isinstance(given, Iterable):
        raise _wrong(name, _("a list of numbers"), given)
    values = list(given)
    if len(values) > MOST_POINTS:
        raise _wrong(name, _("a list of at most {most} numbers").format(most=MOST_POINTS), len(values))
    return values


def _wrong(name: str, must: str, given: Any) -> KpguiError:
    return KpguiError(_("{name} must be {must}, not {given}.").format(name=name, must=must, given=short(repr(given))))
