"""Generators of synthetic datasets: one file each."""

from kpgui.generators.base import Generator
from kpgui.generators.blobs import Blobs
from kpgui.generators.checkerboard import Checkerboard
from kpgui.generators.circles import Circles
from kpgui.generators.formula import ByFormula
from kpgui.generators.moons import Moons
from kpgui.generators.outliers import Outliers
from kpgui.generators.rings import Rings
from kpgui.generators.sine import Sine
from kpgui.generators.spirals import Spirals
from kpgui.generators.stripes import Stripes
from kpgui.generators.xor import Xor
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
