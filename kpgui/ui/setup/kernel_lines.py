"""The lines of the form that shows a kernel as a tree: which persist, its formula, and the closure rules."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from kpgui.kernels import Kernel, Leaf
from kpgui.kernels.rbf import RBF
from kpgui.language import _
from kpgui.learners import Learner
from kpgui.model.param import Declared, Value, shown
from kpgui.words.kernel_tree import Path, children, join_of, terms, wrap_of
from kpgui.words.verdict import Tone, Verdict

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")

MOST_NAMED = 5
"""Most terms in the formula of a chain."""


class KernelLine(NamedTuple):
    """A node of the tree as a line of the form. sign: the operator before it, "" for none."""

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
        """The title of the leaf or operation."""
        if isinstance(self.kernel, Leaf):
            return self.kernel.title
        wrap = wrap_of(self.kernel)
        if wrap is not None:
            return wrap.title
        joins = {join for join, __ in terms(self.kernel) if join is not None}
        return joins.pop().title if len(joins) == 1 else joins.pop().chain

    @property
    def formula(self) -> str:
        """The formula of the leaf or operation; that of a chain names its first terms K₁, K₂, …."""
        if isinstance(self.kernel, Leaf):
            return self.kernel.formula
        wrap = wrap_of(self.kernel)
        return _chain_formula(self.kernel) if wrap is None else wrap.formula

    @property
    def content(self) -> object:
        """What this line itself shows, without its children, for comparison."""
        if isinstance(self.kernel, Leaf):
            return self.kernel
        wrap = wrap_of(self.kernel)
        return (self.title, self.formula) if wrap is None else (wrap.key, self.value)

    @property
    def doubt(self) -> str:
        """Why this node need not be positive semidefinite; "" if it is not itself the reason."""
        indefinite_reason = self.kernel.indefinite_reason
        if indefinite_reason is None or any(
            child.indefinite_reason == indefinite_reason for child in children(self.kernel)
        ):
            return ""
        return self.kernel.validity.why

    @property
    def sort(self) -> str:
        """The sort of the line; lines of one sort are shown by the same fields."""
        wrap = wrap_of(self.kernel)
        return wrap.key if wrap is not None else "leaf" if isinstance(self.kernel, Leaf) else "chain"

    @property
    def value(self) -> Value | None:
        """The numeric parameter of an operation, such as a weight; None if it has none."""
        wrap = wrap_of(self.kernel)
        return None if wrap is None or wrap.param is None else getattr(self.kernel, wrap.param.name)


def _chain_formula(kernel: Kernel) -> str:
    links = terms(kernel)
    parts = ["K₁"]
    for number, (join, __) in enumerate(links[1:MOST_NAMED], start=2):
        assert join is not None
        parts.append(f"{join.sign.replace('×', '·')} K{str(number).translate(SUBSCRIPTS)}")
    return " ".join(parts) + (" …" if len(links) > MOST_NAMED else "")


def lines_of(kernel: Kernel) -> tuple[KernelLine, ...]:
    """The nodes of a kernel in depth-first order.

    The first leaf's fields are named like those of a single kernel, `param.kernel.<name>`.
    """
    found = tuple(_walk(kernel, (), ""))
    first = next(line for line in found if isinstance(line.kernel, Leaf))
    return tuple(line._replace(group="kernel") if line is first else line for line in found)


def _walk(kernel: Kernel, path: Path, sign: str) -> Iterator[KernelLine]:
    line = KernelLine(path, sign, kernel, "")
    yield line._replace(group=line.name)
    links = terms(kernel) if join_of(kernel) is not None else ((None, child) for child in children(kernel))
    for number, (join, child) in enumerate(links, start=1):
        yield from _walk(child, (*path, number), "" if join is None else join.sign)


def continued(before: tuple[KernelLine, ...], after: tuple[KernelLine, ...]) -> tuple[int | None, ...]:
    """For each line after a change the index of the old line whose fields it can reuse, in ascending order, or None.

    Lines of equal content are matched first, from both ends and then between them, next such with the same kernel or
    operation, then of the same sort.
    """
    old, new = [_comparison_keys(line) for line in before], [_comparison_keys(line) for line in after]
    shortest = min(len(old), len(new))
    head = next((k for k in range(shortest) if old[k] != new[k]), shortest)
    tail = next((k for k in range(shortest - head) if old[-1 - k] != new[-1 - k]), shortest - head)
    middle = _aligned(old[head : len(old) - tail], new[head : len(new) - tail])
    inner = (None if index is None else head + index for index in middle)
    return (*range(head), *inner, *range(len(old) - tail, len(old)))


def _aligned(old: list[tuple[object, ...]], new: list[tuple[object, ...]], keys: int = 3) -> list[int | None]:
    """For each new line its old line, by so many of their keys."""
    found: list[int | None] = [None] * len(new)
    if not keys or not old or not new:
        return found
    from difflib import SequenceMatcher  # the window opens sooner without it

    matcher = SequenceMatcher(None, [line[:keys] for line in old], [line[:keys] for line in new], autojunk=False)
    i = j = 0
    for first, other, length in matcher.get_matching_blocks():
        between = _aligned(old[i:first], new[j:other], keys - 1)
        found[j:other] = [None if at is None else i + at for at in between]
        i, j = first + length, other + length
        found[other:j] = range(first, i)
    return found


def _comparison_keys(line: KernelLine) -> tuple[object, ...]:
    """Keys by which lines are compared, from coarse to fine: equality of one implies that of those before it."""
    return line.sort, line.title, line.content


LONGEST_QUOTE = 28
"""Most characters quoted of a part that is not guaranteed."""


def closure(given: Kernel) -> Verdict:
    """Why the kernel is positive semidefinite, or as a warning why it need not be; for a good leaf just two words.

    >>> from kpgui.kernels import kernel
    >>> closure(kernel("rbf")).text
    'Positive semidefinite'
    >>> closure(kernel("rbf + linear")).text
    'Positive semidefinite: a sum of such kernels is one (Aronszajn 1950).'
    >>> closure(kernel("rbf - linear")).tone
    <Tone.WARNING: 'warning'>
    """
    validity = given.validity
    if not validity.guaranteed:
        doubtful = str(origin(given))
        short = doubtful if len(doubtful) <= LONGEST_QUOTE else f"{doubtful[: LONGEST_QUOTE - 1]}…"
        return Verdict(validity.why.replace(doubtful, short), Tone.WARNING)
    return Verdict(_("Positive semidefinite") if isinstance(given, Leaf) else validity.why)


def kernel_note(given: Kernel, learner: Learner) -> Verdict:
    """The note on the kernel: that the learner does not use it, or what `closure` says."""
    if learner.feature_map is not None:
        return Verdict(_("Not used: the learner has a map φ of its own, among its settings."), Tone.WARNING)
    return closure(given)


def origin(kernel: Kernel) -> Kernel:
    """The innermost part because of which a kernel is not guaranteed to be positive semidefinite."""
    inside = next((part for part in kernel.parts if part.indefinite_reason == kernel.indefinite_reason), None)
    return kernel if inside is None else origin(inside)


LONGEST_LINE = 30
"""Longest statement that is kept on one line of a panel, in characters."""


def unbroken(formula: str) -> str:
    """A formula whose statements, two or more blanks apart, are kept whole when lines wrap, unless they are long.

    >>> unbroken("if y·f(x) < ρ:   f += η·y·K(x, ·)").replace("\N{NO-BREAK SPACE}", "_")
    'if_y·f(x)_<_ρ:   f_+=_η·y·K(x,_·)'
    """
    parts = re.split("( {2,})", formula)
    whole = [len(part) <= LONGEST_LINE and not part.isspace() and len(parts) > 1 for part in parts]
    return "".join(
        part.replace(" ", "\N{NO-BREAK SPACE}") if keep else part for part, keep in zip(parts, whole, strict=True)
    )


def derived_text(declared: Declared) -> str:
    """Equivalent forms of the parameters; "" if there are none.

    >>> derived_text(RBF(sigma=0.5))
    'γ = 2'
    """
    if isinstance(declared, RBF):
        return f"γ = {shown(declared.gamma)}"
    return ""
