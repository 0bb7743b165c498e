"""On a screen with two device pixels to a logical one."""

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
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from kpgui.geometry.palette import LIGHT
from kpgui.ui.canvas import Canvas
from kpgui.ui.session.document import Document

grid = np.stack(np.meshgrid(np.linspace(-2.4, 2.4, 25), np.linspace(-1.9, 1.9, 20)), axis=-1).reshape(-1, 2)
told = {}
for name, points in (("few", np.array([[1.0, 1.0]])), ("many", np.vstack([grid, [[2.8, 0.0]]]))):
    canvas = Canvas(Document(Session(dataset=Dataset.of(points, np.ones(len(points), int)))), LIGHT)
    heard = []
    canvas.viewport_changed.connect(lambda view, width, height: heard.append([width, height]))
    canvas.resize(700, 500)
    canvas.show()
    application.processEvents()
    image = canvas.grab().toImage()
    place = canvas.mapping.to_pixels(points[-1:])[0] + [canvas.view_box.scenePos().x(), canvas.view_box.scenePos().y()]
    spots = [image.pixelColor(*(int(c) for c in 2 * place + shift)).name() for shift in (0, 4)]
    told[name] = [image.width(), heard[-1], canvas.mapping.width, spots]
print(json.dumps(told))
"""


@pytest.mark.slow
def test_points_are_sharp_and_in_place_and_the_viewport_is_in_device_pixels():
    environment = {**os.environ, "QT_SCALE_FACTOR": "2", "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, timeout=240, check=True
    )
    for width, (across, _), logical, spots in json.loads(done.stdout).values():
        assert width == 1400
        assert across == 2 * logical
        assert spots == ["#d55e00", "#d55e00"]
