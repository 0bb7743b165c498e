"""Points labelled by a formula."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpgui.generators.base import HALF_HEIGHT, HALF_WIDTH, Generator, noise_param, spread
from kpgui.language import _
from kpgui.model.arithmetic import SYNTAX, Rule, parse_rule
from kpgui.model.arrays import Floats
from kpgui.model.errors import KpguiError
from kpgui.model.param import param

TRIES = 20
"""At most this many random positions are tried for each point, …"""

FIRST_TRIES = 20_000
"""… plus this many for all points together."""

MOST_AT_ONCE = 1_000_000

SURVEYED = (90, 60)
"""Columns and rows of the grid on which the area where the rule is undefined is estimated."""


@dataclass(frozen=True)
class ByFormula(Generator):
    """Points spread evenly over the part of a rectangle where a rule holds (+1), and where it does not (−1).

    `balance` alone decides the number of points of each class, whatever the sizes of the parts. No points are placed
    where the rule is undefined, as log(x) for x < 0. Labels are assigned before noise is added.

    >>> dataset = ByFormula(n=4, rule="x*y > 0").make()
    >>> bool(((dataset.points.prod(axis=1) > 0) == (dataset.labels > 0)).all())
    True
    """

    key = "formula"
    title = "By formula"
    formula = "+1 where the rule holds, −1 elsewhere; |x| < 2.7, |y| < 1.8"

    noise: float = noise_param(0.0)
    rule: str = param(
        "y > sin(3*x)",
        "Where points are of class +1, made of x, y, pi, e, + - * / **, sin, cos, tan, exp, log, sqrt, abs, min, max, "
        "sign; without > or <: where it is above 0.",
        scale="text",
        check=parse_rule,
        syntax=SYNTAX,
    )

    @cached_property
    def _rule(self) -> Rule:
        return parse_rule(self.rule)

    def place(self, label: int, count: int, rng: "np.random.Generator") -> Floats:
        """Rejection sampling. Raises KpguiError when the class has no area, or one too small to hit."""
        found: list[Floats] = []
        missing, tried, hits, most = count, 0, 0, FIRST_TRIES + TRIES * count
        while missing > 0:
            if tried >= most:
                raise KpguiError(self._no_room(label))
            # A few more than are needed at the hit rate so far, so that there is seldom another round.
            chunk = min(MOST_AT_ONCE, most - tried, max(1000, int(1.1 * missing * (tried + 1) / (hits + 1))))
            points = spread(chunk, rng)
            points = points[self._rule.sides(points) == label]
            tried, hits = tried + chunk, hits + len(points)
            found.append(points[:missing])
            missing -= len(found[-1])
        return np.concatenate(found) if found else np.zeros((0, 2))

    @property
    def remark(self) -> str:
        x, y = (
            np.linspace(-half, half, count) for half, count in zip((HALF_WIDTH, HALF_HEIGHT), SURVEYED, strict=True)
        )
        places = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
        share = float(np.isnan(self._rule.sides(places)).mean())
        if not share:
            return ""
        percent = _("less than 1") if share < 0.01 else f"{100 * share:.0f}"
        return _("On {percent} % of the area the rule has no value, and no points are placed there.").format(
            percent=percent
        )

    def _no_room(self, label: int) -> str:
        sign, other = ("+1", "0") if label > 0 else ("−1", "1")
        return _(
            "The rule {rule!r} leaves (next to) no room for class {sign} where |x| < {half_width} and |y| < "
            "{half_height}; change the rule, or set balance to {other}."
        ).format(rule=self.rule, sign=sign, half_width=HALF_WIDTH, half_height=HALF_HEIGHT, other=other)
