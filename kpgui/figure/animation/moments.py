"""The moments of a run that an animation shows."""

from collections.abc import Sequence

import numpy as np

from kpgui.engine.run.run import Run
from kpgui.figure.animation.settings import Animation
from kpgui.language import _
from kpgui.model.arrays import Ints
from kpgui.model.errors import KpguiError


def moments(run: Run, settings: Animation, last: int) -> tuple[int, ...]:
    """The steps after which there is a frame, ascending, from 0 to `last`: at most `settings.frames` of them.

    Raises KpguiError when the learner has no such moments.
    """
    if settings.by != "steps" and not run.learner.by_epochs:
        raise KpguiError(
            _("The {title} does not go by {by}; make a frame by steps instead.").format(
                title=_(run.learner.title), by=_("epochs") if settings.by == "epochs" else _("mistakes")
            )
        )
    if settings.by == "mistakes":
        return by_mistakes(run.timeline.mistakes, last, settings.every, settings.frames)
    unit = 1 if settings.by == "steps" else max(1, run.epoch_length)
    return thinned(range(0, last, unit * settings.every), last, settings.frames)


def by_mistakes(mistakes: Ints, last: int, every: int, most: int) -> tuple[int, ...]:
    """The start, just after every `every`-th mistake, and `last`. mistakes: their steps, counted from 0."""
    found = np.append(0, mistakes[every - 1 :: every] + 1)
    return thinned(found[found < last].tolist(), last, most)


def thinned(found: Sequence[int], last: int, most: int) -> tuple[int, ...]:
    """At most `most` of these moments (ascending, the first is 0) and `last`, at even distances among them.

    >>> thinned(range(0, 9), 9, 4), thinned([0, 7], 9, 4), thinned([], 0, 4)
    ((0, 3, 6, 9), (0, 7, 9), (0,))
    """
    gaps = len(found)
    if gaps < most:
        return (*found, last)
    chosen = (found[(gaps * k + (most - 1) // 2) // (most - 1)] for k in range(most - 1))
    return (*chosen, last)
