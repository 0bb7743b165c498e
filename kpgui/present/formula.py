"""What follows from a kernel's numbers: other ways to say the same."""

from kpgui.kernels.rbf import RBF
from kpgui.model.number import shown
from kpgui.model.param import Declared


def derived_text(declared: Declared) -> str:
    """What else the parameters amount to, "" for nothing.

    >>> derived_text(RBF(sigma=0.5))
    'γ = 2'
    """
    if isinstance(declared, RBF):
        return f"γ = {shown(declared.gamma)}"
    return ""
