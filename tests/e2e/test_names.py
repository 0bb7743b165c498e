"""Names of columns and classes from a file, and its encoding: asked, on the axes, in legend, card, table, pictures."""

import ast

import pytest
from PySide6.QtCore import Qt

from kpgui import api
from kpgui.cli import main
from kpgui.figure.outputs import Picture, save
from kpgui.figure.style import Style
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Replace
from kpgui.model.session import Session
from kpgui.recovery.copy import Copy, packed, unpacked
from kpgui.ui.canvas.layers.cards import PointCardLayer
from kpgui.ui.canvas.layers.ground import GridLayer
from kpgui.ui.canvas.layers.legend import LegendLayer
from tests.e2e.points_table import Table
from tests.e2e.test_import import Form
from tests.strategies import noisy_moons

EXCEL = "Länge;Größe;Art\r\n1,5;2,25;Öl <b>\r\n3,5;4;Essig\r\n0,1;0,2;Öl <b>\r\n"


@pytest.fixture
def excel(tmp_path):
    path = tmp_path / "excel.csv"
    path.write_bytes(EXCEL.encode("cp1252"))
    return path


@pytest.fixture
def opened(desk, excel):
    """The file after the dialog was answered."""
    desk.window.opening.open_path(excel)
    Form(desk).open()
    desk.wait(lambda: len(desk.session.dataset) == 3)
    desk.trigger("view.fit")
    return desk


def legend(desk):
    return layer(desk, LegendLayer).texts


def layer(desk, kind):
    return next(each for each in desk.window.canvas.scene().items() if isinstance(each, kind))


def axes(desk):
    """What stands at the ends of the axes."""
    return layer(desk, GridLayer).titles


@pytest.mark.slow
def test_the_dialog_asks_for_the_encoding_and_shows_what_comes_of_it(desk, excel):
    desk.window.opening.open_path(excel)
    form = Form(desk)
    assert form.chosen("encoding") == "Western European (Windows-1252)"
    assert form.titles() == ["Länge\nx", "Größe\ny", "Art\nlabel"]
    form.pick("encoding", "Cyrillic")
    desk.wait(lambda: form.titles()[0] != "Länge\nx")
    assert form.titles()[0] == "Lдnge\nx"
    form.pick("encoding", "UTF-8")
    desk.wait(lambda: "not UTF-8 text" in form.problem)
    form.pick("encoding", "Western")
    desk.wait(lambda: form.problem == "")
    form.open()
    desk.wait(lambda: len(desk.session.dataset) == 3)
    assert desk.session.dataset.columns == ("Länge", "Größe")
    assert "read as" not in desk.window.statusBar().currentMessage()  # it was chosen


def test_a_file_in_unicode_is_opened_without_a_question(desk, excel):
    excel.write_text(EXCEL, "utf-8")
    desk.window.opening.open_path(excel)
    desk.wait(lambda: len(desk.session.dataset) == 3)
    assert Form.dialog(desk) is None


def test_names_are_on_axes_legend_card_and_table(opened, hand):
    dataset = opened.session.dataset
    assert axes(opened) == ("Länge", "Größe")
    opened.wait(lambda: legend(opened)[:2] == ["Öl <b> (+1)", "Essig (−1)"])
    hand.hover(hand.at(1.5, 2.25))
    opened.wait(lambda: opened.window.canvas.stage.layer(PointCardLayer).card is not None)
    card = opened.window.canvas.stage.layer(PointCardLayer).card
    assert card.title == "Point 1: Öl <b> (+1)"
    assert card.where == "Länge = 1.5   Größe = 2.25"
    opened.trigger("view.points")
    table = Table(opened)
    header = [table.model.headerData(k, Qt.Orientation.Horizontal) for k in range(4)]
    assert header[1:] == ["Länge", "Größe", "label"]
    assert [table.text(row, 3) for row in range(3)] == ["Öl <b>", "Essig", "Öl <b>"]
    opened.wait(lambda: table.view.sizeHintForColumn(3) <= table.view.columnWidth(3))
    tip = Qt.ItemDataRole.ToolTipRole
    tips = [table.model.headerData(k, Qt.Orientation.Horizontal, tip) for k in range(4)]
    assert not any("<" in (each or "") for each in [*tips, table.model.index(0, 3).data(tip)])
    assert table.model.setData(table.model.index(1, 3), "Öl <b>")
    assert opened.session.dataset.labels.tolist() == [1, 1, 1]
    assert not table.model.setData(table.model.index(1, 3), "Wein")
    opened.trigger("edit.undo")
    assert opened.session.dataset == dataset


def test_other_points_have_other_names_and_undo_brings_them_back(opened):
    names = opened.session.dataset.columns
    opened.window.document.edit(Replace(noisy_moons(20)), "moons")
    assert axes(opened) == ("", "")
    opened.wait(lambda: legend(opened)[:2] == ["class +1", "class −1"])
    opened.trigger("edit.undo")
    assert opened.session.dataset.columns == names
    assert axes(opened) == names


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf", ".py"])
def test_pictures_and_scripts_have_the_names(opened, tmp_path, suffix):
    opened.train_to_end()
    path = tmp_path / f"a{suffix}"
    session = opened.window.saving.session_as_seen()
    save(Picture(session, api.train(session), Style()), path)
    content = path.read_text("utf-8", errors="replace")
    if suffix in (".svg", ".py"):
        for name in ("Länge", "Größe", "Essig"):
            assert name in content
    if suffix == ".svg":
        assert "Öl &lt;b&gt; (+1)" in content
    if suffix in (".svg", ".png", ".pdf"):
        again = api.load(path).dataset
        assert (again.columns, again.classes) == (session.dataset.columns, session.dataset.classes)


def test_a_script_takes_no_formula_from_a_name_and_runs_nothing_of_it(tmp_path):
    names = ("a$b", '"+open("/dev/null")+"'), ('"""', "$x^2$")
    session = Session(Dataset.of([[0, 0], [1, 1]], [1, -1]).named(*names))
    save(Picture(session, api.train(session), Style()), tmp_path / "a.py")
    tree = ast.parse((tmp_path / "a.py").read_text("utf-8"))
    assigned = [node for node in tree.body if isinstance(node, ast.Assign)]
    found = {node.targets[0].id: node.value for node in assigned if isinstance(node.targets[0], ast.Name)}
    assert ast.literal_eval(found["NAMES"]) == (r"a\$b", names[0][1])
    assert ast.literal_eval(found["CLASSES"]) == ('""" (−1)', r"\$x^2\$ (+1)")


def test_the_session_and_its_recovery_copy_keep_them(opened, tmp_path):
    opened.choose_file(tmp_path / "a.kpgui")
    opened.trigger("file.save_as")
    opened.wait(lambda: not opened.window.document.modified and opened.window.document.path.suffix == ".kpgui")
    dataset = api.load(tmp_path / "a.kpgui").dataset
    assert (dataset.columns, dataset.classes) == (("Länge", "Größe"), ("Essig", "Öl <b>"))
    copy = unpacked(packed(Copy(opened.session, None, None, 0.0))).session.dataset
    assert (copy.columns, copy.classes) == (dataset.columns, dataset.classes)


def test_the_command_line_reads_it_and_says_so(excel, capfd):
    assert main(["convert", str(excel), str(excel.with_suffix(".tsv"))]) == 0
    assert "The file is not UTF-8 and was read as windows-1252." in capfd.readouterr().err
    assert main(["convert", "--encoding", "windows-1252", str(excel), str(excel.with_suffix(".tsv"))]) == 0
    assert "UTF-8" not in capfd.readouterr().err
    assert excel.with_suffix(".tsv").read_text("utf-8").splitlines()[:2] == ["Länge\tGröße\tlabel", "1.5\t2.25\tÖl <b>"]
    assert main(["train", "--encoding", "latin", str(excel)]) == 2
