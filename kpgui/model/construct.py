"""Construction of kernels, learners and generators from a parsed call, `name(param=value)`."""

from typing import TypeVar

from kpgui.language import _
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
    if call.inner:
        raise ExpressionError(
            text,
            call.inner[0].at,
            _("{name} takes parameters by name, as in {example}").format(name=call.name, example=declared()),
        )
    return declared(**call.named)


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
