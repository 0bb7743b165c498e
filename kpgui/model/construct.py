"""Construction of kernels, learners and generators from a parsed call, `name(param=value)`."""

from typing import TypeVar

from kpgui.model.expression import Call, ExpressionError, parse
from kpgui.model.param import Declared
from kpgui.model.quoting import short
from kpgui.model.registry import Registry, nearest

T = TypeVar("T", bound=Declared)


def build(text: str, call: Call, registry: Registry[type[T]], also: tuple[str, ...] = ()) -> T:
    """An instance of the registered class that `call` names. `also`: further names to suggest for a misspelt one.

    Raises ExpressionError for an unknown name or parameter (suggesting the nearest) and KpguiError for a value that
    is not allowed.
    """
    if call.name not in registry:
        problem = (
            f"there is no {registry.noun} named {short(call.name)!r}; {nearest(call.name, (*registry.keys(), *also))}"
        )
        raise ExpressionError(text, call.at, problem)
    declared = registry.find(call.name)
    known = tuple(each.name for each in declared.params())
    for name in call.named:
        if name not in known:
            advice = nearest(name, known) if known else "it takes none"
            raise ExpressionError(text, call.named_at[name], f"{call.name} has no parameter {short(name)!r}; {advice}")
    if call.inner:
        raise ExpressionError(text, call.inner[0].at, f"{call.name} takes parameters by name, as in {declared()}")
    return declared(**call.named)


def construct(text: str, registry: Registry[type[T]]) -> T:
    """An instance of the registered class that the whole expression `name(param=value, …)` names."""
    tree = parse(text)
    if not isinstance(tree, Call):
        raise ExpressionError(text, tree.at, f"expected one {registry.noun}, as in {registry.members[0]()}")
    return build(text, tree, registry)
