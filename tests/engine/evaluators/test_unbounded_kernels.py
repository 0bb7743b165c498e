"""The field of kernels that say nothing of how they grow off the real axis, against the definition at every pixel."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from kpgui.engine.evaluators.terms import centres, pixels_of
from kpgui.engine.picture.field import field
from kpgui.kernels.base import Kernel
from kpgui.model.expansion import Expansion
from kpgui.model.session import View

VIEW = View(-2.0, 3.0, -1.5, 2.0)
RNG = np.random.default_rng(9)
POINTS = RNG.uniform((-1.8, -1.3), (2.8, 1.8), (40, 2))
BETA = RNG.integers(-4, 5, 40).astype(float)


@dataclass(frozen=True)
class Plain(Kernel):
    """A kernel that gives its formula and nothing else; `of` is that, of the differences (…, 2) of points."""

    of: Callable
    psd_reason = "nobody asks"

    def values(self, X, Z):
        return self.of(X[:, None] - Z)

    def diagonal_values(self, X):
        return self.of(0 * X)


@dataclass(frozen=True)
class Anywhere(Plain):
    """The same of the points themselves."""

    def values(self, X, Z):
        return self.of(X[:, None], Z[None])


def length(gaps):
    return np.hypot(gaps[..., 0], gaps[..., 1])


def angle(x, z):
    return 1 - np.abs(np.arctan2(x[..., 0] * z[..., 1] - x[..., 1] * z[..., 0], (x * z).sum(axis=-1))) / np.pi


def periodic(gaps, period, width):
    return np.exp(-2 * (np.sin(np.pi * gaps / period) ** 2).sum(axis=-1) / width**2)


SMOOTH = {
    "a bell": Plain(lambda gaps: np.exp(-0.5 * length(gaps) ** 2)),
    "a wide bell": Plain(lambda gaps: np.exp(-0.5 * length(gaps / 40) ** 2)),
    "a heavy tail": Plain(lambda gaps: 1 / np.sqrt(1 + length(gaps) ** 2)),
    "waves": Plain(lambda gaps: np.cos(4 * gaps[..., 0] + gaps[..., 1]) + np.cos(3 * gaps[..., 1])),
    "an exponential of inner products": Anywhere(lambda x, z: np.exp((x * z).sum(axis=-1))),
    "a sigmoid": Anywhere(lambda x, z: np.tanh(0.2 * (x * z).sum(axis=-1))),
}
HARD = {
    "a narrow bell": Plain(lambda gaps: np.exp(-0.5 * length(gaps / 0.05) ** 2)),
    "a bell inside a pixel": Plain(lambda gaps: np.exp(-0.5 * length(gaps / 0.004) ** 2)),
    "a kink at the point": Plain(lambda gaps: np.exp(-length(gaps))),
    "a kink of third order": Plain(lambda gaps: (1 + 3 * length(gaps)) * np.exp(-3 * length(gaps))),
    "ridges": Plain(lambda gaps: np.exp(-np.abs(gaps).sum(axis=-1))),
    "compact support": Plain(lambda gaps: np.maximum(0, 1 - length(gaps) / 0.7) ** 4 * (4 * length(gaps) / 0.7 + 1)),
    "small support": Plain(lambda gaps: np.maximum(0, 1 - length(gaps) / 0.03)),
    "a ring": Plain(lambda gaps: np.exp(-(((length(gaps) - 1) / 0.02) ** 2))),
    "a faint needle on a wide bell": Plain(
        lambda gaps: np.exp(-0.1 * length(gaps) ** 2) + 1e-3 * np.exp(-0.5 * length(gaps / 0.01) ** 2)
    ),
    "a faint kink on a wide bell": Plain(lambda gaps: np.exp(-0.1 * length(gaps) ** 2) + 1e-6 * np.exp(-length(gaps))),
    "narrow bells far from the point": Plain(lambda gaps: periodic(gaps, 0.7, 0.08)),
    "needles far from the point": Plain(lambda gaps: periodic(gaps, 0.7, 0.02)),
    "a jump at the origin": Anywhere(angle),
    "cells": Anywhere(lambda x, z: (np.floor(1.3 * x) == np.floor(1.3 * z)).all(axis=-1).astype(float)),
    "the smaller coordinate": Anywhere(lambda x, z: (2 + np.minimum(x, z)).prod(axis=-1)),
}


def check(made: Kernel, points, expansion, view, nx, ny):
    pixels = pixels_of(centres(view.xmin, view.xmax, nx), centres(view.ymin, view.ymax, ny))
    expected = expansion.decision(made, points, pixels).reshape(ny, nx)
    absolute = Expansion.of(np.abs(expansion.beta), 0.0).decision(made, points, pixels).reshape(ny, nx)
    values = field(made, points, expansion, view, nx, ny)
    assert np.abs(values - expected).max() <= 1e-8 * np.abs(expected).max()
    certain = np.abs(expected) > 1e-12 * (np.abs(absolute) + abs(expansion.bias))
    assert np.array_equal(np.sign(values[certain]), np.sign(expected[certain]))


@pytest.mark.parametrize("name", [*SMOOTH, *HARD])
def test_the_field_is_f_at_every_pixel(name):
    check({**SMOOTH, **HARD}[name], POINTS, Expansion.of(BETA, 0.25), VIEW, 220, 150)


@pytest.mark.parametrize("name", [*SMOOTH, *HARD])
@pytest.mark.parametrize("at", [(0.4, 0.3), (-2.6, 0.1), (9.0, 9.0)])
def test_the_field_of_one_support_vector_is_its_kernel_wherever_it_is(name, at):
    check({**SMOOTH, **HARD}[name], np.array([at]), Expansion.of([1.0], 0.0), VIEW, 217, 150)


@pytest.mark.parametrize("name", SMOOTH)
@pytest.mark.parametrize("view", [View(0.3, 0.31, 0.2, 0.207), View(-300, 500, -350, 350)])
def test_the_field_is_f_near_by_and_from_far_away(name, view):
    if "inner products" not in name:  # it overflows from far away
        check(SMOOTH[name], POINTS, Expansion.of(BETA, 0.0), view, 160, 110)
