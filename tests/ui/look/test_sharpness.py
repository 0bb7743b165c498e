"""Icons, marks and lines at device resolution, whatever the screen's scale factor and the size of type."""

import json
import os
import subprocess
import sys

import pytest

from kpgui.drawing.symbols import SQUARE

PROGRAM = """
import json, sys
from PySide6.QtWidgets import QApplication
application = QApplication([])
import numpy as np
from PySide6.QtCore import QByteArray, QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from kpgui.model.dataset import Dataset
from kpgui.process import resource
from kpgui.model.session import Session, View
from kpgui.geometry.palette import LIGHT, rgb
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.look.icons import icon
from kpgui.ui.look.scale import scaled, set_scale
from kpgui.ui.session.document import Document

factor, unit = float(sys.argv[1]), float(sys.argv[2])
set_scale(unit)

def pixels(image):
    image = image.convertToFormat(QImage.Format.Format_ARGB32)
    shape = image.height(), image.bytesPerLine() // 4, 4
    return np.frombuffer(image.constBits(), np.uint8).reshape(shape)[:, : image.width()].copy()

side = scaled(20)
shown = icon("lasso", "#000000", "#888888").pixmap(QSize(side, side), factor).toImage()
wanted = QImage(round(side * factor), round(side * factor), QImage.Format.Format_ARGB32_Premultiplied)
wanted.fill(0)
painter = QPainter(wanted)
text = resource("icons", "lasso.svg").read_bytes().replace(b"currentColor", b"#000000")
QSvgRenderer(QByteArray(text)).render(painter, QRectF(wanted.rect()))
painter.end()
same = shown.size() == wanted.size() and bool((pixels(shown) == pixels(wanted)).all())

canvas = Canvas(Document(Session(dataset=Dataset.of([[0.513, 0.421]], [-1]), view=View(-3, 3, -2, 2))), LIGHT)
canvas.set_shown(LegendLayer, False)  # it has a square, too, as soon as it has looked
canvas.resize(700, 500)
canvas.set_unit(unit)
canvas.show()
for _ in range(5):
    application.processEvents()
canvas.set_unit(unit)
image = pixels(canvas.grab().toImage())[..., 2::-1].astype(int)
inside = (image == rgb(LIGHT.negative)).all(axis=2)
rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
height, width = len(rows), len(columns)
solid = bool(inside[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].all())
edge = image[rows[0] : rows[-1] + 1, columns[0] - 1]

box = canvas.view_box.sceneBoundingRect()
line = image[round((box.top() + 3 * unit) * factor)]
ground = np.array(rgb(LIGHT.canvas))
dark = (abs(line - ground).sum(axis=1) > 12) & (np.arange(len(line)) > (box.left() + 2 * unit) * factor)
dark &= np.arange(len(line)) < (box.right() - 2 * unit) * factor
runs = np.diff(np.flatnonzero(np.diff(np.concatenate([[0], dark.astype(int), [0]]))).reshape(-1, 2)).ravel()
print(json.dumps([same, width, height, solid, runs.tolist(), np.ptp(edge, axis=0).max().item()]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("unit", [1.0, 1.25])
@pytest.mark.parametrize("factor", [1, 1.25, 1.5, 2, 3])
def test_icons_marks_and_lines_are_sharp(factor, unit):
    environment = {**os.environ, "QT_SCALE_FACTOR": str(factor), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(factor), str(unit)],
        env=environment, capture_output=True, text=True, timeout=240, check=True,
    )  # fmt: skip
    same, width, height, solid, lines, ragged = json.loads(done.stdout)
    assert same, "the icon is drawn for its size in device pixels, not scaled to it"
    assert width == height
    assert solid, "the inside of a square has one colour"
    side = 2 * SQUARE * 6 - 1
    assert width == pytest.approx(side * factor * unit, abs=2)
    assert not ragged, "the edge of a square is a straight line of pixels"
    assert set(lines) == {max(1, int(factor * unit))}, "lines of the grid are equally wide"
