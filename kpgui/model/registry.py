"""Registries of kernels, learners, generators and formats: ordered, looked up by key."""

from collections.abc import Iterator
from typing import Generic, TypeVar

from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.model.quoting import short

T = TypeVar("T")

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
