"""Each kernel's formula in arithmetic of 60 digits, at the exact values of the doubles."""

from mpmath import mp

from kpgui.kernels.algebra.explicit import Explicit
from kpgui.kernels.algebra.normalized import Normalized
from kpgui.kernels.algebra.powers import Exp, Power
from kpgui.kernels.algebra.sums_and_products import Difference, Product, Scaled, Sum

DIGITS = 60


def dot(x, z):
    return mp.fsum(a * b for a, b in zip(x, z, strict=True))


def squared_distance(x, z):
    return mp.fsum((a - b) ** 2 for a, b in zip(x, z, strict=True))


def cosine(kernel, x, z):
    lengths = mp.sqrt(dot(x, x) * dot(z, z))
    return dot(x, z) / lengths if lengths else mp.mpf(0)


def matern32(kernel, x, z):
    s = mp.sqrt(3 * squared_distance(x, z)) / mp.mpf(kernel.length)
    return (1 + s) * mp.exp(-s)


def matern52(kernel, x, z):
    s = mp.sqrt(5 * squared_distance(x, z)) / mp.mpf(kernel.length)
    return (1 + s + s * s / 3) * mp.exp(-s)


def rational_quadratic(kernel, x, z):
    alpha, length = mp.mpf(kernel.alpha), mp.mpf(kernel.length)
    return mp.exp(-alpha * mp.log1p(squared_distance(x, z) / (2 * alpha * length * length)))


def periodic(kernel, x, z):
    period = mp.mpf(kernel.period)
    with mp.workdps(700):  # as many digits as there are between the largest coordinate and the smallest
        gaps = [mp.fmod(a - b, period) for a, b in zip(x, z, strict=True)]
    sines = [mp.sin(mp.pi * (gap / period)) for gap in gaps]
    return mp.exp(-2 * mp.fsum((sine / mp.mpf(kernel.length)) ** 2 for sine in sines))


LEAVES = {
    "linear": lambda kernel, x, z: dot(x, z),
    "poly": lambda kernel, x, z: (mp.mpf(kernel.gamma) * dot(x, z) + mp.mpf(kernel.c)) ** kernel.degree,
    "rbf": lambda kernel, x, z: mp.exp(-squared_distance(x, z) / (2 * mp.mpf(kernel.sigma) ** 2)),
    "laplacian": lambda kernel, x, z: mp.exp(-mp.fsum(map(abs, difference(x, z))) / mp.mpf(kernel.sigma)),
    "exponential": lambda kernel, x, z: mp.exp(-mp.sqrt(squared_distance(x, z)) / mp.mpf(kernel.sigma)),
    "matern32": matern32,
    "matern52": matern52,
    "rational_quadratic": rational_quadratic,
    "sigmoid": lambda kernel, x, z: mp.tanh(mp.mpf(kernel.gamma) * dot(x, z) + mp.mpf(kernel.c)),
    "cosine": cosine,
    "periodic": periodic,
}

MAPS = {
    "identity": lambda x: x,
    "squares": lambda x: [*x, *(a * a for a in x)],
    "quadratic": lambda x: [a * b for a in x for b in x],
    "full_quadratic": lambda x: [mp.mpf(1), *x, *x, *(a * b for a in x for b in x)],
}


def difference(x, z):
    return [a - b for a, b in zip(x, z, strict=True)]


def exactly(kernel, x, z):
    """K(x, z) to 60 digits; x and z are lists of floats or of what this makes of them."""
    with mp.workdps(DIGITS):
        return _value(kernel, [mp.mpf(a) for a in x], [mp.mpf(a) for a in z])


def _value(kernel, x, z):
    if isinstance(kernel, Sum):
        return _value(kernel.left, x, z) + _value(kernel.right, x, z)
    if isinstance(kernel, Difference):
        return _value(kernel.left, x, z) - _value(kernel.right, x, z)
    if isinstance(kernel, Product):
        return _value(kernel.left, x, z) * _value(kernel.right, x, z)
    if isinstance(kernel, Scaled):
        return mp.mpf(kernel.weight) * _value(kernel.kernel, x, z)
    if isinstance(kernel, Power):
        return _value(kernel.kernel, x, z) ** kernel.exponent
    if isinstance(kernel, Exp):
        return mp.exp(_value(kernel.kernel, x, z))
    if isinstance(kernel, Normalized):
        return _normalized(kernel.kernel, x, z)
    if isinstance(kernel, Explicit):
        return dot(MAPS[kernel.map.key](x), MAPS[kernel.map.key](z))
    return LEAVES[kernel.key](kernel, x, z)


def _normalized(kernel, x, z):
    if isinstance(kernel, Exp):  # by logarithms, where e to 10¹⁶ would have too many digits to stand beside 1
        logs = [_value(kernel.kernel, *pair) for pair in ((x, z), (x, x), (z, z))]
        return mp.exp(logs[0] - logs[1] / 2 - logs[2] / 2)
    squares = _value(kernel, x, x), _value(kernel, z, z)
    return _value(kernel, x, z) / mp.sqrt(squares[0]) / mp.sqrt(squares[1]) if min(squares) > 0 else mp.mpf(0)
