"""The numbers and pictures that instruments export."""

import csv
from collections import Counter
from dataclasses import replace
from itertools import groupby
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget, QPushButton

from kpgui import api
from kpgui.model.edits import Replace
from kpgui.ui.instruments.export import Export, ExportingPanel
from kpgui.ui.window.dock_layout import PANELS
from tests.strategies import noisy_moons
from tests.ui.canvas.stage import LEFT

INSTRUMENTS = [panel for panel in PANELS if issubclass(panel, ExportingPanel)]


@pytest.fixture
def trained(desk):
    dataset = noisy_moons(60, seed=3)
    held_out = np.arange(60) % 6 == 0
    desk.window.document.edit(Replace(replace(dataset, held_out=held_out)), "moons")
    desk.train_to_end()
    return desk


def show(desk, panel):
    dock = desk.find(QDockWidget, f"dock.{panel.dock_key or panel.key}")
    dock.show()
    dock.raise_()


def export(desk, panel, what, path):
    """Choose this export of a panel with the mouse, and this path."""
    show(desk, panel)
    button = desk.find(QPushButton, f"{panel.key}.export")
    start = desk.window.findChild(QPushButton, f"{panel.key}.start")
    if start is not None and not button.isEnabled():
        QTest.mouseClick(start, LEFT)
    desk.wait(button.isEnabled)
    desk.choose_file(path)
    QTest.mouseClick(button, LEFT)
    desk.export(f"{panel.title}: {what.what}")
    desk.wait(lambda: path.exists() or path.suffix == ".gif")


def numbers(desk, key, path):
    panel = next(panel for panel in INSTRUMENTS if panel.key == key)
    export(desk, panel, Export.NUMBERS, path)
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_every_instrument_declares_what_it_exports():
    assert INSTRUMENTS
    assert all(Export.NUMBERS in panel.exports for panel in INSTRUMENTS)


@pytest.mark.parametrize("panel", INSTRUMENTS, ids=lambda panel: panel.key)
def test_there_is_nothing_to_export_before_anything_is_known(desk, panel):
    show(desk, panel)
    assert desk.find(QPushButton, f"{panel.key}.export").isVisible()
    if panel.key == "analysis":
        assert not desk.find(QPushButton, f"{panel.key}.export").isEnabled()


@pytest.mark.parametrize("panel", [each for each in INSTRUMENTS if Export.PICTURE in each.exports], ids=str)
def test_a_picture_is_three_times_as_sharp_as_the_screen(trained, panel, tmp_path):
    export(trained, panel, Export.PICTURE, tmp_path / "picture.png")
    assert trained.window.status.currentMessage() == "Saved picture.png"
    picture = QImage(str(tmp_path / "picture.png"))
    assert picture.width() >= 3 * 200
    assert len({picture.pixel(x, y) for x in range(0, picture.width(), 5) for y in range(0, picture.height(), 5)}) > 2


@pytest.mark.parametrize("panel", [each for each in INSTRUMENTS if Export.PICTURE in each.exports], ids=str)
@pytest.mark.parametrize(("suffix", "start"), [(".svg", b"<?xml"), (".pdf", b"%PDF-")])
def test_a_picture_is_drawn_in_shapes_and_letters_too(trained, panel, suffix, start, tmp_path):
    path = tmp_path / f"picture{suffix}"
    export(trained, panel, Export.PICTURE, path)
    assert path.read_bytes().startswith(start)
    if suffix == ".svg":
        root = ElementTree.parse(path).getroot()
        drawn = {f"{{http://www.w3.org/2000/svg}}{name}" for name in ("path", "use")}
        assert sum(each.tag in drawn for each in root.iter()) > 5
        widths = [float(each.get("stroke-width", 0)) for each in root.iter()]
        assert max(widths) < 5


def test_a_picture_ends_above_the_button(trained, tmp_path):
    panel = next(each for each in INSTRUMENTS if each.key == "progress")
    export(trained, panel, Export.PICTURE, tmp_path / "picture.png")
    bottom = trained.find(QPushButton, "progress.export").geometry().top()
    assert QImage(str(tmp_path / "picture.png")).height() < 3 * (bottom + 24)


def test_lines_of_curves_are_as_wide_in_a_picture_as_on_the_screen(trained, tmp_path):
    curves = next(each for each in INSTRUMENTS if each.key == "progress")
    export(trained, curves, Export.PICTURE, tmp_path / "picture.png")
    picture, colour = QImage(str(tmp_path / "picture.png")), QColor(trained.window.theme.palette.accent)
    runs = Counter(
        len(list(run))
        for x in range(0, picture.width(), 3)
        for inked, run in groupby(picture.pixelColor(x, y) == colour for y in range(picture.height()))
        if inked
    )
    assert runs.most_common(1)[0][0] in (4, 5)  # 1.5 pixels of the screen


def test_a_picture_is_of_no_other_kind(trained, tmp_path):
    panel = next(each for each in INSTRUMENTS if Export.PICTURE in each.exports)
    export(trained, panel, Export.PICTURE, tmp_path / "picture.gif")
    assert trained.problem().endswith("picture.gif: the name must end in .png or .svg or .pdf.")
    assert list(tmp_path.glob("picture*")) == []


def test_the_points_come_with_their_alpha_and_beta(trained, tmp_path):
    rows = numbers(trained, "points", tmp_path / "points.csv")
    model, dataset = api.train(trained.session), trained.session.dataset
    assert [int(row["point"]) for row in rows] == list(range(1, 61))
    assert [[float(row["x"]), float(row["y"])] for row in rows] == dataset.points.tolist()
    assert [int(row["label"]) for row in rows] == dataset.labels.tolist()
    assert [row["held_out"] == "1" for row in rows] == dataset.held_out.tolist()
    assert [int(row["alpha"]) for row in rows] == model.alpha.tolist()
    assert [float(row["beta"]) for row in rows] == model.beta.tolist()


def test_the_analysis_comes_with_its_eigenvalues(trained, tmp_path):
    rows = numbers(trained, "analysis", tmp_path / "analysis.csv")
    found, trial = api.analyse(trained.session)
    told = {row["quantity"]: float(row["value"]) for row in rows}
    assert told["gamma_at_least"] == found.margin.lower
    assert told["bound_at_most"] == found.margin.bound
    assert told["perceptron_mistakes"] == trial.mistakes
    eigenvalues = [told[f"eigenvalue_{k + 1}"] for k in range(50)]
    assert eigenvalues == sorted(found.spectrum.values.tolist(), reverse=True)
