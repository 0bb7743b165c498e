"""Why a step did what it did: the lines of pseudocode that ran, and f at the point examined, before and after."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from kpgui.learners import learner
from kpgui.model.arrays import Floats, Ints, frozen
from kpgui.model.expansion import Expansion
from kpgui.model.explanation import CodeLine, Examined, Explanation, ran
from kpgui.model.reading import Focus, Moment, Numbers, Reading
from kpgui.model.session import Session
from kpgui.ui.instruments.why.probe_reading import ProbeValue, parts_of, probed

_NONE: Ints = frozen((), np.int64)


@dataclass(frozen=True, eq=False)
class StepValue:
    """The step made last. workings: formulas of the learner with their numbers. before, after: f at the point examined.

    f, f_after: the sums that these are of. sums: formulas of the learner in place of these, see `Learner.sums`.
    """

    told: Explanation
    workings: tuple[str, ...]
    before: ProbeValue
    after: ProbeValue
    f: Expansion
    f_after: Expansion
    sums: tuple[str, str] | None = None


@dataclass(frozen=True, eq=False)
class WhyValue:
    """title: of the learner. lines: its pseudocode. ran: whether each line ran in the step, () without a step.

    steps: made so far. step: None before the first one, and if it is no longer on record.
    """

    title: str
    lines: tuple[CodeLine, ...]
    ran: tuple[bool, ...]
    steps: int
    step: StepValue | None
    session: Session

    @property
    def table(self) -> Numbers:
        """The parts of f at the point examined, before and after the step, by position of the points from 1."""
        from kpgui.engine.run.run import effective_kernel
        from kpgui.formats.tabular.writing import coordinate_names  # the window opens sooner without it

        dataset, step = self.session.dataset, self.step
        rows, place = _NONE, np.zeros(dataset.d)
        values: list[Floats] = [frozen((), np.float64)] * 5
        if step is not None:
            rows, place = np.union1d(step.f.support, step.f_after.support), step.before.place
            every = Expansion.of(np.isin(np.arange(len(dataset)), rows), 0.0)
            kernel = parts_of(every, effective_kernel(self.session), dataset.points, place).values
            old, new = step.f.beta[rows], step.f_after.beta[rows]
            values = [old, new, kernel, old * kernel, new * kernel]
        names = "point", *coordinate_names(dataset.d), "label", "beta_before", "beta_after", "kernel"
        columns = rows + 1, *dataset.points[rows].T, dataset.labels[rows], *values
        return Numbers((*names, "part_before", "part_after"), columns)


@dataclass(frozen=True)
class Why(Reading):
    """The step made last, with the `most` largest parts of f at its point, of an SVM at the first of its two."""

    key: ClassVar[str] = "why"

    most: int = 64

    def read(self, moment: Moment, focus: Focus) -> WhyValue:
        session, chosen = moment.session, learner(moment.session.learner)
        lines, found = chosen.pseudocode, moment.trace.last_step()
        branches = () if found is None else chosen.branches(found[0])
        return WhyValue(
            title=chosen.title,
            lines=lines,
            ran=() if found is None else ran(lines, branches),
            steps=moment.frame.counters.step,
            step=None if found is None else self._step(session, *found),
            session=session,
        )

    def _step(self, session: Session, examined: Examined, state: object) -> StepValue:
        from kpgui.engine.run.run import effective_kernel  # the window opens sooner without it

        chosen, dataset, kernel = learner(session.learner), session.dataset, effective_kernel(session)
        at = dataset.points[examined.point], examined.point + 1, self.most
        return StepValue(
            told=chosen.explain(state, examined),
            workings=chosen.workings(state, examined),
            before=probed(examined.f, kernel, dataset, *at),
            after=probed(examined.f_after, kernel, dataset, *at),
            f=examined.f,
            f_after=examined.f_after,
            sums=chosen.sums(state, examined),
        )

    def table(self, moment: Moment, focus: Focus) -> Numbers:
        return self.read(moment, focus).table
