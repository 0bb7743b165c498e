"""Registries of kernels, learners, generators and formats: looked up by key, and members made from parsed calls."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Generic, TypeVar

from kpgui.language import _
from kpgui.model.errors import KpguiError, short
from kpgui.model.expression import Call, ExpressionError, Number, parse
from kpgui.model.param import Declared, Value

T = TypeVar("T")
D = TypeVar("D", bound=Declared)

LISTED = 180
"""Most characters of a list of known names in a message."""


class Registry(Generic[T]):
    """An ordered, fixed collection of members that have a `key`.

    A package lists its members in one tuple; everything that offers a choice reads it from here.
    """

    def __init__(self, noun: str, members: tuple[T, ...]) -> None:
        self.noun = noun
        self.members = members
        self._by_key = {member.key: member for member in members}  # type: ignore[attr-defined]  # see above

    def __iter__(self) -> Iterator[T]:
        return iter(self.members)

    def __contains__(self, key: str) -> bool:
        return key in self._by_key

    def keys(self) -> tuple[str, ...]:
        return tuple(self._by_key)

    def find(self, key: str) -> T:
        """The member with this key. Raises KpguiError, suggesting the nearest known name."""
        if key not in self._by_key:
            raise KpguiError(
                _("There is no {noun} named {key!r}; {advice}.").format(
                    noun=_(self.noun), key=short(key), advice=nearest(key, self.keys())
                )
            )
        return self._by_key[key]


def nearest(word: str, known: tuple[str, ...]) -> str:
    """Advice for an unknown word: the nearest known one, or a list of all of them."""
    import difflib  # only a mistake needs it

    close = difflib.get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    return (
        _("the nearest name is {name!r}").format(name=close[0])
        if close
        else _("known are {names}").format(names=short(", ".join(known), LISTED))
    )


def build(text: str, call: Call, registry: Registry[type[D]], also: tuple[str, ...] = ()) -> D:
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


def construct(text: str, registry: Registry[type[D]]) -> D:
    """An instance of the registered class that the whole expression `name(param=value, …)` names."""
    tree = parse(text)
    if not isinstance(tree, Call):
        raise ExpressionError(
            text,
            tree.at,
            _("expected one {noun}, as in {example}").format(noun=_(registry.noun), example=registry.members[0]()),
        )
    return build(text, tree, registry)
