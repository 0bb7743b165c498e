"""The mechanism: what the learner of a run says about its own state."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kpgui.learners import learner
from kpgui.model import mechanism
from kpgui.model.arrays import Ints, Labels, frozen
from kpgui.model.reading import Focus, Moment, Numbers, Reading


@dataclass(frozen=True, eq=False)
class MechanismValue:
    """What the learner declares, and of the points of its bars the ids and labels (k,), −1 and 0 where there is none.

    title: of the learner. gone: ids of the points that no longer carry f.
    """

    title: str
    told: mechanism.Mechanism
    ids: Ints
    labels: Labels
    gone: Ints

    @property
    def table(self) -> Numbers:
        """The bars: name, position of the point from 1, label, number, and the step since when if there is one."""
        bars = self.told.bars
        names = np.array(bars.names, str) if bars.names else bars.rows + 1
        columns = {"entry": names, "point": bars.rows + 1, "label": self.labels, bars.symbol: bars.values}
        if len(bars.since):
            columns["since_step"] = bars.since
        return Numbers(tuple(columns), tuple(columns.values()))


@dataclass(frozen=True)
class Mechanism(Reading):
    """The learner's own description of its state, with the ids of the points in it."""

    key: ClassVar[str] = "mechanism"

    def read(self, moment: Moment, focus: Focus) -> MechanismValue:
        dataset, chosen = moment.session.dataset, learner(moment.session.learner)
        told = chosen.mechanism(moment)
        rows = told.bars.rows
        if not len(dataset):
            rows = rows[:0]
        some = rows >= 0
        return MechanismValue(
            chosen.title,
            told,
            frozen(np.where(some, dataset.ids[rows], -1), np.int64),
            frozen(np.where(some, dataset.labels[rows], 0), np.int8),
            frozen(dataset.ids[told.gone], np.int64),
        )

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        return self.read(moment, focus).table
