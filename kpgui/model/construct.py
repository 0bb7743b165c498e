"""Construction of kernels, learners and generators from a parsed call, `name(param=value)` or `name(value)`."""

from itertools import zip_longest
from typing import TypeVar

from kpgui.language import _
from kpgui.model.expression import Call, ExpressionError, Number, parse
from kpgui.model.param import Declared, Value
from kpgui.model.quoting import short
from kpgui.model.registry import Registry, nearest

T = TypeVar("T", bound=Declared)


def build(text: str, call: Call, registry: Registry[type[T]], also: tuple[str, ...] = ()) -> T:
    """An instance of the registered class that `call` names. `also`: further names to suggest for a misspelt one.

    Raises ExpressionError for an unknown name or parameter (suggesting the nearest) and KpguiError for a value that
    is not allowed.
    """
    if call.name not in registry:
        problem = _("there is no {noun} named {key!r}; {advice}").format(
            noun=_(registry.noun), key=short(call.name), advice=nearest(call.name, (*registry.keys(), *also))
        )
        raise ExpressionError(text, call.at, problem)
    declared = registry.find(call.name)
    known = tuple(each.name for each in declared.params())
    for name in call.named:
        if name not in known:
            advice = nearest(name, known) if known else _("it takes none")
            raise ExpressionError(
                text,
                call.named_at[name],
                _("{name} has no parameter {parameter!r}; {advice}").format(
                    name=call.name, parameter=short(name), advice=advice
                ),
            )
    return declared(**_in_order(text, call, known, declared), **call.named)


def _in_order(text: str, call: Call, known: tuple[str, ...], declared: type[Declared]) -> dict[str, Value]:
    """The parameters that the call gives by their order, as in `poly(2)`, by name. Raises ExpressionError."""
    for tree, name in zip_longest(call.inner, known[: len(call.inner)]):
        if not isinstance(tree, Number) or name is None or any(at < tree.at for at in call.named_at.values()):
            raise ExpressionError(
                text,
                tree.at,
                _("{name} takes its parameters in order or by name, as in {example}").format(
                    name=call.name, example=declared()
                ),
            )
        if name in call.named:
            raise ExpressionError(text, call.named_at[name], _("{text} is given twice").format(text=name))
    return {name: tree.value for tree, name in zip(call.inner, known, strict=False) if isinstance(tree, Number)}


def construct(text: str, registry: Registry[type[T]]) -> T:
    """An instance of the registered class that the whole expression `name(param=value, …)` names."""
    tree = parse(text)
    if not isinstance(tree, Call):
        raise ExpressionError(
            text,
            tree.at,
            _("expected one {noun}, as in {example}").format(noun=_(registry.noun), example=registry.members[0]()),
        )
    return build(text, tree, registry)
