"""What the closure rules say about a kernel, as a line of its form."""

from kpgui.kernels import Kernel, Leaf
from kpgui.language import _
from kpgui.learners import Learner
from kpgui.words.verdict import Tone, Verdict

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
