"""Ghosts in files: saved and opened again, in pictures, in recovery copies, on the command line; undone and redone."""

import shutil
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kpgui import api
from kpgui.model.edits import HoldOut, Move, Replace, Setting
from kpgui.recovery.store import orphans
from kpgui.ui.canvas.layers.boundaries import BoundariesLayer
from tests.strategies import noisy_moons

KEY = Qt.Key
LEARNERS = [
    "kernel_perceptron(eta=0.1, bias=true, decay=0.99)", "voted_perceptron(bias=true, epochs=4)", "svm(C=1)",
    "averaged_perceptron()", "perceptron(map='quadratic', bias=true)", "forgetron(budget=9)",
    "norma(eta=0.5, lam=0.1)", "pegasos(lam=0.01)",
]  # fmt: skip


@pytest.fixture
def moons(desk):
    """A hundred points of two moons, every fifth held out, an RBF, and a run at its end."""
    data = noisy_moons(100)
    desk.window.document.edit(Replace(data), "moons")
    desk.window.document.edit(HoldOut(data.ids[::5], np.ones(20, bool)), "hold out")
    desk.window.document.edit(Setting("kernel", "rbf(sigma=0.5)"), "kernel")
    desk.trigger("view.fit")
    desk.train_to_end()
    return desk


def press_k(desk):
    desk.window.canvas.setFocus()
    QTest.keyClick(desk.window.canvas, KEY.Key_K)


def kept(desk):
    return desk.window.workbench.ghosts.kept


def curve_of(desk, ghost):
    """The line of a ghost as the canvas draws it."""
    desk.wait(lambda: desk.window.canvas.stage.layer(BoundariesLayer).settled)
    return desk.window.canvas.stage.layer(BoundariesLayer).curve(ghost.moment.expansion)


def save(desk, path):
    desk.choose_file(path)
    desk.trigger("file.save_as")
    desk.wait(lambda: not desk.window.document.modified)


@pytest.mark.slow
@pytest.mark.parametrize("learner", LEARNERS)
def test_a_ghost_comes_back_with_the_same_line_bit_for_bit(moons, start, tmp_path, learner):
    document, path = moons.window.document, tmp_path / "kept.kpgui"
    document.edit(Setting("learner", learner), "learner")
    moons.train_to_end()
    press_k(moons)
    data = moons.session.dataset
    document.edit(Move(data.ids[:50], data.points[:50] + 3), "move")
    moons.window.workbench.ghosts.rename(0, "before the move")
    save(moons, path)
    (ghost,) = kept(moons)
    other = start()
    other.window.resize(moons.window.size())
    other.window.opening.open_path(shutil.copy(path, tmp_path / "copy.kpgui"))  # another window has the file itself
    other.wait(lambda: len(kept(other)) == 1)
    (again,) = kept(other)
    assert again == ghost
    assert again.name == "before the move"
    assert again.errors is not None
    curve_of(other, again)
    assert other.window.canvas.stage.layer(BoundariesLayer).names.keys() == {"before the move"}
    views = []
    for each in (moons, other):
        each.window.canvas.view_box.setRange(xRange=(-1.1, 2.0), yRange=(-0.9, 1.3), padding=0)
        views.append(each.window.canvas.view)
    assert views[0] == views[1]
    one, two = curve_of(moons, ghost), curve_of(other, again)
    assert len(one) > 10
    assert one.tobytes() == two.tobytes()
    assert not other.window.document.modified


def test_keeping_naming_hiding_and_removing_change_the_document_and_can_be_undone(moons, tmp_path):
    save(moons, tmp_path / "a.kpgui")
    document, ghosts = moons.window.document, moons.window.workbench.ghosts
    press_k(moons)
    assert document.modified
    first = kept(moons)
    assert document.undo_stack.undoText() == "keep ghost A"
    ghosts.rename(0, "mine")
    ghosts.set_visible(0, False)
    ghosts.remove(0)
    assert kept(moons) == ()
    run = moons.frame.run
    for names in (["mine"], ["mine"], [first[0].name], []):
        moons.trigger("edit.undo")
        assert [each.name for each in kept(moons)] == names
    assert not document.modified
    assert moons.window.canvas.stage.layer(BoundariesLayer).names == {}
    for __ in range(3):
        moons.trigger("edit.redo")
    assert kept(moons) == (replace(first[0], name="mine", visible=False),)
    assert moons.frame.run == run  # no run was begun for it
    assert moons.window.training.outdated == ""


def test_a_new_session_and_another_file_begin_without_ghosts(moons, tmp_path, monkeypatch):
    press_k(moons)
    save(moons, tmp_path / "a.kpgui")
    api.save(replace(moons.session, ghosts=()), tmp_path / "points.csv")
    moons.window.opening.open_path(tmp_path / "points.csv")
    moons.wait(lambda: moons.window.document.path.suffix == ".csv")
    assert kept(moons) == ()
    assert moons.window.canvas.stage.layer(BoundariesLayer).names == {}
    moons.window.opening.open_path(tmp_path / "a.kpgui")
    moons.wait(lambda: len(kept(moons)) == 1)
    moons.window.opening.new()
    assert kept(moons) == ()
    assert moons.window.canvas.stage.layer(BoundariesLayer).names == {}


def test_reloading_the_file_shows_its_ghosts_again(moons, tmp_path):
    press_k(moons)
    save(moons, tmp_path / "a.kpgui")
    (ghost,) = kept(moons)
    moons.window.opening.reload()
    moons.wait(lambda: len(kept(moons)) == 1 and kept(moons)[0].moment is not ghost.moment)
    assert kept(moons) == (ghost,)
    curve_of(moons, ghost)
    assert list(moons.window.canvas.stage.layer(BoundariesLayer).names) == [ghost.name]


def test_the_same_moment_is_kept_once_after_opening_too(moons, tmp_path):
    press_k(moons)
    save(moons, tmp_path / "a.kpgui")
    moons.window.opening.open_path(tmp_path / "a.kpgui")
    moons.train_to_end()
    press_k(moons)
    assert len(kept(moons)) == 1
    assert not moons.window.document.modified


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_a_picture_carries_the_ghosts_that_it_shows(moons, tmp_path, suffix):
    press_k(moons)
    path = tmp_path / f"picture{suffix}"
    moons.choose_file(path)
    moons.save_figure()
    assert api.load(path).ghosts == kept(moons)


def test_the_command_line_draws_them_as_the_window_does(moons, tmp_path):
    moons.window.training.seek(30)
    moons.wait(lambda: moons.frame.counters.step == 30)
    press_k(moons)
    moons.train_to_end()
    save(moons, tmp_path / "a.kpgui")
    without = replace(api.load(tmp_path / "a.kpgui"), ghosts=())
    api.save(without, tmp_path / "b.kpgui")
    moons.choose_file(tmp_path / "window.svg")
    moons.save_figure()
    for name in "ab":
        command = [sys.executable, "-m", "kpgui", "render", f"{name}.kpgui", "-o", f"{name}.svg"]
        subprocess.run(command, cwd=tmp_path, check=True, timeout=240)
    window, drawn, plain = ((tmp_path / f"{name}.svg").read_text("utf-8") for name in ("window", "a", "b"))
    name = kept(moons)[0].name
    assert name in window
    assert name in drawn
    assert name not in plain
    assert api.load(tmp_path / "a.svg").ghosts == kept(moons)


def test_a_recovery_copy_carries_them(moons):
    press_k(moons)
    (found,) = (each.copy.session for each in _copies(moons))
    assert found.ghosts == kept(moons)


def _copies(desk):
    """The recovery copies as the next start finds them after this window has crashed."""
    folder = desk.window.autosave._folder
    desk.window.autosave.close(keep=True)
    return orphans(folder)[0]


def test_saving_points_alone_says_that_ghosts_are_lost(moons):
    press_k(moons)
    assert "the ghosts" in " ".join(api.losses(moons.session, "a.csv"))


def test_a_moment_too_large_to_be_saved_is_refused_in_a_sentence(moons, monkeypatch):
    monkeypatch.setattr("kpgui.ui.session.ghosts.LARGEST", 10)
    said = []
    moons.window.workbench.ghosts.said.connect(said.append)
    press_k(moons)
    assert kept(moons) == ()
    assert "too large to be kept" in said[-1]
