"""Random edits, undo, redo, saving and opening, against lists of rows that are copied at every step."""

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

import kpgui
from kpgui.model.edits import HoldOut, Move, Relabel, Remove, Replace, Setting, add
from kpgui.model.transform import X, Y, aligned, distributed, mirrored, rotated
from kpgui.ui.session.document import Document
from kpgui.ui.table.model import PointsModel
from kpgui.words.clipboard.points import copied, pasted
from tests.strategies import datasets

places = st.floats(-1e6, 1e6).map(lambda value: value + 0.0)
signs = st.sampled_from([-1, 1])
one_row = st.tuples(places, places, signs, st.booleans())
shares = st.sampled_from([0.0, 0.5, 1.0])


class DocumentMachine(RuleBasedStateMachine):
    """`past` is what the rows were after each step, `now` the one that is shown; a table listens all the time."""

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "a.kpgui"
        self.document = Document()
        self.table = PointsModel(self.document, self.document)
        self.document.changed.connect(lambda _, after: self.table.show_dataset(after.dataset))
        self.past = [([], "rbf(sigma=1)")]
        self.now = 0
        self.clean = 0
        self.saving = self.was_modified = False

    def teardown(self):
        self.folder.cleanup()

    @initialize(start=st.lists(one_row, max_size=6))
    def begin(self, start):
        if start:
            self.add(start)

    # What the plain side remembers.

    @property
    def rows(self):
        return list(self.past[self.now][0])

    @property
    def dataset(self):
        return self.document.session.dataset

    def step(self, rows, kernel=None):
        del self.past[self.now + 1 :]
        if self.clean is not None and self.clean > self.now:
            self.clean = None
        self.past.append((rows, self.past[self.now][1] if kernel is None else kernel))
        self.now += 1

    def some(self, data):
        return sorted(data.draw(st.sets(st.integers(0, len(self.rows) - 1), min_size=1)))

    def moved(self, at, places):
        rows = self.rows
        for k, (x, y) in zip(at, places.tolist(), strict=True):
            rows[k] = (x, y, *rows[k][2:])
        return rows

    # Edits.

    @rule(new=st.lists(one_row, min_size=1, max_size=4))
    def add(self, new):
        *place, labels, out = (np.array(column) for column in zip(*new, strict=True))
        edit = add(self.dataset, np.column_stack(place), labels, out)
        self.document.edit(edit, "add")
        self.step(self.rows + new)

    @precondition(lambda self: self.rows)
    @rule(data=st.data())
    def remove(self, data):
        at = self.some(data)
        self.document.edit(Remove(self.dataset.ids[at]), "delete")
        self.step([row for k, row in enumerate(self.rows) if k not in at])

    @precondition(lambda self: self.rows)
    @rule(data=st.data(), count=st.integers(1, 4))
    def drag(self, data, count):
        """A stroke of several moves is one step."""
        at, stroke = self.some(data), object()
        for _ in range(count):
            to = np.array([data.draw(st.tuples(places, places)) for _ in at])
            self.document.edit(Move(self.dataset.ids[at], to), "move", stroke)
        self.step(self.moved(at, to))

    @precondition(lambda self: self.rows)
    @rule(data=st.data())
    def give_a_drag_up(self, data):
        at, stroke = self.some(data), object()
        self.document.edit(Move(self.dataset.ids[at], np.zeros((len(at), 2))), "move", stroke)
        self.document.abandon(stroke)
        del self.past[self.now + 1 :]  # what could be redone is gone
        if self.clean is not None and self.clean > self.now:
            self.clean = None

    @precondition(lambda self: self.rows)
    @rule(data=st.data(), label=signs)
    def relabel(self, data, label):
        at = self.some(data)
        self.document.edit(Relabel(self.dataset.ids[at], np.full(len(at), label, np.int8)), "relabel")
        self.step([(*r[:2], label, r[3]) if k in at else r for k, r in enumerate(self.rows)])

    @precondition(lambda self: self.rows)
    @rule(data=st.data(), out=st.booleans())
    def hold_out(self, data, out):
        at = self.some(data)
        self.document.edit(HoldOut(self.dataset.ids[at], np.full(len(at), out)), "hold out")
        self.step([(*r[:3], out) if k in at else r for k, r in enumerate(self.rows)])

    @precondition(lambda self: self.rows)
    @rule(data=st.data(), axis=st.sampled_from([X, Y]), share=shares, degrees=st.sampled_from([90, 180, 33.3]))
    def arrange(self, data, axis, share, degrees):
        at = self.some(data)
        change = data.draw(
            st.sampled_from(
                [
                    lambda points: mirrored(points, axis),
                    lambda points: rotated(points, degrees),
                    lambda points: aligned(points, axis, share),
                    lambda points: distributed(points, axis),
                ]
            )
        )
        before = np.array([self.rows[k][:2] for k in at])
        self.document.edit(Move(self.dataset.ids[at], change(self.dataset.points[at])), "arrange")
        self.step(self.moved(at, change(before)))

    @precondition(lambda self: self.rows)
    @rule(data=st.data())
    def copy_and_paste(self, data):
        at = self.some(data)
        made = pasted(copied(self.dataset, np.array(at)).encode())
        self.document.edit(add(self.dataset, made.points, made.labels, made.held_out), "paste")
        self.step(self.rows + [self.rows[k] for k in at])

    @rule(other=datasets(max_size=5, held_out=True))
    def replace(self, other):
        self.document.edit(Replace(other), "generate")
        points = other.points.tolist()
        self.step([(*p, int(s), bool(o)) for p, s, o in zip(points, other.labels, other.held_out, strict=True)])

    @rule(sigma=st.integers(1, 5))
    def set_kernel(self, sigma):
        kernel = f"rbf(sigma={sigma})"
        self.document.edit(Setting("kernel", kernel), "kernel")
        if kernel != self.past[self.now][1]:
            self.step(self.rows, kernel)

    # Going back and forth.

    @rule()
    def undo(self):
        self.document.undo_stack.undo()
        self.now = max(0, self.now - 1)

    @rule()
    def redo(self):
        self.document.undo_stack.redo()
        self.now = min(len(self.past) - 1, self.now + 1)

    @rule(data=st.data())
    def go_to_a_step(self, data):
        self.now = data.draw(st.integers(0, len(self.past) - 1))
        self.document.undo_stack.setIndex(self.now)

    # Files.

    @precondition(lambda self: not self.saving)
    @rule()
    def save(self):
        kpgui.save(self.document.session, self.path)
        self.document.mark_saved(self.path)
        self.clean = self.now

    @precondition(lambda self: not self.saving)
    @rule()
    def begin_saving(self):
        self.document.begin_saving()
        self.saving, self.was_modified, self.clean = True, self.clean != self.now, self.now

    @precondition(lambda self: self.saving)
    @rule()
    def finish_saving(self):
        self.document.mark_saved(self.path)
        self.saving = False

    @precondition(lambda self: self.saving)
    @rule()
    def fail_to_save(self):
        self.document.give_up_saving()
        self.saving = False
        if self.was_modified:
            self.clean = None

    @precondition(lambda self: not self.saving)
    @rule()
    def save_and_open(self):
        self.save()
        self.document.open_session(kpgui.load(self.path), self.path)
        self.past, self.now, self.clean = [self.past[self.now]], 0, 0

    # What holds at all times.

    @invariant()
    def the_document_has_the_rows_to_the_bit(self):
        dataset, (wanted, kernel) = self.dataset, self.past[self.now]
        columns = dataset.labels.tolist(), dataset.held_out.tolist()
        found = [(*p, s, o) for p, s, o in zip(dataset.points.tolist(), *columns, strict=True)]
        assert found == wanted
        assert self.document.session.kernel == kernel
        assert len(set(dataset.ids.tolist())) == len(wanted)

    @invariant()
    def the_steps_are_as_many(self):
        stack = self.document.undo_stack
        assert (stack.count(), stack.index()) == (len(self.past) - 1, self.now)
        assert self.document.modified == (self.saving or self.clean != self.now)

    @invariant()
    def the_table_shows_the_dataset(self):
        assert self.table.dataset is self.dataset or (not len(self.dataset) and not self.table.rowCount())
        assert self.table.rowCount() == len(self.rows)


@pytest.mark.slow
def test_a_document_is_what_plain_lists_say_whatever_is_done(qapp):
    # How long its rules take says nothing on a busy machine.
    patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    run_state_machine_as_test(DocumentMachine, settings=settings(patient, max_examples=40, stateful_step_count=25))
