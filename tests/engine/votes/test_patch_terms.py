"""Polynomials on patches are never further off than they say."""

import numpy as np
import pytest

from kpgui.engine.votes.part import Voters
from kpgui.engine.votes.patch_terms import PatchBasis, PatchTerms
from kpgui.kernels import kernel as parse


def voters_at(places, signs, first=0):
    numbers, count = first + np.arange(len(signs)), len(signs)
    return Voters(first, numbers, places, signs, np.zeros(count), np.ones(count), False)


def on_pixels(terms, coefficients, shape):
    """The values of polynomials (..., len(basis), patches) at the pixels (..., ny, nx)."""
    side, (ny, nx) = terms.basis.side, shape
    up, across = terms.basis.to_pixels[:, terms.basis.rows], terms.basis.to_pixels[:, terms.basis.columns]
    patches = np.einsum("...np,yn,xn->...pyx", coefficients, up, across)
    squares = patches.reshape(*patches.shape[:-3], ny // side, nx // side, side, side)
    return np.moveaxis(squares, -3, -2).reshape(*patches.shape[:-3], ny, nx)


@pytest.mark.parametrize("side", [8, 16])
def test_a_polynomial_on_a_patch_is_at_most_the_sizes_of_its_coefficients_off_the_first(side):
    basis = PatchBasis(4, side)
    assert np.abs(basis.on_patch).max() <= 1 + 1e-6
    np.testing.assert_array_equal(basis.on_patch[0], 1)
    line = np.polynomial.Polynomial([1, 2, -3, 0.5, 1])(np.linspace(-1, 1, side))
    np.testing.assert_allclose(basis.to_pixels @ (line @ basis.to_coefficients), line, atol=1e-12)


@pytest.mark.parametrize("kernel", ["poly(degree=3, c=1)", "linear()", "poly(degree=5)"])
def test_terms_of_a_polynomial_add_up_to_their_total_and_are_its_values(kernel):
    kernel, rng = parse(kernel), np.random.default_rng(0)
    xs, ys = np.linspace(-3, 3, 96), np.linspace(-2, 2, 64)
    places, signs = rng.normal(size=(9, 2)), rng.choice([-1.0, 1.0], 9)
    terms = PatchTerms(PatchBasis(kernel.degree, 16), kernel, xs, ys)
    batch = terms.of(voters_at(places, signs))
    agree(terms, batch, 9, 4, 6)
    pixels = np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))])
    exact = terms.scale * (signs @ kernel.gram(places, pixels)).reshape(len(ys), len(xs))
    off = np.abs(on_pixels(terms, batch.total, exact.shape) - exact)
    assert off.max() <= terms.error


def agree(terms, batch, count, rows, columns):
    """The terms on all patches against their total, and on one row of them against those on all."""
    out, room = np.empty((2, count, rows * columns, len(terms.basis)), np.float32)
    sizes = batch.write(slice(0, rows), out, room)
    np.testing.assert_allclose(out.sum(axis=0).T, batch.total, atol=1e-5 * np.abs(out).max())
    assert (np.abs(out).sum(axis=(0, 2)) <= 1.001 * sizes).all()
    assert sizes.max() <= batch.largest
    few, room = np.empty((2, count, columns, len(terms.basis)), np.float32)
    row = slice(columns, 2 * columns)
    np.testing.assert_array_equal(batch.write(slice(1, 2), few, room), sizes[row])
    np.testing.assert_array_equal(few, out[:, row])
