"""What the closure rules say of a kernel, as a line of the form."""

from kpgui.kernels import Kernel, Leaf
from kpgui.present.verdict import Tone, Verdict

LONGEST = 28
"""Characters of a doubtful part that are quoted."""


def closure(given: Kernel) -> Verdict:
    """What is guaranteed, calmly, or what is not, as a warning. A single kernel in order is said in two words.

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
        short = doubtful if len(doubtful) <= LONGEST else f"{doubtful[: LONGEST - 1]}…"
        return Verdict(validity.why.replace(doubtful, short), Tone.WARNING)
    return Verdict(validity.why.partition(":")[0] if isinstance(given, Leaf) else validity.why)


def origin(kernel: Kernel) -> Kernel:
    """The part of a doubtful kernel that makes it so."""
    inside = next((part for part in kernel.parts if part.spoiler == kernel.spoiler), None)
    return kernel if inside is None else origin(inside)
