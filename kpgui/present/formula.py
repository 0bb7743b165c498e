"""A formula on the screen, and what follows from a kernel's numbers: other ways to say the same."""

import re

from kpgui.kernels.rbf import RBF
from kpgui.model.number import shown
from kpgui.model.param import Declared

LONGEST = 30
"""Characters of a statement that is kept on one line of a panel."""


def unbroken(formula: str) -> str:
    """A formula of several statements, two or three blanks apart, whose lines break only there or in a long one.

    >>> unbroken("if y·f(x) < ρ:   f += η·y·K(x, ·)").replace("\N{NO-BREAK SPACE}", "_")
    'if_y·f(x)_<_ρ:   f_+=_η·y·K(x,_·)'
    """
    parts = re.split("( {2,})", formula)
    whole = [len(part) <= LONGEST and not part.isspace() and len(parts) > 1 for part in parts]
    return "".join(
        part.replace(" ", "\N{NO-BREAK SPACE}") if kept else part for part, kept in zip(parts, whole, strict=True)
    )


def derived_text(declared: Declared) -> str:
    """What else the parameters amount to, "" for nothing.

    >>> derived_text(RBF(sigma=0.5))
    'γ = 2'
    """
    if isinstance(declared, RBF):
        return f"γ = {shown(declared.gamma)}"
    return ""
