"""A kernel as a tree that can be edited: its nodes, and the operations on them.

Sums and products are shown flat: `a + b + c` is one node with three children, however its additions are nested.
A node is identified by a path of child numbers from 1; () is the root.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from kpgui.kernels import KERNELS, Kernel, Leaf
from kpgui.kernels.algebra.normalized import Normalized
from kpgui.kernels.algebra.powers import Exp, Power
from kpgui.kernels.algebra.sums_and_products import Difference, Product, Scaled, Sum
from kpgui.model.param import Param, Value

Path = tuple[int, ...]


class Join(NamedTuple):
    """A binary operation, `kind(left, right)`.

    Adjacent operations of one `chain` are shown as one node with their `title`, or the chain's if they differ.
    `grouped`: its right operand keeps its brackets, as in a − (b + c).
    """

    key: str
    kind: type[Kernel]
    sign: str
    title: str
    chain: str
    menu: str
    formula: str
    grouped: bool = False


class Wrap(NamedTuple):
    """A unary operation, `kind(kernel=…)`. param: its numeric parameter, if it has one."""

    key: str
    kind: type[Kernel]
    title: str
    menu: str
    formula: str
    param: Param | None = None


WEIGHT = Param("weight", 1.0, "Weight of the kernel.", scale="log", low=0, slider=(0.01, 100), symbol="w")
EXPONENT = Param("exponent", 2, "Power of the kernel.", scale="integer", low=1, high=50, slider=(1, 10), symbol="m")

JOINS = (
    Join("add", Sum, "+", "Sum", "Sum", "&Add a kernel", "K + K₂"),
    Join("subtract", Difference, "−", "Difference", "Sum", "&Subtract a kernel", "K − K₂", grouped=True),
    Join("multiply", Product, "×", "Product", "Product", "&Multiply by a kernel", "K · K₂"),
)
WRAPS = (
    Wrap("scale", Scaled, "Scale", "Sca&le", "w · K", WEIGHT),
    Wrap("power", Power, "Power", "&Power", "K^m", EXPONENT),
    Wrap("exp", Exp, "Exponential", "E&xponential", "exp(K)"),
    Wrap("normalize", Normalized, "Normalised", "&Normalise", "K / √(K(x,\u00a0x) K(z,\u00a0z))"),
)

_JOINS = {join.kind: join for join in JOINS}
_WRAPS = {wrap.kind: wrap for wrap in WRAPS}


def join_of(kernel: Kernel) -> Join | None:
    """The operation at the root of a kernel, if it is a binary one."""
    return _JOINS.get(type(kernel))


def wrap_of(kernel: Kernel) -> Wrap | None:
    """The operation at the root of a kernel, if it is a unary one."""
    return _WRAPS.get(type(kernel))


def terms(kernel: Kernel) -> tuple[tuple[Join | None, Kernel], ...]:
    """The kernel as a chain: each term with the operation before it, None for the first.

    >>> [(join and join.sign, str(term)) for join, term in terms(KERNELS.find("linear")())]
    [(None, 'linear()')]
    """
    join = join_of(kernel)
    return ((None, kernel),) if join is None else tuple(_links(kernel, join.chain))


def _links(kernel: Any, chain: str) -> Iterator[tuple[Join | None, Kernel]]:
    join = join_of(kernel)
    if join is None or join.chain != chain:
        yield None, kernel
        return
    yield from _links(kernel.left, chain)
    right = [(None, kernel.right)] if join.grouped else _links(kernel.right, chain)
    for further, term in right:
        yield further or join, term


def _joined(links: tuple[tuple[Join | None, Kernel], ...]) -> Kernel:
    made: Any = links[0][1]
    for join, term in links[1:]:
        assert join is not None
        made = join.kind(made, term)  # type: ignore[call-arg]  # see Join
    return made


def children(kernel: Any) -> tuple[Kernel, ...]:
    """The children of this node, () for a leaf."""
    if join_of(kernel) is not None:
        return tuple(term for _, term in terms(kernel))
    return (kernel.kernel,) if wrap_of(kernel) is not None else ()


def _with_child(kernel: Any, number: int, child: Kernel) -> Kernel:
    if wrap_of(kernel) is not None:
        return replace(kernel, kernel=child)
    links = terms(kernel)
    return _joined((*links[: number - 1], (links[number - 1][0], child), *links[number:]))


def at(kernel: Kernel, path: Path) -> Kernel:
    """The part of a kernel at a path."""
    for number in path:
        kernel = children(kernel)[number - 1]
    return kernel


def replaced(kernel: Kernel, path: Path, part: Kernel) -> Kernel:
    """The kernel with another part at this path."""
    if not path:
        return part
    child = children(kernel)[path[0] - 1]
    return _with_child(kernel, path[0], replaced(child, path[1:], part))


def changed(kernel: Kernel, path: Path, name: str, value: Value) -> Kernel:
    """The kernel with another value for a parameter of the leaf or operation at this path."""
    part: Any = at(kernel, path)
    return replaced(kernel, path, replace(part, **{name: value}))


def joined(kernel: Kernel, path: Path, join: Join, further: Kernel) -> tuple[Kernel, Path]:
    """The kernel with `further` combined with the part at this path, and the path of `further`.

    In a chain of the same sort it becomes the next term: a + b becomes a + b + c. Elsewhere it is combined with the
    part alone: adding to b in a · b gives a · (b + c).
    """
    part = at(kernel, path)
    own = join_of(part)
    if own is not None and own.chain == join.chain:
        links = (*terms(part), (join, further))
        return replaced(kernel, path, _joined(links)), (*path, len(links))
    around = join_of(at(kernel, path[:-1])) if path else None
    if around is not None and around.chain == join.chain:
        links, number = terms(at(kernel, path[:-1])), path[-1]
        made = _joined((*links[:number], (join, further), *links[number:]))
        return replaced(kernel, path[:-1], made), (*path[:-1], number + 1)
    return replaced(kernel, path, _joined(((None, part), (join, further)))), (*path, 2)


def wrapped(kernel: Kernel, path: Path, wrap: Wrap) -> Kernel:
    """The kernel with a unary operation applied to the part at this path."""
    own = {} if wrap.param is None else {wrap.param.name: wrap.param.default}
    return replaced(kernel, path, wrap.kind(kernel=at(kernel, path), **own))  # type: ignore[call-arg]  # see Wrap


def can_unwrap(kernel: Kernel, path: Path) -> bool:
    """Whether the node at this path is a unary operation."""
    return wrap_of(at(kernel, path)) is not None


def unwrapped(kernel: Kernel, path: Path) -> Kernel:
    """The kernel with the unary operation at this path replaced by its operand."""
    (inside,) = children(at(kernel, path))
    return replaced(kernel, path, inside)


def _term(kernel: Kernel, path: Path) -> Path:
    """The path of the chain's term that this node is, or is inside through unary operations only; () for none."""
    while path and join_of(at(kernel, path[:-1])) is None:
        path = path[:-1]
    return path


def can_remove(kernel: Kernel, path: Path) -> bool:
    """Whether anything remains when the part at this path is removed."""
    return bool(_term(kernel, path))


def removed(kernel: Kernel, path: Path) -> tuple[Kernel, Path]:
    """The kernel without the part at this path and its unary operations, and the path of the part that succeeds it."""
    *around, number = _term(kernel, path)
    outer = tuple(around)
    links = terms(at(kernel, outer))
    left = (*links[: number - 1], *links[number:])
    kernel = replaced(kernel, outer, _joined(left))
    return kernel, outer if len(left) == 1 else (*outer, min(number, len(left)))


def further_leaf(kernel: Kernel) -> Leaf:
    """A kernel to combine with this one: the first registered one that it does not contain.

    >>> str(further_leaf(KERNELS.find("linear")()))
    'poly(degree=2, gamma=1, c=1)'
    """
    used = set(map(type, kernel.leaves))
    return next((each for each in KERNELS if each not in used), KERNELS.members[0])()
