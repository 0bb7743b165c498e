"""The table of ghosts: the present moment and the kept ones, side by side."""

import csv

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

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


def counts(desk, row):
    """The five numbers of a row as they stand there."""
    return [desk.text(f"kept.{row}.{column}") for column in ("step", "mist", "err", "out", "svs")]


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
    for row, step in zip("ab", STEPS, strict=True):
        assert counts(table, row) == [str(each) for each in expected(table.session, step)]
    table.window.training.seek(20)
    table.wait(lambda: counts(table, "now") == [str(each) for each in expected(table.session, 20)])


def test_an_empty_table_says_how_to_keep(desk):
    desk.trigger("view.kept")
    label = desk.find(QLabel, "kept.empty")
    desk.wait(label.isVisible)
    assert label.text() == EMPTY
    desk.wait(lambda: counts(desk, "now") == ["0", "0", "–", "–", "0"])


def test_a_ghost_gets_another_name_by_typing(table):
    field = table.find(QLineEdit, "kept.b.name")
    assert field.text() == "B: rbf(1), step 33"
    table.type("kept.b.name", "the good one")
    assert list(table.window.canvas.stage.layer(BoundariesLayer).names) == ["A: rbf(1), step 7", "the good one"]
    table.type("kept.b.name", "   ")
    assert field.text() == "B"


def test_the_box_hides_and_shows_the_line(table):
    names = set(table.window.canvas.stage.layer(BoundariesLayer).names)
    box = table.find(QCheckBox, "kept.a.visible")
    QTest.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))
    assert set(table.window.canvas.stage.layer(BoundariesLayer).names) == names - {"A: rbf(1), step 7"}
    QTest.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))
    table.wait(lambda: set(table.window.canvas.stage.layer(BoundariesLayer).names) == names)


def test_a_ghost_is_removed(table):
    QTest.mouseClick(table.find(QToolButton, "kept.a.remove"), LEFT)
    assert [each.style for each in ghosts(table).kept] == [1]
    assert list(table.window.canvas.stage.layer(BoundariesLayer).names) == ["B: rbf(1), step 33"]
    table.wait(lambda: table.window.findChild(QWidget, "kept.a") is None)


def test_a_row_under_the_pointer_marks_its_line(table):
    for row, style in (("a", 0), ("b", 1)):
        widget = table.find(QWidget, f"kept.{row}")
        QTest.mouseMove(widget, QPoint(5, 5))
        table.wait(lambda style=style: thick(table) == style)
        assert widget.property("marked")
    QTest.mouseMove(table.window.canvas.viewport(), QPoint(50, 50))
    table.wait(lambda: thick(table) is None)


def test_a_row_that_is_clicked_stays_marked(table):
    QTest.mouseClick(table.find(QWidget, "kept.a"), LEFT, pos=QPoint(5, 5))
    QTest.mouseMove(table.window.canvas.viewport(), QPoint(50, 50))
    table.wait(lambda: thick(table) == 0)
    QTest.mouseClick(table.find(QWidget, "panel.kept"), LEFT, pos=QPoint(3, 3))
    assert thick(table) is None
    table.find(QToolButton, "kept.b.use").setFocus()
    table.wait(lambda: thick(table) == 1)
    table.find(QDockWidget, "dock.kept").close()
    assert thick(table) is None


def test_settings_are_used_again_and_that_can_be_undone(table):
    table.window.document.edit(Setting("kernel", "poly(degree=3)"), "kernel")
    QTest.mouseClick(table.find(QToolButton, "kept.a.use"), LEFT)
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
    row = table.find(QWidget, "kept.b")
    before = row.geometry()
    table.trigger("train.reset")
    table.wait_for(Status.READY)
    table.train_to_end()
    qtbot.wait(150)
    assert row.geometry() == before


def test_a_narrow_column_cuts_no_row(table):
    dock = table.find(QDockWidget, "dock.kept")
    table.window.resizeDocks([dock], [200], Qt.Orientation.Horizontal)
    panel = table.find(QWidget, "panel.kept")
    assert panel.minimumSizeHint().width() <= 200
    for name in ("kept.a.remove", "kept.a.use"):
        button = table.find(QToolButton, name)
        assert button.mapTo(panel, button.rect().topRight()).x() <= panel.width()


def test_titles_are_whole_words_where_there_is_room(table):
    columns, dock = ("step", "mist", "err", "out", "svs"), table.find(QDockWidget, "dock.kept")
    titles = [table.find(QLabel, f"kept.titles.{column}") for column in columns]
    table.window.resize(1300, 800)
    for width, words in ((200, ["Step", "Mist.", "Err.", "Out", "SVs"]),
                         (420, ["Step", "Mistakes", "Errors", "Held out", "SVs"])):  # fmt: skip
        table.window.resizeDocks([dock], [width], Qt.Orientation.Horizontal)
        table.wait(lambda words=words: [title.text() for title in titles] == words)
        assert all(title.fontMetrics().horizontalAdvance(title.text()) <= title.width() for title in titles)


def test_the_name_of_a_ghost_keeps_its_step_however_long_the_kernel_is(table):
    long = "0.5*rbf(sigma=0.25) + 2*poly(degree=3, c=1) + laplacian(sigma=2)"
    table.window.document.edit(Setting("kernel", long), "kernel")
    table.trigger("train.step")
    table.wait_for(Status.PAUSED, 1)
    QTest.mouseClick(table.find(QPushButton, "kept.keep"), LEFT)
    name = table.find(QLineEdit, "kept.c.name")
    assert name.text() == "C: 0.5*rbf(…lacian(2), step 1"
    for width, whole in ((300, True), (120, False)):
        name.resize(width, name.height())
        assert (name.shown == name.text()) == whole
        assert name.shown.startswith("C: 0.5")
        assert name.shown.endswith("step 1")
        assert name.fontMetrics().horizontalAdvance(name.shown) <= width
