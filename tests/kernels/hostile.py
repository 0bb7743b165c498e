"""Kernels as large as they may be, and everything that is asked of one: `python -m tests.kernels.hostile PART PARTS`.

Each question to each kernel has SECONDS and BYTES, or it may raise KpguiError with one sentence; what takes more ends
the process, whose last line of output then names it. A process of its own, since memory is bounded for all of it.
"""

import copy
import pickle
import resource
import signal
import sys
import warnings
from functools import reduce
from itertools import cycle, islice
from pathlib import Path

import numpy as np

import kpgui
from kpgui.figure.outputs import Picture
from kpgui.figure.outputs.png import image_of
from kpgui.kernels import KERNELS, kernel
from kpgui.kernels.algebra.normalized import Normalized
from kpgui.kernels.algebra.powers import Exp, Power
from kpgui.kernels.algebra.sums_and_products import Difference, Product, Scaled, Sum
from kpgui.kernels.numerics import BernsteinEllipse
from kpgui.model.errors import KpguiError

SECONDS, BYTES = 5, 500_000_000
MOST = 60
"""Operations."""

LONGEST = 300
"""Characters of a sentence."""

POINTS = np.random.default_rng(0).normal(size=(12, 2))
LABELS = np.where(np.arange(12) % 3 == 0, -1, 1)
FEW = 5
"""Points that are trained on, and more of the same would only take longer."""

TIED = np.array([[1.0, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, -1], [0.1, 0.3], [-0.1, -0.3]])

LEAVES = [leaf() for leaf in KERNELS]
EXTREME = [kernel(text) for text in ("poly(degree=50, gamma=0.1, c=0.3)", "rbf(sigma=1e-200)")]

AROUND = {
    "left sum": lambda inner, leaf: Sum(inner, leaf),
    "right sum": lambda inner, leaf: Sum(leaf, inner),
    "left difference": lambda inner, leaf: Difference(inner, leaf),
    "right difference": lambda inner, leaf: Difference(leaf, inner),
    "left product": lambda inner, leaf: Product(inner, leaf),
    "right product": lambda inner, leaf: Product(leaf, inner),
    "multiple": lambda inner, leaf: Scaled(0.1, inner),
    "tiny multiple": lambda inner, leaf: Scaled(1e-300, inner),
    "huge multiple": lambda inner, leaf: Scaled(1e300, inner),
    "first power": lambda inner, leaf: Power(inner, 1),
    "square": lambda inner, leaf: Power(inner, 2),
    "highest power": lambda inner, leaf: Power(inner, 50),
    "exponential": lambda inner, leaf: Exp(inner),
    "normalisation": lambda inner, leaf: Normalized(inner),
    "power of a sum": lambda inner, leaf: Power(Sum(leaf, inner), 2),
    "first power of a sum": lambda inner, leaf: Power(Sum(inner, leaf), 1),
    "product with a sum": lambda inner, leaf: Product(leaf, Sum(inner, leaf)),
    "normalised sum": lambda inner, leaf: Normalized(Sum(leaf, inner)),
    "normalised multiple": lambda inner, leaf: Normalized(Scaled(2.0, inner)),
    "normalised exponential": lambda inner, leaf: Normalized(Exp(inner)),
    "power of a multiple": lambda inner, leaf: Power(Scaled(0.1, inner), 50),
    "all of them": lambda inner, leaf: Normalized(Exp(Scaled(0.5, Power(Difference(Product(inner, leaf), leaf), 2)))),
}


WIDE = {
    "sum": lambda leaves: reduce(Sum, leaves),
    "difference": lambda leaves: reduce(Difference, leaves),
    "product": lambda leaves: reduce(Product, leaves),
    "balanced product": lambda leaves: balanced(Product, leaves),
    "product of sums": lambda leaves: reduce(Product, pairs(Sum, leaves)),
    "balanced product of sums": lambda leaves: balanced(Product, pairs(Sum, leaves)),
    "product of differences": lambda leaves: reduce(Product, pairs(Difference, leaves)),
    "sum of normalisations": lambda leaves: reduce(Sum, map(Normalized, leaves[:30])),
    "product of powers": lambda leaves: reduce(Product, [Power(leaf, 50) for leaf in leaves[:30]]),
    "product of cubes": lambda leaves: reduce(Product, [Power(pair, 3) for pair in pairs(Sum, leaves[:40])]),
}


def nest(around, leaf, others):
    """As deep as may be, with this leaf in the middle and others joined to it."""
    depth = MOST // size(around(leaf, leaf))
    return reduce(around, islice(cycle(others), depth), leaf)


def size(made):
    """Operations."""
    return bool(made.parts) + sum(map(size, made.parts))


def balanced(join, kernels):
    while len(kernels) > 1:
        kernels = [join(*kernels[k : k + 2]) if k + 1 < len(kernels) else kernels[k] for k in range(0, len(kernels), 2)]
    return kernels[0]


def pairs(join, kernels):
    return [join(*kernels[k : k + 2]) for k in range(0, len(kernels) - 1, 2)]


def kernels():
    """By name."""
    for name, around in AROUND.items():
        for leaf in [*LEAVES, *EXTREME]:
            yield f"{name} of {leaf}", nest(around, leaf, [leaf])
        yield f"{name} of all", nest(around, LEAVES[2], LEAVES)
    for name, made in WIDE.items():
        for leaf in [LEAVES[0], LEAVES[2], EXTREME[0]]:
            yield f"{name} of {leaf}", made([leaf] * (MOST + 1))
        yield f"{name} of all", made(list(islice(cycle(LEAVES), MOST + 1)))


ELLIPSE = BernsteinEllipse(rho=1.5, extent=2.0, away=1.0, reach=1.0, products=1.0)
DERIVED = (
    "separable", "bound", "bounded", "strictly_positive_definite", "psd_reason", "leaves",
    "indefinite_reason", "validity", "degree", "unnormalised", "rational",
)  # fmt: skip

QUICK = {
    "text": lambda made: kernel(str(made)) == made,
    "repr": repr,
    "hash": hash,
    "copy": copy.deepcopy,
    "pickle": lambda made: pickle.loads(pickle.dumps(made)),
    "derived": lambda made: [getattr(made, name) for name in DERIVED],
    "terms": lambda made: made.terms(),
    "log_growth_bound": lambda made: (made.log_growth_bound(ELLIPSE), made.max_deviation(ELLIPSE)),
    "errors": lambda made: (made.value_error(POINTS, POINTS), made.diagonal_error(POINTS), made.norm_error(2)),
    "sizes": lambda made: (made.magnitude(POINTS), made.relative_error(POINTS)),
    "gram": lambda made: made.gram(POINTS, POINTS),
    "diagonal": lambda made: made.diagonal(POINTS),
    "check": lambda made: made.check(TIED),
    "columns": lambda made: made.columns(POINTS, 1e-9),
}
SLOW = {
    "train": lambda made: trained(made, "kernel_perceptron(epochs=2)"),
    "field": lambda made: trained(made, "kernel_perceptron(epochs=2)").field((-3, 3, -3, 3), (64, 64)),
    "vote": lambda made: trained(made, "voted_perceptron(epochs=2)").field((-3, 3, -3, 3), (64, 64)),
    "picture": lambda made: picture(trained(made, "kernel_perceptron(epochs=2)")),
    "svm": lambda made: trained(made, "svm(max_updates=20)"),
    "analyse": lambda made: kpgui.analyse(trained(made, "kernel_perceptron(epochs=1)").session),
    "ties": lambda made: kpgui.fit(TIED, [1, -1] * 4, kernel=str(made), learner="kernel_perceptron(epochs=2)"),
}


def trained(made, learner):
    return kpgui.fit(POINTS[:FEW], LABELS[:FEW], kernel=str(made), learner=learner)


def picture(model):
    drawn = Picture(model.session, model)
    return image_of(drawn.size, drawn.style, drawn.draw)


def ask(name, made, questions):
    for question, answer in questions.items():
        print(f"{question} of {name}", flush=True)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            answer(made)
        except KpguiError as error:
            assert len(str(error)) <= LONGEST, str(error)
            assert len(str(error).splitlines()) == 1, str(error)
        signal.setitimer(signal.ITIMER_PROF, 0)


def main(part, parts):
    """Ask every so many of the kernels. What takes longer is asked of one for each operation."""
    warnings.simplefilter("ignore")  # of NumPy, which says them of its numbers and not of what is asked
    trained(LEAVES[0], "svm(max_updates=20)").field((-3, 3, -3, 3), (64, 64))  # what is imported is nobody's fault
    kpgui.analyse(trained(LEAVES[2], "svm(max_updates=20)").session)
    picture(trained(LEAVES[2], "svm(max_updates=20)"))
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + BYTES, now + BYTES))
    for name, made in islice(kernels(), part, None, parts):
        ask(name, made, QUICK | SLOW if name.endswith("of all") else QUICK)
    print("all")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
