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

LARGEST_COUNT = 10**7
"""The largest α of a start, and more than there are points."""

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
        chosen = cls(**{name: _checked(name, value) for name, value in values.items()})
        if len(set(chosen.order)) < len(chosen.order):
            raise KpguiError(_("order must name each point once."))
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
    def stated(self) -> dict[str, Any]:
        """They as the field `conventions` of what describes a session; without any there is no such field."""
        return {"conventions": self.changed} if self else {}

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
        n, first = len(dataset), () if self.first is None else (self.first,)
        outside = [_("there is no {i}").format(i=i) for i in (*self.order, *first) if i >= n]
        missing = sorted({*dataset.training.tolist()} - {*self.order}) if self.order else []
        wrong = [*outside, *(_("{i} is missing").format(i=i) for i in missing[:1])]
        if wrong:
            text = _("The order must name the points that are trained on by their numbers from 0: {what}.")
            raise KpguiError(text.format(what=wrong[0]))
        for name, count in (("alpha", n), ("w", dataset.d)):
            given = len(getattr(self, name))
            if given not in (0, count):
                text = _("{name} must have {count} numbers, not {given}.")
                raise KpguiError(text.format(name=name, count=count, given=given))

    def following(self, before: Dataset, after: Dataset) -> "Conventions":
        """These conventions after an edit: of points that go the numbers go too, and new points come last, with α = 0.

        The same object if nothing changes.
        """
        same = after.ids is before.ids and after.held_out is before.held_out and after.d == before.d
        if same or not {"order", "first", "alpha", "w"} & self.changed.keys():
            return self
        place = {each: k for k, each in enumerate(after.ids.tolist())}
        now = dict(enumerate(place.get(each) for each in before.ids.tolist()))
        kept = [k for i in self.order if (k := now.get(i)) is not None]
        order = [*kept, *sorted({*range(len(after))} - {*kept})] if kept else []
        earlier = {now[i]: value for i, value in enumerate(self.alpha) if i in now}
        alpha = [earlier.get(k, 0) for k in range(len(after))]
        found = replace(
            self,
            order=tuple(order) if len(order) <= MOST_POINTS else (),
            first=None if self.first is None else now.get(self.first),
            alpha=tuple(alpha) if any(alpha) and len(alpha) <= MOST_POINTS else (),
            w=self.w if after.d == before.d else (),
        )
        return self if found == self else found


USUAL = Conventions()


def _checked(name: str, given: Any) -> Any:
    """The value of a field. Raises KpguiError."""
    if name == "tie":
        if given not in list(TIES):
            raise _wrong(name, _("one of {names}").format(names=", ".join(TIES)), given)
        return given
    if name in ("first", "b"):
        return None if given is None and name == "first" else _number(name, given)
    if isinstance(given, str | dict) or not isinstance(given, Iterable):
        raise _wrong(name, _("a list of numbers"), given)
    values = tuple(_number(name, each) for each in given)
    if len(values) > MOST_POINTS:
        raise _wrong(name, _("a list of at most {most} numbers").format(most=MOST_POINTS), len(values))
    return values


def _number(name: str, given: Any) -> Any:
    real = name in ("w", "b")
    kinds: Any = int | float | np.number if real else int | np.integer
    low, high = (-LARGEST_NUMBER, LARGEST_NUMBER) if real else (0, LARGEST_COUNT)
    if not isinstance(given, kinds) or isinstance(given, bool) or not low <= given <= high:
        must = _("numbers up to {most}") if real else _("whole numbers from 0 to {most}")
        raise _wrong(name, must.format(most=high), given)
    return float(given) + 0.0 if real else int(given)


def _wrong(name: str, must: str, given: Any) -> KpguiError:
    return KpguiError(_("{name} must be {must}, not {given}.").format(name=name, must=must, given=short(repr(given))))
