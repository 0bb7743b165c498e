"""The style of figures that a command line describes."""

import argparse
from typing import Any

from kpgui.cli.arguments import FIGURE
from kpgui.figure.style import PRESETS, Style
from kpgui.model.errors import KpguiError, short
from kpgui.model.registry import nearest
from kpgui.words.overrides import value_of


def chosen_style(arguments: argparse.Namespace) -> Style:
    """The style by `--preset`, then each `--set figure.…`, then the options of their own.

    Raises KpguiError for a name or a value that is not allowed.
    """
    choices: dict[str, Any] = {}
    if arguments.preset is not None:
        choices |= PRESETS.find(arguments.preset).choices
    choices |= dict(_choice(name, text) for name, text in arguments.set if name.startswith(FIGURE))
    if arguments.size is not None:
        choices |= dict(zip(("width", "height"), arguments.size, strict=True))
    given = {"theme": arguments.theme, "dpi": arguments.dpi}
    return Style(**choices | {name: value for name, value in given.items() if value is not None})


def _choice(name: str, text: str) -> tuple[str, Any]:
    """A choice of the style and its value, which is not checked here."""
    known = {f"{FIGURE}{each.name}": each for each in Style.params()}
    if name not in known:
        raise KpguiError(f"There is no choice {short(name)!r} of a figure; {nearest(name, tuple(known))}.")
    return known[name].name, value_of(known[name], text)
