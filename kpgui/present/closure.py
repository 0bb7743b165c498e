"""What the closure rules say of a kernel, as a line of the form."""

from kpgui.kernels import Kernel, Leaf
from kpgui.learners import Learner
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


def kernel_note(given: Kernel, learner: Learner) -> Verdict:
    """What is to be said of the kernel: that the learner does not look at it, or what is guaranteed of it."""
    if learner.feature_map is not None:
        return Verdict("Not looked at: the learner has a map φ of its own, in its panel.", Tone.WARNING)
    return closure(given)


def origin(kernel: Kernel) -> Kernel:
    """The part of a doubtful kernel that makes it so."""
    inside = next((part for part in kernel.parts if part.indefinite_reason == kernel.indefinite_reason), None)
    return kernel if inside is None else origin(inside)
