"""`kpgui render`: trains on a file and draws the picture."""

import argparse

from kpgui.cli.animation import add_animation_arguments, is_animation, refuse_settings, settings_of, write_animation
from kpgui.cli.arguments import EPILOG, add_session_arguments, chosen_session, file_name, one_of, say, whole_number
from kpgui.cli.command import Command
from kpgui.model.quoting import short

THEMES = ("light", "dark", "contrast", "print")
"""The same as in `kpgui.present.palette`, whose import would load NumPy."""

SUFFIXES = (".png", ".svg", ".pdf", ".py", ".json", ".csv", ".tex")
"""The same as in `kpgui.figure.outputs`, whose import would load NumPy."""


class Render(Command):
    name = "render"
    synopsis = "FILE -o OUT [--size WxH] [--dpi N] [--theme T] [--at STEP]"
    meaning = "train on a file and draw the points, the field and the boundary as a picture"
    epilog = EPILOG

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        add_session_arguments(parser)
        parser.add_argument(
            "-o",
            "--output",
            metavar="OUT",
            type=file_name,
            required=True,
            help=f"the picture, a file that ends in {' or '.join(SUFFIXES)}; or an animation, see below",
        )
        parser.add_argument(
            "--size",
            type=_size,
            metavar="WxH",
            help="width and height in pixels; unasked, 840 wide and as high as the view is",
        )
        parser.add_argument(
            "--dpi",
            type=_dots,
            metavar="N",
            default=120,
            help="dots an inch: how large type and lines are, 120 if not given",
        )
        parser.add_argument(
            "--theme", type=one_of(THEMES), metavar="T", default="light", help=f"colours: {', '.join(THEMES)}"
        )
        parser.add_argument("--at", type=_step, metavar="STEP", help="the picture after this many steps, not after all")
        add_animation_arguments(parser)

    def run(self, arguments: argparse.Namespace) -> str:
        from kpgui import api
        from kpgui.figure.outputs import Picture, check_path, save
        from kpgui.figure.style import Style
        from kpgui.process import unwinding

        size = {} if arguments.size is None else dict(zip(("width", "height"), arguments.size, strict=True))
        style = Style(theme=arguments.theme, dpi=arguments.dpi, **size)
        if is_animation(arguments.output):
            settings = settings_of(arguments)
            return write_animation(chosen_session(arguments), arguments.at, settings, style, arguments.output)
        refuse_settings(arguments)
        check_path(arguments.output)
        session = chosen_session(arguments)
        model = api.train(session, arguments.at)
        with unwinding():
            save(Picture(model.session, model, style), arguments.output)
        steps = model.counters.step
        if arguments.at is not None and steps < arguments.at:
            say(f"the run ends with step {steps}, and that is what the picture shows.")
        return f"Drew {arguments.output}."


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().replace("×", "x").partition("x")
    try:
        return whole_number(width), whole_number(height)
    except argparse.ArgumentTypeError:
        problem = f"{short(text)!r} is not a size; write width x height in pixels, as in 840x600"
        raise argparse.ArgumentTypeError(problem) from None


def _dots(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{short(text)!r} is not a number of dots an inch, such as 300") from None


def _step(text: str) -> int:
    steps = whole_number(text)
    if steps < 0:
        raise argparse.ArgumentTypeError(f"{steps} is not a number of steps, such as 0 or 250")
    return steps
