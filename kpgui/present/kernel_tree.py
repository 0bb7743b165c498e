"""A kernel as a tree that can be edited: its lines, and what can be done at each of them.

Sums and products are shown flat: `a + b + c` is one node with three children, however its additions are nested.
A place in the tree is a path of child numbers from 1; () is the root.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any

from kpgui.kernels import KERNELS, Kernel, Leaf
from kpgui.kernels.algebra import Difference, Power, Product, Scaled, Sum
from kpgui.kernels.exponentiated import Exp
from kpgui.kernels.normalized import Normalized
from kpgui.model.param import Param, Value

Path = tuple[int, ...]

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")

MOST_NAMED = 5
"""Terms that a chain's formula names."""


@dataclass(frozen=True)
class Join:
    """An operation that joins two kernels, `kind(left, right)`.

    Neighbours of one `chain` are shown as one node, which has their `title`, or the chain's when they differ.
    `grouped`: what stands to its right keeps its brackets, as in a − (b + c).
    """

    key: str
    kind: type[Kernel]
    sign: str
    title: str
    chain: str
    menu: str
    formula: str
    grouped: bool = False


@dataclass(frozen=True)
class Wrap:
    """An operation on one kernel, `kind(kernel=…)`, with `param` if it has a number of its own."""

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


def wrap_of(kernel: Kernel) -> Wrap | None:
    """The operation at the root of a kernel, if it is one on a single kernel."""
    return _WRAPS.get(type(kernel))


def terms(kernel: Kernel) -> tuple[tuple[Join | None, Kernel], ...]:
    """The kernel as a chain: each term with what joins it to those before it, None for the first.

    >>> [(join and join.sign, str(term)) for join, term in terms(KERNELS.find("linear")())]
    [(None, 'linear()')]
    """
    join = _JOINS.get(type(kernel))
    return ((None, kernel),) if join is None else tuple(_links(kernel, join.chain))


def _links(kernel: Any, chain: str) -> Iterator[tuple[Join | None, Kernel]]:
    join = _JOINS.get(type(kernel))
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
    """The kernels that this one is made of, () for a leaf."""
    if type(kernel) in _JOINS:
        return tuple(term for _, term in terms(kernel))
    return (kernel.kernel,) if type(kernel) in _WRAPS else ()


def _with_child(kernel: Any, number: int, child: Kernel) -> Kernel:
    if type(kernel) in _WRAPS:
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
    """The kernel with `further` joined to the part at this path, and the path of `further`.

    In a chain of the same sort it is the next term, so that a + b becomes a + b + c; elsewhere the part alone is
    joined to it, so that adding to b in a · b gives a · (b + c).
    """
    part = at(kernel, path)
    own = _JOINS.get(type(part))
    if own is not None and own.chain == join.chain:
        links = (*terms(part), (join, further))
        return replaced(kernel, path, _joined(links)), (*path, len(links))
    around = _JOINS.get(type(at(kernel, path[:-1]))) if path else None
    if around is not None and around.chain == join.chain:
        links, number = terms(at(kernel, path[:-1])), path[-1]
        made = _joined((*links[:number], (join, further), *links[number:]))
        return replaced(kernel, path[:-1], made), (*path[:-1], number + 1)
    return replaced(kernel, path, _joined(((None, part), (join, further)))), (*path, 2)


def wrapped(kernel: Kernel, path: Path, wrap: Wrap) -> Kernel:
    """The kernel with an operation around the part at this path, which takes that path."""
    own = {} if wrap.param is None else {wrap.param.name: wrap.param.default}
    return replaced(kernel, path, wrap.kind(kernel=at(kernel, path), **own))  # type: ignore[call-arg]  # see Wrap


def can_unwrap(kernel: Kernel, path: Path) -> bool:
    """Whether an operation on a single kernel stands at this path."""
    return wrap_of(at(kernel, path)) is not None


def unwrapped(kernel: Kernel, path: Path) -> Kernel:
    """The kernel without the operation at this path; what was inside it stays."""
    (inside,) = children(at(kernel, path))
    return replaced(kernel, path, inside)


def _term(kernel: Kernel, path: Path) -> Path:
    """The path of the term of a chain that is at this path or around it through operations only, () for none."""
    while path and type(at(kernel, path[:-1])) not in _JOINS:
        path = path[:-1]
    return path


def can_remove(kernel: Kernel, path: Path) -> bool:
    """Whether something is left when the part at this path is removed."""
    return bool(_term(kernel, path))


def removed(kernel: Kernel, path: Path) -> tuple[Kernel, Path]:
    """The kernel without the part at this path and the operations on it alone, and the path of what took its place."""
    *around, number = _term(kernel, path)
    outer = tuple(around)
    links = terms(at(kernel, outer))
    left = (*links[: number - 1], *links[number:])
    kernel = replaced(kernel, outer, _joined(left))
    return kernel, outer if len(left) == 1 else (*outer, min(number, len(left)))


def further_leaf(kernel: Kernel) -> Leaf:
    """A kernel to join to this one: the first registered one that is not in it yet.

    >>> str(further_leaf(KERNELS.find("linear")()))
    'poly(degree=2, gamma=1, c=1)'
    """
    used = {type(line.kernel) for line in lines(kernel)}
    return next((each for each in KERNELS if each not in used), KERNELS.members[0])()


@dataclass(frozen=True)
class Line:
    """One node as a line of the form: where it is, what joins it to the term before ("" for nothing), what it is."""

    path: Path
    sign: str
    kernel: Kernel
    group: str
    """The form fields of this line are named `param.<group>.<name>`."""

    @property
    def name(self) -> str:
        """The name of the node itself: "kernel" for the root, then "kernel.1", "kernel.2.1"."""
        return f"kernel.{self.number}" if self.path else "kernel"

    @property
    def number(self) -> str:
        """The path as text, "2.1"; "" for the root."""
        return ".".join(map(str, self.path))

    @property
    def title(self) -> str:
        """What an operation is called; a leaf has a title of its own."""
        if isinstance(self.kernel, Leaf):
            return self.kernel.title
        wrap = wrap_of(self.kernel)
        if wrap is not None:
            return wrap.title
        names = {join.title for join, _ in terms(self.kernel) if join is not None}
        return names.pop() if len(names) == 1 else _JOINS[type(self.kernel)].chain

    @property
    def formula(self) -> str:
        """The formula of the leaf or operation, a chain's with a letter for each of its first terms."""
        if isinstance(self.kernel, Leaf):
            return self.kernel.formula
        wrap = wrap_of(self.kernel)
        return _chain_formula(self.kernel) if wrap is None else wrap.formula

    @property
    def content(self) -> object:
        """What this line shows of its own, without its children."""
        if isinstance(self.kernel, Leaf):
            return self.kernel
        wrap = wrap_of(self.kernel)
        return self.formula if wrap is None else (wrap.key, self.value)

    @property
    def doubt(self) -> str:
        """Why this kernel or operation need not be positive semidefinite, "" if it is not the one that is in doubt."""
        spoiler = self.kernel.spoiler
        if spoiler is None or any(child.spoiler == spoiler for child in children(self.kernel)):
            return ""
        return f"Not guaranteed: {spoiler}."

    @property
    def sort(self) -> str:
        """Lines of one sort are shown by the same fields."""
        wrap = wrap_of(self.kernel)
        return wrap.key if wrap is not None else "leaf" if isinstance(self.kernel, Leaf) else "chain"

    @property
    def value(self) -> Value | None:
        """The number of an operation, None if it has none."""
        wrap = wrap_of(self.kernel)
        return None if wrap is None or wrap.param is None else getattr(self.kernel, wrap.param.name)


def _chain_formula(kernel: Kernel) -> str:
    links = terms(kernel)
    parts = ["K₁"]
    for number, (join, _) in enumerate(links[1:MOST_NAMED], start=2):
        assert join is not None
        parts.append(f"{join.sign.replace('×', '·')} K{str(number).translate(SUBSCRIPTS)}")
    return " ".join(parts) + (" …" if len(links) > MOST_NAMED else "")


def lines(kernel: Kernel) -> tuple[Line, ...]:
    """The nodes of a kernel from top to bottom, each followed by its children.

    The parameters of the root and of the first leaf are named as those of a single kernel are.
    """
    found = tuple(_walk(kernel, (), ""))
    first = next(line for line in found if isinstance(line.kernel, Leaf))
    return tuple(replace(line, group="kernel") if line is first else line for line in found)


def _walk(kernel: Kernel, path: Path, sign: str) -> Iterator[Line]:
    line = Line(path, sign, kernel, "")
    yield replace(line, group=line.name)
    links = terms(kernel) if type(kernel) in _JOINS else ((None, child) for child in children(kernel))
    for number, (join, child) in enumerate(links, start=1):
        yield from _walk(child, (*path, number), "" if join is None else join.sign)


def continued(before: tuple[Line, ...], after: tuple[Line, ...]) -> tuple[int | None, ...]:
    """For each line after a change the line before it that it continues, so that its fields can stay; in order.

    Best is a line with the same content, then one with the same kernel or operation, then one of the same sort.
    """
    found: list[int | None] = [None] * len(after)
    keys: tuple[Callable[[Line], object], ...] = (_content, _title, _sort)
    _match(before, after, range(len(before)), range(len(after)), keys, found)
    return tuple(found)


def _match(
    before: tuple[Line, ...],
    after: tuple[Line, ...],
    old: range,
    new: range,
    keys: tuple[Callable[[Line], object], ...],
    found: list[int | None],
) -> None:
    key, *weaker = keys
    matcher = SequenceMatcher(None, [key(before[i]) for i in old], [key(after[i]) for i in new], autojunk=False)
    for tag, start, end, first, last in matcher.get_opcodes():
        if tag == "equal":
            found[new[first] : new[first] + last - first] = old[start:end]
        elif tag == "replace" and weaker:
            _match(before, after, old[start:end], new[first:last], tuple(weaker), found)


def _content(line: Line) -> object:
    return line.content


def _title(line: Line) -> object:
    return line.sort, line.title


def _sort(line: Line) -> object:
    return line.sort
