"""The α that a run starts from, typed into the table of points."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from kpgui.model.edits import Setting
from tests.e2e.points_table import ALPHA


def test_the_alpha_that_a_run_starts_from_is_typed_into_its_column(table):
    table.at(2, ALPHA)
    table.type("3")
    assert table.desk.session.conventions.alpha == (0, 0, 3, 0)
    table.desk.wait(lambda: table.text(2, ALPHA) == "3")
    assert not table.desk.find(QLabel, "points.refusal").isVisible()
    table.type("0.5")
    assert table.desk.find(QLabel, "points.refusal").isVisible()
    assert table.desk.session.conventions.alpha == (0, 0, 3, 0)
    table.desk.trigger("edit.undo")
    assert not table.desk.session.conventions


def test_a_learner_that_cannot_start_from_an_alpha_has_none_typed(table):
    table.desk.window.document.edit(Setting("learner", "svm"), "svm")
    assert not table.model.index(2, ALPHA).flags() & Qt.ItemFlag.ItemIsEditable
