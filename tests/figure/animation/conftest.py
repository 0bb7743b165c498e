"""Films of short runs."""

import numpy as np
import pytest

from kpgui.figure.animation.film import Film
from kpgui.figure.animation.recording import Recording
from kpgui.figure.animation.settings import Animation
from kpgui.figure.style import Style
from kpgui.model.session import Session, View
from tests.strategies import noisy_moons

SIZE, DPI = (420, 400), 60.0


@pytest.fixture(autouse=True)
def application(qapp):
    """Text cannot be measured without one."""
    return qapp


def moons(n=30, learner="kernel_perceptron(epochs=4)", **settings):
    dataset = noisy_moons(n)
    return Session(dataset, "rbf(sigma=0.5)", learner, view=View.around(dataset.points), **settings)


def film_of(session, theme="light", style=None, **settings):
    chosen = style or Style(theme=theme, width=SIZE[0], height=SIZE[1], dpi=DPI, wrong=True)
    return Film(Recording(session), Animation(**settings), chosen)


def pixels(image):
    """Red, green and blue of a QImage, int (height, width, 3)."""
    flat = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return flat[:, : image.width(), 2::-1].astype(int)
