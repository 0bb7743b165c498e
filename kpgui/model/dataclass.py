"""Dataclasses that are quick to define.

For each class the standard library writes up to six methods and compiles them, which takes half a millisecond. This
program has a hundred such classes, and its window would wait for them all. The methods are the same for every class but
for the names of its fields, so they are written here once.
"""

import dataclasses
import inspect
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, eq=True, kw_only=False):
        """As `dataclasses.dataclass`; of the options of a field only its default counts."""

        def made(cls: type) -> type:
            cls.__doc__ = cls.__doc__ or cls.__name__  # or a signature would be composed for it, in milliseconds
            dataclasses.dataclass(cls, init=False, repr=False, eq=False, kw_only=kw_only)
            own = vars(cls).keys()
            for method in (__init__, __repr__, *(COMPARING if eq else ()), *(FREEZING if frozen else ())):
                if method.__name__ not in own:
                    setattr(cls, method.__name__, method)
            cls.__signature__ = SIGNATURE
            if eq and not frozen:
                cls.__hash__ = None
            return cls

        return made if cls is None else made(cls)


def __init__(self: Any, *values: object, **named: object) -> None:
    given = dict(zip(self.__match_args__, values, strict=False)) | named
    fields = dataclasses.fields(self)
    if len(given) < len(values) + len(named) or not given.keys() <= {field.name for field in fields}:
        known = ", ".join(field.name for field in fields)
        got = ", ".join((*map(repr, values), *(f"{name}={value!r}" for name, value in named.items())))
        raise TypeError(f"{type(self).__name__} takes {known or 'nothing'}, each once; it got {got}")
    for field in fields:
        vars(self)[field.name] = given[field.name] if field.name in given else _default(self, field)
    if hasattr(self, "__post_init__"):
        self.__post_init__()


def _default(owner: object, field: "dataclasses.Field[Any]") -> object:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    if field.default is dataclasses.MISSING:
        raise TypeError(f"{type(owner).__name__} needs {field.name}")
    return field.default


def __repr__(self: Any) -> str:
    shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self))
    return f"{type(self).__qualname__}({shown})"


def __eq__(self: Any, other: Any) -> bool:
    return _values(self) == _values(other) if type(other) is type(self) else NotImplemented


def __hash__(self: Any) -> int:
    return hash(_values(self))


def _values(instance: Any) -> tuple[object, ...]:
    return tuple(getattr(instance, field.name) for field in dataclasses.fields(instance))


def __setattr__(self: Any, name: str, value: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def __delattr__(self: Any, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


class _Signature:
    """What `help` and editors show of the arguments, composed when they ask."""

    def __get__(self, instance: object, owner: Any) -> inspect.Signature:
        parameters = [_parameter(field) for field in dataclasses.fields(owner)]
        return inspect.Signature(sorted(parameters, key=lambda each: each.kind))


def _parameter(field: "dataclasses.Field[Any]") -> inspect.Parameter:
    default = field.default if field.default_factory is dataclasses.MISSING else field.default_factory()
    return inspect.Parameter(
        field.name,
        inspect.Parameter.KEYWORD_ONLY if field.kw_only else inspect.Parameter.POSITIONAL_OR_KEYWORD,
        default=inspect.Parameter.empty if default is dataclasses.MISSING else default,
        annotation=field.type,
    )


SIGNATURE = _Signature()
COMPARING = __eq__, __hash__
FREEZING = __setattr__, __delattr__
