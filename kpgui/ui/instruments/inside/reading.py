"""The mechanism: what the learner of a run says about its own state."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kpgui.learners import learner
from kpgui.model import mechanism
from kpgui.model.arrays import Ints, Labels, frozen
from kpgui.model.feature_map import MAPS
from kpgui.model.reading import Focus, Moment, Numbers, Reading
from kpgui.ui.instruments.inside.feature_space_reading import FeatureSpace, feature_space


@dataclass(frozen=True, eq=False)
class MechanismValue:
    """What the learner declares, and of the points of its bars the ids and labels (k,), −1 and 0 where there is none.

    title: of the learner. gone: ids of the points that no longer carry f. in_plane: of a learner whose features are the
    coordinates of points in the plane, w and its plane, which is the boundary. has_space: whether there are more
    features than those, so that space shows them; it is None as long as that is impossible.
    """

    title: str
    told: mechanism.Mechanism
    ids: Ints
    labels: Labels
    gone: Ints
    in_plane: mechanism.Plane | None = None
    has_space: bool = False
    space: FeatureSpace | None = None

    @property
    def table(self) -> Numbers:
        """The bars: name, position of the point from 1, label, number, and since and until which step if any."""
        bars = self.told.bars
        names = np.array(bars.names, str) if bars.names else bars.rows + 1
        columns = {"entry": names, "point": bars.rows + 1, "label": self.labels, bars.symbol: bars.values}
        if len(bars.since):
            columns["since_step"] = bars.since
        if len(bars.until):
            columns["until_step"] = bars.until
        return Numbers(tuple(columns), tuple(columns.values()))


@dataclass(frozen=True)
class MechanismReading(Reading):
    """The learner's own description of its state, with the ids of the points in it."""

    key: ClassVar[str] = "mechanism"

    def read(self, moment: Moment, focus: Focus) -> MechanismValue:
        dataset, chosen = moment.session.dataset, learner(moment.session.learner)
        told = chosen.mechanism(moment)
        rows, plane, space = told.bars.rows, told.plane, None
        some = rows >= 0
        ids, labels = np.full(len(rows), -1), np.zeros(len(rows), np.int8)
        ids[some], labels[some] = dataset.ids[rows[some]], dataset.labels[rows[some]]
        flat = chosen.feature_map is MAPS["identity"] and dataset.d == 2
        if plane is not None and chosen.feature_map is not None and not flat:
            space = feature_space(chosen.feature_map, plane, dataset, moment.frame.counters.wrong)
        return MechanismValue(
            chosen.title,
            told,
            frozen(ids, np.int64),
            frozen(labels, np.int8),
            frozen(dataset.ids[told.gone], np.int64),
            in_plane=plane if flat else None,
            has_space=plane is not None and not flat,
            space=space,
        )

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        return self.read(moment, focus).table
