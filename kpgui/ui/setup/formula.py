"""Formulas on the screen, and equivalent forms of a kernel's parameters."""

import re

from kpgui.kernels.rbf import RBF
from kpgui.model.number import shown
from kpgui.model.param import Declared

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
