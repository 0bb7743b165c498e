"""The texts of a picture: its title, its caption and the formula of its kernel."""

import re
from collections.abc import Callable
from functools import partial

from kpgui.kernels import Kernel, Leaf
from kpgui.kernels.algebra.normalized import Normalized
from kpgui.kernels.algebra.powers import Exp, Power
from kpgui.kernels.algebra.sums_and_products import SUMS, Difference, Product, Scaled, Sum
from kpgui.language import _
from kpgui.learners import Learner
from kpgui.model.frame import Counters, Status
from kpgui.model.param import MINUS, Declared, Param, Value, grouped, shown
from kpgui.model.session import Session
from kpgui.words.counters import plural


def title(learner: Learner, kernel: Kernel) -> str:
    """Learner, kernel and the settings that differ from the defaults: "Kernel perceptron · RBF σ = 0.5"."""
    words = [] if learner.feature_map else [kernel_words(kernel)]
    return " · ".join([_(learner.title), *words, *_settings_of(learner)])


def learner_words(learner: Learner) -> str:
    """A learner in words, with the settings that differ from the defaults: "SVM · C = 10"."""
    return " · ".join([_(learner.title), *_settings_of(learner)])


def _settings_of(learner: Learner) -> list[str]:
    return [
        setting_words(each, learner.settings()[each.name])
        for each in type(learner).params()
        if learner.settings()[each.name] != each.default and each.name != "epochs"
    ]


def kernel_words(kernel: Kernel) -> str:
    """A kernel in words: "RBF σ = 0.5", or for a composite "RBF (σ = 0.5) + 0.3 · Linear"."""
    if isinstance(kernel, Leaf):
        return " ".join(filter(None, (_name(kernel), _settings(kernel))))
    return _expression(kernel, _described, "[]")


def _described(leaf: Leaf) -> str:
    settings = _settings(leaf)
    return f"{_name(leaf)} ({settings})" if settings else _name(leaf)


def _expression(kernel: Kernel, leaf: Callable[[Leaf], str], brackets: str) -> str:
    """A kernel in the notation of formulas, each leaf as `leaf` writes it, sums and arguments in these brackets."""

    def term(part: Kernel) -> str:
        match part:
            case Sum():
                return f"{term(part.left)} + {term(part.right)}"
            case Difference():
                return f"{term(part.left)} {MINUS} {factor(part.right)}"
            case Product():
                return f"{factor(part.left)} · {factor(part.right)}"
            case Scaled():
                return f"{shown(part.weight)} · {factor(part.kernel)}"
            case Power():
                return f"{inside(part.kernel)}^{part.exponent}"
            case Exp() | Normalized():
                return part.key + inside(part.kernel)
        assert isinstance(part, Leaf)
        return leaf(part)

    def inside(part: Kernel) -> str:
        return brackets[0] + term(part) + brackets[1]

    def factor(part: Kernel) -> str:
        return inside(part) if isinstance(part, SUMS) else term(part)

    return term(kernel)


def _name(kernel: Leaf) -> str:
    """The title without its part in brackets: "RBF" for "RBF (Gaussian)"."""
    return _(kernel.title).partition(" (")[0]


def _settings(declared: Declared) -> str:
    values = declared.settings()
    return ", ".join(setting_words(each, values[each.name]) for each in type(declared).params())


def setting_words(param: Param, value: Value) -> str:
    """One setting in words: "σ = 0.5", "no bias", "map = squares"."""
    if isinstance(value, bool):
        return param.name if value else _("no {name}").format(name=param.name)
    name = param.symbol or param.name.replace("_", " ")
    return f"{name} = {shown(value)}" if isinstance(value, int | float) else f"{name} = {value}"


def caption(
    session: Session, learner: Learner, counters: Counters, status: Status | None, *, errors: bool = False
) -> str:
    """The run in a line: points, epochs, mistakes, and whether it converged, or why not.

    errors: whether a training error of 0 is said as well, as it is beside others that are not.
    """
    n, held_out = len(session.dataset), int(session.dataset.held_out.sum())
    parts = [f"n = {grouped(n)}" + (_(" ({n} held out)").format(n=grouped(held_out)) if held_out else "")]
    if counters.step and learner.by_epochs:
        if status is not Status.LIMIT:
            parts.append(plural(counters.epoch, "{n} epoch", "{n} epochs"))
        parts.append(plural(counters.mistakes, "{n} mistake", "{n} mistakes"))
    elif counters.step and status is not Status.LIMIT:
        parts.append(plural(counters.updates, "{n} update", "{n} updates"))
    parts.append(_end(learner, counters, status))
    if counters.step and (errors or counters.errors):
        parts.append(_("training error {share}").format(share=_percent(counters.errors, n - held_out)))
    if counters.step and held_out:
        parts.append(_("held-out error {share}").format(share=_percent(counters.held_out_errors, held_out)))
    return " · ".join(parts)


def _end(learner: Learner, counters: Counters, status: Status | None) -> str:
    if status is Status.CONVERGED:
        return _("converged")
    if status is Status.EMPTY:
        return _("no points to learn from")
    if status is Status.LIMIT:
        if counters.updates == learner.settings().get("max_updates"):
            return _("stopped after {updates}").format(updates=plural(counters.updates, "{n} update", "{n} updates"))
        return _("not converged after {epochs}").format(epochs=plural(counters.epoch, "{n} epoch", "{n} epochs"))
    if status is Status.STANDSTILL:
        return _("not converged: every mistake is at the cap of α")
    return _("after step {step}").format(step=grouped(counters.step)) if counters.step else _("not trained yet")


def _percent(count: int, of: int) -> str:
    return f"{shown(100 * count / of, 3)} %"


APART = ",  "
"""Between statements, as `kpgui.words.typesetting` reads them."""

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def formula_of(kernel: Kernel, *, letters: bool = True) -> str:
    """The kernel as a formula for `kpgui.words.typesetting`.

    A leaf has letters, and the values of its parameters after it; in a composite, where a letter can have two values,
    or without letters, the values stand in the formula.

    >>> from kpgui.kernels import kernel
    >>> formula_of(kernel("rbf(sigma=0.5)"))
    'K(x, z) = exp(−‖x − z‖² / (2σ²)),  σ = 0.5'
    >>> formula_of(kernel("rbf(sigma=0.5) + 0.3*poly(degree=2)"))
    'K(x, z) = exp(−‖x − z‖² / (2·0.5²)) + 0.3 · (x·z + 1)^2'
    >>> formula_of(kernel("poly(degree=2, c=3)"), letters=False)
    'K(x, z) = (x·z + 3)^2'
    """
    if isinstance(kernel, Leaf) and letters:
        values = [f"{letter} = {value}" for letter, value in _values(kernel).items()]
        return APART.join([f"K(x, z) = {kernel.formula}", *values])
    where: list[str] = []
    return APART.join([f"K(x, z) = {_expression(kernel, partial(_with_values, where), '()')}", *where])


def _values(leaf: Leaf) -> dict[str, str]:
    settings = leaf.settings()
    return {each.symbol or each.name: shown(float(settings[each.name])) for each in leaf.params()}


def _with_values(where: list[str], leaf: Leaf) -> str:
    """The formula with numbers for letters.

    "s = …", which the next leaf can have as well, gets a number and is appended to `where`.
    """
    formula = leaf.formula
    for letter, value in _values(leaf).items():
        number = f"({value})" if value.startswith(MINUS) else value
        formula = re.sub(rf"(?<=[\dα-ωℓ]){letter}(?![A-Za-z])", f"·{number}", formula)
        formula = re.sub(rf"(?<![A-Za-z]){letter}(?![A-Za-z])", number, formula)
    formula = formula.replace("(1 x·z", "(x·z")
    head, *rest = re.split(r",\s{2,}", formula)
    if not rest:
        return head
    number = str(len(where) + 1).translate(SUBSCRIPTS)
    where.append(re.sub(r"^s\b", f"s{number}", rest[0]))
    return re.sub(r"(?<![A-Za-z])s(?![A-Za-z])", f"s{number}", head)
