"""`kpgui list`: lists kernels, learners, generators or formats with their parameters."""

import argparse
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kpgui.cli.arguments import Command, one_of

if TYPE_CHECKING:
    from kpgui.model.param import Declared

SORTS = ("kernels", "learners", "generators", "formats", "figure", "presets")

ALGEBRA = "Kernels are made of kernels, as in rbf(sigma=0.5) + 0.3*linear()**2:"


class List(Command):
    name = "list"
    synopsis = "|".join(SORTS)
    meaning = "show what there is, with parameters, their defaults and what is allowed"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("sort", type=one_of(SORTS), metavar="|".join(SORTS), help="what to show")

    def run(self, arguments: argparse.Namespace) -> str:
        return "\n".join(_lines(arguments.sort)).rstrip()


def _lines(sort: str) -> Iterator[str]:
    from kpgui.formats import FORMATS
    from kpgui.generators import GENERATORS
    from kpgui.kernels import KERNELS, OPERATORS
    from kpgui.learners import LEARNERS

    if sort == "kernels":
        yield from _declared(KERNELS)
        yield ALGEBRA
        for syntax, meaning in OPERATORS:
            yield f"    {syntax:<13}  {meaning}"
    elif sort == "learners":
        yield from _declared(LEARNERS)
    elif sort == "generators":
        yield from _declared(GENERATORS)
    elif sort == "figure":
        from kpgui.figure.style import Style

        yield from _rows(Style)
    elif sort == "presets":
        from kpgui.figure.style import PRESETS

        for preset in PRESETS:
            yield f"{preset.key}: {preset.title}"
            yield f"    {preset.meaning}"
    else:
        for each in FORMATS:
            can = " and ".join(["read"] * each.can_read + ["written"] * each.can_write)
            yield f"{each.key}: {each.title} ({', '.join(each.suffixes)}), {can}"
            yield f"    {each.meaning}"


def _declared(things: "Iterable[type[Declared]]") -> Iterator[str]:
    """A paragraph for each: its key, title and formula, then a line for each parameter."""
    for each in things:
        yield f"{each.key}: {each.title}"
        yield f"    {each.formula}"
        yield from (f"    {line}" for line in _rows(each))
        yield ""


def _rows(declared: "type[Declared]") -> Iterator[str]:
    """A line for each parameter."""
    from kpgui.model.param import text_of

    rows = [(f"{param.name}={text_of(param.default)}", param.allowed, param.meaning) for param in declared.params()]
    widths = [max((len(row[k]) for row in rows), default=0) for k in (0, 1)]
    for name, allowed, meaning in rows:
        yield f"{name:<{widths[0]}}  {allowed:<{widths[1]}}  {meaning}"
