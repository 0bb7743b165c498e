"""Generators of synthetic datasets."""

from kpgui.generators.base import Generator
from kpgui.generators.formula import ByFormula
from kpgui.generators.shapes import Blobs, Checkerboard, Circles, Moons, Outliers, Rings, Sine, Spirals, Stripes, Xor
from kpgui.model.registry import Registry, construct

__all__ = ["GENERATORS", "Generator", "generator"]

GENERATORS: Registry[type[Generator]] = Registry(
    "generator", (Blobs, Moons, Circles, Xor, Spirals, Checkerboard, Rings, Stripes, Outliers, Sine, ByFormula)
)


def generator(text: str) -> Generator:
    """The generator of an expression, as in `generator("spirals(turns=2, noise=0)")`.

    Raises KpguiError naming the position and the nearest known name, or the parameter that is out of range.

    >>> len(generator("moons(n=50)").make())
    50
    """
    return construct(text, GENERATORS)
