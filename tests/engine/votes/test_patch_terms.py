"""Polynomials on patches are never further off than they say."""

import numpy as np
import pytest

from kpgui.engine.votes.part import Voters
from kpgui.engine.votes.patch_terms import Factored, PolynomialPatchTerms
from kpgui.engine.votes.patches import Basis
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
@pytest.mark.parametrize("degree", [1, 2, 4])
@pytest.mark.parametrize("extent", [(6, 0.1), (0.1, 6), (4, 4)], ids=["wide", "high", "square"])
def test_fits_of_factors_are_as_near_as_they_say(extent, degree, side):
    kernel, rng = parse("rbf(sigma=1)"), np.random.default_rng(degree)
    xs, ys = (np.linspace(-size / 2, size / 2, 4 * side) for size in extent)
    terms = Factored(Basis(degree, side), kernel, None, xs, ys)
    values, sizes = np.zeros((len(ys), len(xs))), []
    for first in (0, 5, 10):
        places, signs = rng.normal(size=(5, 2)), rng.choice([-1.0, 1.0], 5)
        before = terms.error.copy()
        batch = terms.of(voters_at(places, signs, first))
        exact = kernel.factor(places[:, 1], ys)[:, :, None] * kernel.factor(places[:, 0], xs)[:, None, :]
        values = np.einsum("k,kyx->yx", signs, exact)
        off = np.abs(on_pixels(terms, batch.total, values.shape) - values)
        most = off.reshape(4, side, 4, side).max(axis=(1, 3)).ravel()
        assert (most <= terms.error - before).all()
        sizes.append(most.max() / (terms.error - before).max())
    assert max(sizes) > 0.05  # and not much nearer either


@pytest.mark.parametrize("extent", [(6, 0.1), (0.1, 6)], ids=["wide", "high"])
def test_a_single_voter_is_as_far_off_as_is_said(extent):
    kernel = parse("rbf(sigma=1)")
    xs, ys = (np.linspace(-size / 2, size / 2, 32) for size in extent)
    terms = Factored(Basis(2, 8), kernel, None, xs, ys)
    places = np.array([[0.3, 0.2]])
    batch = terms.of(voters_at(places, np.ones(1)))
    exact = np.outer(kernel.factor(places[:, 1], ys), kernel.factor(places[:, 0], xs))
    off = np.abs(on_pixels(terms, batch.total, exact.shape) - exact).reshape(4, 8, 4, 8).max(axis=(1, 3)).ravel()
    assert (off <= terms.error).all()
    assert (off >= 0.5 * terms.error).all()


def test_what_the_basis_leaves_out_is_all_told():
    kernel = parse("rbf(sigma=1)")
    xs = ys = np.concatenate([np.linspace(-1, 1, 8), np.linspace(20, 22, 8)])
    terms = Factored(Basis(2, 8), kernel, None, xs, ys)
    batch = terms.of(voters_at(np.zeros((1, 2)), np.ones(1)))  # in the middle of a patch: odd coefficients vanish
    exact = np.outer(kernel.factor(np.zeros(1), ys), kernel.factor(np.zeros(1), xs))
    off = np.abs(on_pixels(terms, batch.total, exact.shape) - exact)[:8, :8].max()
    assert off <= terms.error[0] <= 1.5 * off


@pytest.mark.parametrize("side", [8, 16])
@pytest.mark.parametrize("near", [True, False])
def test_single_terms_add_up_to_their_total_and_are_no_larger_than_is_said(near, side):
    kernel, rng = parse("rbf(sigma=0.7)"), np.random.default_rng(0)
    xs = ys = np.linspace(-3, 3, 4 * side)
    places, signs = rng.normal(size=(9, 2)), rng.choice([-1.0, 1.0], 9)
    terms = Factored(Basis(4, side), kernel, places if near else None, xs, ys)
    agree(terms, terms.of(voters_at(places, signs)), 9)


@pytest.mark.parametrize("kernel", ["poly(degree=3, c=1)", "linear()", "poly(degree=5)"])
def test_terms_of_a_polynomial_add_up_to_their_total_and_are_its_values(kernel):
    kernel, rng = parse(kernel), np.random.default_rng(0)
    xs, ys = np.linspace(-3, 3, 96), np.linspace(-2, 2, 64)
    places, signs = rng.normal(size=(9, 2)), rng.choice([-1.0, 1.0], 9)
    terms = PolynomialPatchTerms(Basis(kernel.degree, 16), kernel, xs, ys)
    batch = terms.of(voters_at(places, signs))
    agree(terms, batch, 9)
    pixels = np.column_stack([np.tile(xs, len(ys)), np.repeat(ys, len(xs))])
    exact = terms.scale * (signs @ kernel.gram(places, pixels)).reshape(len(ys), len(xs))
    off = np.abs(on_pixels(terms, batch.total, exact.shape) - exact)
    assert off.max() <= terms.error.max()


def agree(terms, batch, count):
    """The terms on all patches against their total, and on some of them against those on all."""
    patches = len(terms.error)
    out, room = np.empty((2, count, patches, len(terms.basis)), np.float32)
    sizes = batch.on(np.arange(patches), out, room)
    np.testing.assert_allclose(out.sum(axis=0).T, batch.total, atol=1e-5 * np.abs(out).max())
    assert (np.abs(out).sum(axis=(0, 2)) <= 1.001 * sizes).all()
    assert sizes.max() <= batch.largest
    row = np.arange(terms.columns, 2 * terms.columns)
    few, room = np.empty((2, count, len(row), len(terms.basis)), np.float32)
    np.testing.assert_array_equal(batch.on(row, few, room), sizes[row])
    np.testing.assert_array_equal(few, out[:, row])
