"""A Gram matrix in words: whether it is positive semidefinite."""

from typing import TYPE_CHECKING

from kpgui.kernels import Kernel
from kpgui.language import _
from kpgui.model.param import grouped
from kpgui.words.counters import plural

if TYPE_CHECKING:
    from kpgui.analysis.gram import Spectrum


def gram_text(spectrum: "Spectrum", kernel: Kernel) -> str:
    """Whether the Gram matrix of these points is positive semidefinite."""
    among = _(" on {sample} of {points}, drawn at random").format(
        sample=grouped(len(spectrum.points)), points=plural(spectrum.of, "{n} point", "{n} points")
    )
    where = among if spectrum.sampled else _(" on these points")
    if not spectrum.symmetric:
        return _("not symmetric{where}: not a valid kernel").format(where=where)
    if not spectrum.valid:
        count = plural(len(spectrum.negative), "{n} negative eigenvalue", "{n} negative eigenvalues")
        return _("symmetric, with {count}{where}: not a valid kernel").format(count=count, where=where)
    if not (spectrum.certain or kernel.validity.guaranteed):
        return _(
            "symmetric, with no eigenvalue that is negative beyond rounding{where}: not certain to be a valid kernel"
        ).format(where=where)
    return _("symmetric and positive semidefinite{where}: a valid kernel there").format(where=where)
