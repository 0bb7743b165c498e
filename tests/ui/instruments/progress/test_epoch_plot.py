"""The plot of mistakes per epoch."""

import numpy as np
import pytest

from kpgui.figure.charts.axes import BOTTOM, LEFT, RIGHT, TOP
from kpgui.geometry.palette import DARK, LIGHT
from kpgui.ui.instruments.progress.curve_plot import CurvePlot
from kpgui.ui.instruments.progress.reading import epoch_bars
from kpgui.ui.instruments.progress.words import LEAST_EPOCHS, epoch_line

LENGTH = 10
"""Steps of an epoch."""


def show(plot, mistakes):
    """Shows that each epoch had so many mistakes."""
    head = LENGTH * len(mistakes)
    line = epoch_line(epoch_bars(np.array(mistakes, np.int64), 0, LENGTH, head))
    plot.show_lines((line,), np.array([0, head]), head, LENGTH)


@pytest.fixture
def plot(qtbot):
    plot = CurvePlot("plot", LIGHT)
    qtbot.addWidget(plot)
    plot.resize(244, 168)
    show(plot, [])
    return plot


def place(plot, epoch, mistakes):
    """Where the middle of an epoch, from 1, is at so many mistakes, in pixels."""
    across = (plot.width() - LEFT - RIGHT) / max(LEAST_EPOCHS, plot._right / LENGTH)
    x = round(LEFT + (epoch - 0.5) * across)
    return x, round(plot.height() - BOTTOM - mistakes * (plot.height() - TOP - BOTTOM) / plot._top)


def filled(plot, epoch, mistakes):
    """Whether the area at a place in the plot is filled: its colour is not that of the window."""
    image = plot.grab().toImage()
    return image.pixelColor(*place(plot, epoch, mistakes)) != image.pixelColor(image.width() - 1, 0)


def test_an_empty_plot_spans_a_few_epochs(plot):
    assert plot._right == LEAST_EPOCHS * LENGTH
    assert not filled(plot, 2, 1.5)


def test_each_epoch_is_as_high_as_its_mistakes(plot):
    show(plot, [8, 2, 0])
    assert filled(plot, 1, 6.5)
    assert filled(plot, 2, 1.2)
    assert not filled(plot, 2, 6.5)
    assert not filled(plot, 3, 1.2)


def test_it_follows_the_theme(plot):
    light = plot.grab().toImage()
    plot.set_palette(DARK)
    assert plot.grab().toImage() != light


def test_a_million_epochs_are_drawn(plot):
    show(plot, np.full(1_000_000, 3))
    assert filled(plot, 500_000, 1.7)


def test_the_last_tick_is_not_cut(plot):
    show(plot, np.full(100, 3))
    image = plot.grab().toImage()
    bare = image.pixelColor(image.width() - 1, 0)
    rows = range(plot.height() - 32, plot.height() - 16)
    assert all(image.pixelColor(image.width() - 1, y) == bare for y in rows)
