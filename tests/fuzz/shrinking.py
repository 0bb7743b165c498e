"""A smaller input that breaks the same rule in the same place."""

import contextlib
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from tests.fuzz.case import Case

EXPRESSIONS = ("kernel", "learner", "formula")


def shrunk(case: Case, still_fails: Callable[[Case], bool], seconds: float) -> Case:
    """The smallest case found in so many seconds: brackets opened, ever smaller pieces cut out, options left out."""
    found = _Shrinking(case, still_fails, time.monotonic() + seconds)
    with contextlib.suppress(TimeoutError):
        if case.target in EXPRESSIONS:
            found.open()
        found.cut()
        if case.target != "saving":
            found.leave_options_out()
    return found.case


class _Shrinking:
    """The smallest case so far. Its methods raise TimeoutError when the time is up."""

    def __init__(self, case: Case, still_fails: Callable[[Case], bool], end: float) -> None:
        self.case = case
        self._still_fails, self._end = still_fails, end

    def _kept(self, smaller: Case) -> bool:
        if time.monotonic() > self._end:
            raise TimeoutError
        if self._still_fails(smaller):
            self.case = smaller
            return True
        return False

    def open(self) -> None:
        """Calls and brackets are replaced by what is in them, the outermost first, as long as that does."""
        while any(self._kept(self.case.with_content(inside)) for inside in _insides(self.case.content)):
            pass

    def cut(self) -> None:
        """Pieces of half the content are left out, then of a quarter, and so on."""
        size = len(self.case.content) // 2
        while size:
            start = 0
            while start < len(self.case.content):
                content = self.case.content
                if not self._kept(self.case.with_content(content[:start] + content[start + size :])):
                    start += size
            size //= 2

    def leave_options_out(self) -> None:
        """Options, and those among the choices of an import, are left out where they do not matter."""
        for name in self.case.options:
            self._kept(replace(self.case, options=_without(self.case.options, name)))
        for name in self.case.options.get("choices", ()):
            fewer = {"choices": _without(self.case.options["choices"], name)}
            self._kept(replace(self.case, options=self.case.options | fewer))


def _insides(content: bytes) -> Iterator[bytes]:
    opening: list[int] = []
    found = []
    for match in re.finditer(rb"(\w*)\(|\)(\s*\*\*\s*\d+)?", content):
        if not match[0].startswith(b")"):
            opening.append(match.start())
        elif opening:
            start = opening.pop()
            inside = content[start : match.start()].partition(b"(")[2]
            if inside.strip():
                found.append((start, content[:start] + inside + content[match.end() :]))
    return (shorter for _, shorter in sorted(found))


def _without(options: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in options.items() if key != name}
