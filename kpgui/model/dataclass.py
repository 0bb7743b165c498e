"""Dataclasses that are quick to define.

For each frozen class the standard library writes six methods and compiles them, which takes half a millisecond. This
program has a hundred such classes, and its window would wait for them all. The methods are the same for every class but
for the names of its fields, so they are written here once.
"""

import dataclasses
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, eq=True, **options):
        """As `dataclasses.dataclass`, but a field of a frozen class has no options beside its default."""
        if not frozen:
            return dataclasses.dataclass(cls, eq=eq, **options)

        def made(cls: type) -> type:
            dataclasses.dataclass(cls, init=False, repr=False, eq=False, **options)
            for method in METHODS if eq else METHODS[:-2]:
                if method.__name__ not in vars(cls):
                    setattr(cls, method.__name__, method)
            return cls

        return made if cls is None else made(cls)


def __init__(self: Any, *values: object, **named: object) -> None:
    names = self.__match_args__
    given = dict(zip(names, values, strict=False)) | named
    if len(given) < len(values) + len(named) or not given.keys() <= set(names):
        got = ", ".join((*map(repr, values), *(f"{name}={value!r}" for name, value in named.items())))
        raise TypeError(f"{type(self).__name__} takes {', '.join(names) or 'nothing'}, each once; it got {got}")
    for name in names:
        vars(self)[name] = given[name] if name in given else _default(self, name)
    if hasattr(self, "__post_init__"):
        self.__post_init__()


def _default(instance: Any, name: str) -> object:
    field = instance.__dataclass_fields__[name]
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    if field.default is dataclasses.MISSING:
        raise TypeError(f"{type(instance).__name__} needs {name}")
    return field.default


def __repr__(self: Any) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
    return f"{type(self).__qualname__}({shown})"


def __setattr__(self: Any, name: str, value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def __delattr__(self: Any, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def __eq__(self: Any, other: Any) -> bool:
    return _values(self) == _values(other) if type(other) is type(self) else NotImplemented


def __hash__(self: Any) -> int:
    return hash(_values(self))


def _values(instance: Any) -> tuple[object, ...]:
    return tuple(getattr(instance, name) for name in instance.__match_args__)


METHODS = __init__, __repr__, __setattr__, __delattr__, __eq__, __hash__
