"""The small plot of mistakes per epoch."""

import numpy as np
import pytest

from kpgui.geometry.palette import DARK, LIGHT
from kpgui.ui.instruments.progress.curve_plot import BOTTOM, LEFT, RIGHT, TOP, MistakePlot
from kpgui.ui.instruments.progress.reading import MistakeCurve


@pytest.fixture
def plot(qtbot):
    plot = MistakePlot(LIGHT)
    qtbot.addWidget(plot)
    plot.resize(244, 168)
    return plot


def filled(plot, epoch, mistakes):
    """Whether the area at a place in the plot is filled."""
    bare = MistakePlot(LIGHT)
    bare.resize(plot.size())
    across = plot.width() - LEFT - RIGHT
    x = round(LEFT + (epoch - 0.5) * across / (plot._right - 0.5))
    y = round(plot.height() - BOTTOM - mistakes * (plot.height() - TOP - BOTTOM) / plot._top)
    return plot.grab().toImage().pixelColor(x, y) != bare.grab().toImage().pixelColor(x, y)


def test_an_empty_plot_spans_a_few_epochs(plot):
    assert plot._right == 5.5
    assert not filled(plot, 2, 1.5)


def test_each_epoch_is_as_high_as_its_mistakes(plot):
    plot.show_curve(MistakeCurve.of(np.array([8, 2, 0]), 3))
    assert filled(plot, 1, 6.5)
    assert filled(plot, 2, 1.2)
    assert not filled(plot, 2, 6.5)
    assert not filled(plot, 3, 1.2)


def test_it_tells_a_screen_reader_what_it_shows(plot):
    plot.show_curve(MistakeCurve.of(np.array([8, 2]), 2))
    assert plot.accessibleName() == "Mistakes per epoch: 2 epochs, 2 mistakes in the last"


def test_it_follows_the_theme(plot):
    light = plot.grab().toImage()
    plot.set_palette(DARK)
    assert plot.grab().toImage() != light


def test_a_million_epochs_are_drawn(plot):
    plot.show_curve(MistakeCurve.of(np.full(1_000_000, 3), 1_000_000))
    assert filled(plot, 500_000, 1.5)


def test_the_last_tick_is_not_cut(plot):
    plot.show_curve(MistakeCurve.of(np.full(100, 3), 100))
    image = plot.grab().toImage()
    bare = image.pixelColor(image.width() - 1, 0)
    rows = range(plot.height() - 32, plot.height() - 16)
    assert all(image.pixelColor(image.width() - 1, y) == bare for y in rows)
