"""Animations by `kpgui render`: its options for them, and the writing of one."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kpgui.cli.arguments import Misuse, trained
from kpgui.cli.language import in_language
from kpgui.figure.animation.settings import Animation
from kpgui.model.errors import KpguiError, printable
from kpgui.model.param import Param, Value, text_of
from kpgui.model.stopping import END, StoppingPoint

if TYPE_CHECKING:
    from kpgui.figure.style import Style
    from kpgui.model.session import Session

SUFFIXES = (".gif", ".webp", ".mp4", ".html")
"""The same as in `kpgui.figure.animation.registry`, whose import would load Qt."""

METAVARS = {"by": "steps|mistakes|epochs", "every": "K", "frames": "N", "fps": "F", "hold": "S"}


def is_animation(path: str) -> bool:
    """Whether a file of this name is an animation."""
    return Path(path).suffix.lower() in SUFFIXES


def add_animation_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds an option for each setting of an animation."""
    group = parser.add_argument_group(f"animations ({' '.join(SUFFIXES)})")
    for param in Animation.params():
        meaning = param.meaning[0].lower() + param.meaning[1:].removesuffix(".")
        unit = f", in {param.unit}" if param.unit == "s" else ""
        group.add_argument(
            f"--{param.name}",
            type=_valid(param),
            metavar=METAVARS[param.name],
            help=f"{meaning}{unit}; {text_of(param.default).strip(chr(34))} if not given",
        )


def _valid(param: Param) -> Callable[[str], Value]:
    def valid(text: str) -> Value:
        try:
            return param.validate(text if param.scale == "choice" else float(text))
        except (KpguiError, ValueError):
            raise argparse.ArgumentTypeError(f"{text!r} is not {param.allowed}") from None

    return valid


def refuse_settings(arguments: argparse.Namespace) -> None:
    """Raises Misuse when a setting of animations is given for a picture that stands still."""
    for name in _given(arguments):
        raise Misuse(f"--{name} is for animations ({' '.join(SUFFIXES)}); see `kpgui render --help`.")


def write_animation(arguments: argparse.Namespace, session: "Session", style: "Style", source: str, path: str) -> str:
    """Writes the animation of the run of a session, of the file `source`. Returns the sentence about it.

    Raises KpguiError.
    """
    from kpgui.figure.animation.film import Film
    from kpgui.figure.animation.recording import Recording
    from kpgui.figure.animation.registry import check_target, encoder_for
    from kpgui.process import unwinding

    target = Path(path)
    encoder = encoder_for(target)
    check_target(target)
    if encoder.problem():
        raise KpguiError(encoder.problem())
    if not encoder.drawn and style != type(style)():
        arguments.console.remark("a page has its own size and colours; those that were asked for are not used.")
    settings = Animation(**_given(arguments))
    last = _last_step(arguments, session, source)
    with arguments.console.working(f"training {source}") as token:
        recording = Recording(session, last, token)
    with arguments.console.working(f"drawing {path}") as token, unwinding(), in_language(arguments):
        film = Film(recording, settings, encoder.fitted(style, session.view))
        encoder.write(film, target, token)
    if last is not None and recording.last < last:
        arguments.console.remark(f"the run ends with step {recording.last}, and so does the animation.")
    if remark := encoder.remark(target):
        arguments.console.remark(remark)
    return f"Drew {printable(path)}: {film.summary}."


def _last_step(arguments: argparse.Namespace, session: "Session", source: str) -> int | None:
    """The last step that the animation shows, None for that of the run."""
    stop: StoppingPoint = arguments.at or END
    if stop == END:
        return None
    return stop.at if stop.unit == "step" else trained(arguments, session, stop, source).steps


def _given(arguments: argparse.Namespace) -> dict[str, Any]:
    values = {param.name: getattr(arguments, param.name) for param in Animation.params()}
    return {name: value for name, value in values.items() if value is not None}
