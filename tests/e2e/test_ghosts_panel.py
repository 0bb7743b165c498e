"""The table of ghosts: the present moment and the kept ones, side by side."""

import csv

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget, QLabel, QLineEdit, QPushButton, QTreeWidget

from kpgui.engine.run.run import Run
from kpgui.model.edits import HoldOut, Replace, Setting
from kpgui.model.frame import Status
from kpgui.ui.canvas.layers.boundaries import BoundariesLayer
from kpgui.words.ghosts import EMPTY
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import LEFT

KEY = Qt.Key
STEPS = 7, 33


@pytest.fixture
def table(desk):
    """A run of 80 points of which 16 are held out, two moments of it kept, and the panel."""
    data = noisy_moons(80)
    desk.window.document.edit(Replace(data), "moons")
    desk.window.document.edit(HoldOut(data.ids[::5], np.ones(16, bool)), "hold out")
    desk.trigger("view.fit")
    desk.trigger("view.kept")
    desk.wait(desk.find(QDockWidget, "dock.kept").isVisible)
    desk.train_to_end()
    for step in STEPS:
        desk.window.training.seek(step)
        desk.wait(lambda step=step: desk.frame.counters.step == step)
        QTest.mouseClick(desk.find(QPushButton, "kept.keep"), LEFT)
    desk.wait(lambda: desk.window.canvas.stage.layer(BoundariesLayer).settled)
    return desk


def tree(desk):
    return desk.find(QTreeWidget, "kept.table")


def row(desk, number):
    """The item of a moment: 0 is the present one."""
    return tree(desk).topLevelItem(number)


def counts(desk, number):
    """The five numbers of a moment as they stand there."""
    return [row(desk, number).child(0).text(column) for column in range(5)]


def place(desk, number, x=100):
    """Where the name of a moment is, in the table."""
    return QPoint(x, tree(desk).visualItemRect(row(desk, number)).center().y())


def click(desk, number, x=100):
    QTest.mouseClick(tree(desk).viewport(), LEFT, pos=place(desk, number, x))


def check(desk, number):
    """Clicks the box before a name."""
    click(desk, number, 9)


def rename(desk, number, name):
    """Types a name as F2 lets one."""
    tree(desk).setFocus()
    tree(desk).setCurrentItem(row(desk, number))
    QTest.keyClick(tree(desk), KEY.Key_F2)
    editor = tree(desk).viewport().findChild(QLineEdit)
    editor.selectAll()
    QTest.keyClicks(editor, name)
    QTest.keyClick(editor, KEY.Key_Return)
    desk.wait(lambda: tree(desk).viewport().findChild(QLineEdit) is None)


def expected(session, step):
    """The same by the definition: f from the coefficients of a run of its own."""
    run = Run(session)
    run.advance(step)
    dataset, beta = session.dataset, run.expansion().beta
    wrong = dataset.labels * (run.kernel.gram(dataset.points, dataset.points) @ beta) <= 0
    mistakes, support = int(run.state.alpha.sum()), np.count_nonzero(beta)
    out = dataset.held_out
    return [step, mistakes, np.count_nonzero(wrong & ~out), np.count_nonzero(wrong & out), support]


def ghosts(desk):
    return desk.window.workbench.ghosts


def thick(desk):
    """The style of the ghost whose line is thick."""
    layer = desk.window.canvas.stage.layer(BoundariesLayer)
    return next((each.style for each in ghosts(desk).kept if each.moment.expansion is layer.emphasised), None)


def test_rows_have_the_numbers_of_their_steps_and_the_first_one_those_of_now(table):
    for number, step in enumerate(STEPS, start=1):
        assert counts(table, number) == [str(each) for each in expected(table.session, step)]
    table.window.training.seek(20)
    table.wait(lambda: counts(table, 0) == [str(each) for each in expected(table.session, 20)])


def test_an_empty_table_says_how_to_keep(desk):
    desk.trigger("view.kept")
    label = desk.find(QLabel, "kept.empty")
    desk.wait(label.isVisible)
    assert label.text() == EMPTY
    desk.wait(lambda: counts(desk, 0) == ["0", "0", "–", "–", "0"])


def test_a_ghost_gets_another_name_by_typing(table):
    assert row(table, 2).text(0) == "B: rbf(1), step 33"
    rename(table, 2, "the good one")
    assert list(table.window.canvas.stage.layer(BoundariesLayer).names) == ["A: rbf(1), step 7", "the good one"]
    rename(table, 2, "   ")
    table.wait(lambda: row(table, 2).text(0) == "B")
    assert all(each.visible for each in ghosts(table).kept)


def test_the_present_moment_has_no_other_name(table):
    tree(table).setCurrentItem(row(table, 0))
    QTest.keyClick(tree(table), KEY.Key_F2)
    assert tree(table).viewport().findChild(QLineEdit) is None


def test_the_box_hides_and_shows_the_line(table):
    names = set(table.window.canvas.stage.layer(BoundariesLayer).names)
    check(table, 1)
    assert set(table.window.canvas.stage.layer(BoundariesLayer).names) == names - {"A: rbf(1), step 7"}
    check(table, 1)
    table.wait(lambda: set(table.window.canvas.stage.layer(BoundariesLayer).names) == names)


def test_enter_hides_and_shows_the_line(table):
    tree(table).setFocus()
    tree(table).setCurrentItem(row(table, 2))
    QTest.keyClick(tree(table), KEY.Key_Return)
    assert [each.visible for each in ghosts(table).kept] == [True, False]
    table.trigger("edit.undo")
    assert row(table, 2).checkState(0) == Qt.CheckState.Checked
    tree(table).setCurrentItem(row(table, 2).child(0))
    QTest.keyClick(tree(table), KEY.Key_Enter)
    assert [each.visible for each in ghosts(table).kept] == [True, False]


def test_a_ghost_is_removed(table):
    assert not table.find(QPushButton, "kept.remove").isEnabled()
    click(table, 1)
    QTest.mouseClick(table.find(QPushButton, "kept.remove"), LEFT)
    assert [each.style for each in ghosts(table).kept] == [1]
    assert list(table.window.canvas.stage.layer(BoundariesLayer).names) == ["B: rbf(1), step 33"]
    assert [row(table, k).text(0) for k in range(tree(table).topLevelItemCount())] == ["now", "B: rbf(1), step 33"]


def test_a_row_under_the_pointer_marks_its_line(table):
    for number, style in ((1, 0), (2, 1)):
        QTest.mouseMove(tree(table).viewport(), place(table, number))
        table.wait(lambda style=style: thick(table) == style)
    QTest.mouseMove(table.window.canvas.viewport(), QPoint(50, 50))
    table.wait(lambda: thick(table) is None)


def test_a_row_that_is_clicked_stays_marked(table):
    click(table, 1)
    QTest.mouseMove(table.window.canvas.viewport(), QPoint(50, 50))
    table.wait(lambda: thick(table) == 0)
    assert table.text("kept.settings") == "Kernel perceptron · RBF σ = 1"
    QTest.mouseClick(tree(table).viewport(), LEFT, pos=QPoint(20, tree(table).viewport().height() - 5))
    table.wait(lambda: thick(table) is None)
    click(table, 2)
    table.find(QDockWidget, "dock.kept").close()
    assert thick(table) is None


def test_settings_are_used_again_and_that_can_be_undone(table):
    table.window.document.edit(Setting("kernel", "poly(degree=3)"), "kernel")
    click(table, 1)
    QTest.mouseClick(table.find(QPushButton, "kept.use"), LEFT)
    assert table.session.kernel == "rbf(sigma=1)"
    table.trigger("edit.undo")
    assert table.session.kernel == "poly(degree=3)"


def save(desk, path, entry):
    desk.choose_file(path)
    QTest.mouseClick(desk.find(QPushButton, "kept.export"), LEFT)
    desk.export(f"Kept moments: the {entry}")
    desk.wait(path.exists)


def test_the_table_is_exported_as_numbers_and_as_a_picture(table, tmp_path):
    save(table, tmp_path / "ghosts.csv", "numbers")
    with (tmp_path / "ghosts.csv").open(newline="", encoding="utf-8") as file:
        names, *rows = csv.reader(file)
    assert names[:5] == ["name", "kernel", "learner", "step", "mistakes"]
    assert [row[0] for row in rows] == ["now", "A: rbf(1), step 7", "B: rbf(1), step 33"]
    for row, step in zip(rows, (STEPS[1], *STEPS), strict=True):
        assert [int(each) for each in row[3:]] == expected(table.session, step)
        assert row[1:3] == ["rbf(sigma=1)", "kernel_perceptron()"]
    save(table, tmp_path / "ghosts.png", "picture")
    assert not QImage(str(tmp_path / "ghosts.png")).isNull()


def test_rows_keep_their_places_while_the_run_goes_on(table, qtbot):
    before = tree(table).visualItemRect(row(table, 2))
    table.trigger("train.reset")
    table.wait_for(Status.READY)
    table.train_to_end()
    qtbot.wait(150)
    assert tree(table).visualItemRect(row(table, 2)) == before


def test_titles_are_whole_words_and_there_is_room_for_them(table):
    header = tree(table).header()
    titles = [tree(table).headerItem().text(k) for k in range(5)]
    assert titles == ["Step", "Mistakes", "Errors", "Held out", "SVs"]
    assert header.length() <= tree(table).viewport().width()
    for k, title in enumerate(titles):
        assert header.fontMetrics().horizontalAdvance(title) < header.sectionSize(k)


def test_the_name_of_a_ghost_keeps_its_step_however_long_the_kernel_is(table):
    long = "0.5*rbf(sigma=0.25) + 2*poly(degree=3, c=1) + laplacian(sigma=2)"
    table.window.document.edit(Setting("kernel", long), "kernel")
    table.trigger("train.step")
    table.wait_for(Status.PAUSED, 1)
    QTest.mouseClick(table.find(QPushButton, "kept.keep"), LEFT)
    assert row(table, 3).text(0) == "C: 0.5*rbf(…lacian(2), step 1"
    assert tree(table).textElideMode() == Qt.TextElideMode.ElideMiddle
