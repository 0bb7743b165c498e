"""The document: edits, undo, redo, strokes, and whether it was saved."""

import gc
import weakref
from pathlib import Path

import numpy as np
import pytest

from kpgui.model.dataset import Dataset
from kpgui.model.edits import Move, Remove, Replace, Setting, add
from kpgui.model.session import Session
from kpgui.ui.session.document import Document


@pytest.fixture
def document(qapp):
    return Document()


def place(document, x, y, label=1):
    document.edit(add(document.session.dataset, np.array([[x, y]]), np.array([label])), "add a point")


def test_an_edit_changes_the_session_and_says_so(document):
    seen = []
    document.changed.connect(lambda before, after: seen.append((len(before.dataset), len(after.dataset))))
    place(document, 1, 2)
    assert seen == [(0, 1)]
    assert document.session.dataset.points.tolist() == [[1, 2]]


def test_undo_and_redo_restore_points_with_their_ids(document):
    place(document, 0, 0)
    place(document, 1, 1, -1)
    full = document.session.dataset
    document.edit(Remove(np.array([0])), "delete")
    document.undo_stack.undo()
    assert document.session.dataset == full
    assert document.session.dataset.ids.tolist() == full.ids.tolist()
    document.undo_stack.redo()
    assert document.session.dataset.ids.tolist() == [1]


def test_a_stroke_is_one_undo(document):
    place(document, 0, 0)
    stroke = object()
    for x in (0.1, 0.2, 0.3):
        document.edit(Move(np.array([0]), np.array([[x, 0.0]])), "move a point", stroke)
    assert document.undo_stack.count() == 2
    document.undo_stack.undo()
    assert document.session.dataset.points.tolist() == [[0, 0]]
    document.undo_stack.redo()
    assert document.session.dataset.points.tolist() == [[0.3, 0]]


def test_what_a_stroke_moved_is_let_go_of_with_the_session(document):
    place(document, 0, 0)
    stroke, moves = object(), [Move(np.array([0]), np.array([[x, 0.0]])) for x in (0.1, 0.2, 0.3)]
    left = [weakref.ref(move) for move in moves]
    while moves:
        document.edit(moves.pop(), "move a point", stroke)
    document.open_session(Session(), None)
    gc.collect()
    assert [each() for each in left] == [None] * 3


def test_the_name_of_a_stroke_is_that_of_its_last_edit(document):
    told = []
    document.undo_stack.indexChanged.connect(told.append)
    stroke = object()
    for count in (1, 2):
        edit = add(document.session.dataset, np.array([[count, 0.0]]), np.array([1]))
        document.edit(edit, f"spray {count}", stroke)
    assert document.undo_stack.undoText() == "spray 2"
    assert told == [1, 1]


def test_an_edit_of_a_stroke_that_was_undone_forgets_what_could_be_redone(document):
    stroke = object()
    for seed in (1, 2):
        document.edit(Setting("seed", seed), "seed", stroke)
    document.edit(Setting("seed", 3), "seed")
    document.undo_stack.undo()
    document.edit(Setting("seed", 4), "seed", stroke)
    assert not document.undo_stack.canRedo()
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
    assert document.session.seed == 0


def test_a_stroke_of_different_edits_undoes_all_of_them(document):
    stroke = object()
    for x in (1.0, 2.0, 3.0):
        edit = add(document.session.dataset, np.array([[x, 0.0]]), np.array([1]))
        document.edit(edit, "spray points", stroke)
    document.undo_stack.undo()
    assert len(document.session.dataset) == 0
    document.undo_stack.redo()
    assert document.session.dataset.points[:, 0].tolist() == [1, 2, 3]


def test_different_strokes_stay_apart(document):
    document.edit(Setting("kernel", "rbf(sigma=2)"), "change σ", object())
    document.edit(Setting("kernel", "rbf(sigma=3)"), "change σ", object())
    document.undo_stack.undo()
    assert document.session.kernel == "rbf(sigma=2)"


def test_a_stroke_does_not_swallow_a_save(document):
    stroke = object()
    document.edit(Setting("seed", 1), "change the seed", stroke)
    document.mark_saved(Path("a.kpgui"))
    document.edit(Setting("seed", 2), "change the seed", stroke)
    assert document.modified
    document.undo_stack.undo()
    assert document.session.seed == 1
    assert not document.modified


def test_setting_the_same_value_is_no_edit(document):
    document.edit(Setting("seed", 0), "change the seed")
    assert document.undo_stack.count() == 0
    assert not document.modified


def test_modified_follows_edits_saves_and_undo(document):
    told = []
    document.modified_changed.connect(told.append)
    document.edit(Setting("seed", 5), "change the seed")
    document.mark_saved(Path("a.kpgui"))
    document.undo_stack.undo()
    document.undo_stack.redo()
    assert told == [True, False, True, False]
    assert document.path == Path("a.kpgui")


def test_opening_replaces_everything_and_cannot_be_undone(document):
    place(document, 0, 0)
    other = Session(dataset=Dataset.of([[5, 5]], [1]), kernel="linear()")
    document.open_session(other, Path("b.kpgui"))
    assert document.session is other
    assert not document.modified
    assert not document.undo_stack.canUndo()
    document.open_session(Session(), None)
    assert document.session == Session()
    assert document.path is None


def test_an_edit_that_fails_changes_nothing(document):
    with pytest.raises(KeyError):
        document.edit(Remove(np.array([7])), "delete")
    assert document.undo_stack.count() == 0
    assert len(document.session.dataset) == 0


def test_replacing_the_dataset_can_be_undone(document):
    place(document, 0, 0)
    document.edit(Replace(Dataset.of(np.zeros((3, 2)), [1, 1, -1])), "generate")
    assert len(document.session.dataset) == 3
    document.undo_stack.undo()
    assert len(document.session.dataset) == 1


def test_an_abandoned_stroke_leaves_nothing_to_undo_or_redo(document):
    place(document, 0, 0)
    stroke = object()
    for x in (1.0, 2.0):
        document.edit(Move(np.array([0]), np.array([[x, 0.0]])), "move a point", stroke)
    document.abandon(stroke)
    assert document.session.dataset.points.tolist() == [[0, 0]]
    assert document.undo_stack.count() == 1
    assert not document.undo_stack.canRedo()


def test_abandoning_a_stroke_that_made_no_edit_changes_nothing(document):
    document.abandon(object())
    place(document, 0, 0)
    document.abandon(object())
    assert len(document.session.dataset) == 1
    assert document.undo_stack.count() == 1


def test_a_session_marked_unsaved_is_so_whatever_is_undone_until_it_is_saved(document):
    document.open_session(Session(seed=3), Path("a.kpgui"))
    heard = []
    document.modified_changed.connect(heard.append)
    document.mark_unsaved()
    assert heard == [True]
    place(document, 0, 0)
    document.undo_stack.undo()
    assert document.modified
    document.mark_saved(Path("a.kpgui"))
    assert not document.modified


def test_a_session_opened_while_the_last_one_is_being_saved_is_announced_as_unmodified(document):
    """Otherwise the next "modified" is not heard, and what redo brings back gets no recovery copy."""
    heard = []
    document.modified_changed.connect(heard.append)
    place(document, 0, 0)
    document.begin_saving()
    document.open_session(Session(), None)
    assert heard == [True, False]
    place(document, 1, 1)
    assert heard == [True, False, True]


def test_an_edit_taken_back_while_saving_fails_leaves_it_unmodified(document):
    heard = []
    document.modified_changed.connect(heard.append)
    document.begin_saving()
    place(document, 0, 0)
    document.undo_stack.undo()
    document.give_up_saving()
    assert not document.modified
    assert heard == [True, False]
