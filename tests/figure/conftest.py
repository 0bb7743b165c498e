"""Sessions to draw, and pictures to look into."""

import numpy as np
import pytest

from kpgui import api
from kpgui.figure.outputs.png import image_of
from kpgui.figure.painter import draw, parts_of
from kpgui.figure.scene import Scene
from kpgui.figure.style import Style
from kpgui.geometry.palette import PALETTES, rgb
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session, View


@pytest.fixture(autouse=True)
def application(qapp):
    """Text cannot be measured without one."""
    return qapp


def session_of(points, labels, kernel="rbf(sigma=0.5)", learner="kernel_perceptron()", held_out=None, view=None):
    dataset = Dataset.of(np.asarray(points, float), labels, held_out)
    return Session(dataset, kernel, learner, view=view or View.around(dataset.points))


def scene_of(session, theme="light", steps=None, resolution=300):
    return Scene.of(session, api.train(session, steps), PALETTES[theme], resolution)


def xor():
    return session_of([[-1, 1], [1, 1], [-1, -1], [1, -1]], [-1, 1, 1, -1], "poly(degree=2, c=1)", view=View())


class Picture:
    """A scene on an image, with the places of its parts."""

    def __init__(self, scene, size=(840, 600), dpi=120, **choices):
        style = Style(theme=scene.palette.name, width=size[0], height=size[1], dpi=dpi, **choices)
        self.scene = scene
        self.scale = dpi / 72
        paper = size[0] / self.scale, size[1] / self.scale
        self.image = image_of(size, style, lambda painter: draw(painter, scene, style, *paper))
        self.parts = parts_of(scene, style, *paper)

    @property
    def array(self):
        """Red, green and blue, int (height, width, 3)."""
        image = self.image
        flat = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
        return flat[:, : image.width(), 2::-1].astype(int)

    def at(self, x, y):
        """The pixel at a point of the plane."""
        across, down = self.parts.layout.place(np.array([[x, y]]))[0] * self.scale
        return tuple(self.array[int(down), int(across)].tolist())


def colour(palette, name):
    return rgb(getattr(palette, name))
