"""Marks lie exactly around their points, whatever the number of device pixels to a logical one."""

import json
import os
import subprocess
import sys

import pytest

PROGRAM = """
import json
from PySide6.QtWidgets import QApplication
application = QApplication([])
import numpy as np
from PySide6.QtGui import QImage
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from kpgui.geometry.palette import LIGHT
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.layers.support_rings import OUTCOMES, ExaminedLayer
from kpgui.ui.canvas.layers.support_rings import ForgottenLayer
from kpgui.ui.canvas.layers.support_rings import FlashesLayer
from kpgui.ui.canvas.layers.ground import GridLayer
from kpgui.ui.canvas.layers.marks import HoveredLayer
from kpgui.ui.canvas.layers.legend import LegendLayer
from kpgui.ui.canvas.layers.points import PointsLayer
from kpgui.ui.canvas.layers.support_rings import LEVELS, RingsLayer
from kpgui.ui.canvas.layers.marks import SelectionLayer
from kpgui.ui.canvas.layers.support_rings import WrongLayer
from kpgui.ui.session.document import Document

MARKS = {RingsLayer: LEVELS, SelectionLayer: 1, HoveredLayer: 1, WrongLayer: 1, FlashesLayer: 1, ForgottenLayer: 1,
         ExaminedLayer: len(OUTCOMES)}

def centroid(canvas, bare):
    pixels = shot(canvas)
    ink = np.abs(pixels - bare).sum(axis=2)
    down, right = np.indices(ink.shape)
    return [float((ink * axis).sum() / ink.sum()) for axis in (right, down)]

def shot(canvas):
    image = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGBX8888)
    stride = image.bytesPerLine() // 4
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(-1, stride, 4)[:, :image.width(), :3]
    return pixels.astype(float)

ring = np.exp(1j * np.linspace(0, 2 * np.pi, 600))
around = np.column_stack([ring.real, ring.imag]) * 900
apart = {}
for count in (1, 500):
    for place in ((0.1234, -0.3217), (-1.111, 0.777)):
        points = np.vstack([[place], around[: count - 1]])
        canvas = Canvas(Document(Session(dataset=Dataset.of(points, np.ones(count, int)))), LIGHT)
        canvas.resize(320, 240)
        canvas.show()
        application.processEvents()
        layers = {type(layer): layer for layer in canvas._layers}
        layers[LegendLayer].set_shown(False)
        layers[GridLayer].hide()
        layers[PointsLayer].hide()
        bare = shot(canvas)
        layers[PointsLayer].show()
        centre = centroid(canvas, bare)
        layers[PointsLayer].hide()
        for kind, symbols in MARKS.items():
            for symbol in range(symbols):
                layers[kind].mark(np.array([0]), np.array([symbol]))
                found = np.abs(np.subtract(centroid(canvas, bare), centre)).max()
                apart[f"{kind.__name__} {symbol}"] = max(float(found), apart.get(f"{kind.__name__} {symbol}", 0.0))
            layers[kind].mark(np.zeros(0, np.int64))
        canvas.deleteLater()
print(json.dumps(apart))
"""


@pytest.mark.slow
@pytest.mark.parametrize("scale", ["1", "1.25", "1.5", "2"])
def test_every_mark_is_centred_on_its_point_within_a_tenth_of_a_device_pixel(scale):
    environment = {**os.environ, "QT_SCALE_FACTOR": scale, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    apart = json.loads(done.stdout)
    assert {mark: distance for mark, distance in apart.items() if distance > 0.1} == {}
