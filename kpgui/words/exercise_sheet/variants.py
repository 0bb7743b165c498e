"""Variants of a setting: points drawn until they are in the band of difficulty and differ from all before."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import numpy as np

from kpgui import api
from kpgui.model.dataset import Dataset
from kpgui.model.errors import UNWATCHED, KpguiError, Token
from kpgui.model.session import SEED, Session, View
from kpgui.words.exercise_sheet.band import CONVERGING, FARTHEST, MOST_VARIANTS
from kpgui.words.exercise_sheet.setting import PLACES, Place, Setting
from kpgui.words.exercise_sheet.working import Working, worked

MOST_TRIES = 4000
"""Draws for one variant; after half of them it may converge or not."""

EDGE = FARTHEST + 0.6
"""Where the view of a variant ends."""


@dataclass(frozen=True, eq=False)
class Variant:
    """number: from 1."""

    number: int
    setting: Setting
    points: tuple[Place, ...]
    labels: tuple[int, ...]

    @cached_property
    def working(self) -> Working:
        return worked(self.setting, self.points, self.labels)

    @property
    def session(self) -> Session:
        """The variant as kpgui opens it."""
        dataset, view = Dataset.of(self.points, self.labels), View(-EDGE, EDGE, -EDGE, EDGE)
        return replace(self.setting.session, dataset=dataset, view=view)

    @cached_property
    def shape(self) -> tuple[tuple[int, int, int], ...]:
        """The same for variants that differ by the order of points, mirroring, quarter turns or which class is +1."""
        images = []
        for kx, ky, swapped, sign in product((1, -1), (1, -1), (False, True), (1, -1)):
            places = ((y, x) if swapped else (x, y) for x, y in self.points)
            images.append(
                sorted((kx * x, ky * y, sign * label) for (x, y), label in zip(places, self.labels, strict=True))
            )
        return tuple(min(images))

    def agrees(self) -> bool:
        """Whether kpgui makes the same run: in its numbers a tie may be decided otherwise, as with η = 0.1."""
        model, working = api.train(self.session), self.working
        same = model.updates.step.tolist() == [*working.mistakes] and model.steps == len(working.steps)
        return same and model.alpha.tolist() == [*working.alpha] and model.converged == working.converged


def variants(setting: Setting, count: int, seed: int, token: Token = UNWATCHED) -> tuple[Variant, ...]:
    """So many, all different, the same for the same seed. Raises KpguiError if there are not so many; Cancelled."""
    if not 1 <= count <= MOST_VARIANTS:
        raise KpguiError(f"A sheet has 1 to {MOST_VARIANTS} variants, not {count}.")
    rng = np.random.default_rng(int(SEED.validate(seed)))
    found, shapes, kinds = list[Variant](), set[tuple[tuple[int, int, int], ...]](), {True, False}
    while len(found) < count:
        wanted = bool(rng.random() < CONVERGING)
        for tries in range(MOST_TRIES):
            if tries % 50 == 0:
                token.check()
            if tries > MOST_TRIES // 2 and len(kinds) > 1:
                kinds.discard(wanted)  # looked for in vain, so it is not looked for again
            each = _drawn(setting, len(found) + 1, rng)
            fits = each.working.in_band and (each.working.converged == wanted or len(kinds) == 1)
            if fits and each.shape not in shapes and each.agrees():
                break
        else:
            raise KpguiError(f"Only {len(found)} variants of this are in the band of difficulty, not {count}.")
        shapes.add(each.shape)
        found.append(each)
        token.report(len(found) / count)
    return tuple(found)


def _drawn(setting: Setting, number: int, rng: np.random.Generator) -> Variant:
    places = rng.choice(len(PLACES), setting.count, replace=False).tolist()
    labels: Sequence[int] = (2 * rng.integers(0, 2, setting.count) - 1).tolist()
    if len({*labels}) < 2:
        labels = [-labels[0], *labels[1:]]
    return Variant(number, setting, tuple(PLACES[k] for k in places), tuple(labels))
