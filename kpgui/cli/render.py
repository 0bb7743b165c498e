"""`kpgui render`: trains on files and draws a picture of each."""

import argparse
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kpgui.cli.animation import SUFFIXES as ANIMATED
from kpgui.cli.animation import add_animation_arguments, is_animation, refuse_settings, write_animation
from kpgui.cli.arguments import (
    EPILOG,
    FIGURE,
    STREAM,
    Command,
    Misuse,
    PartlyFailed,
    add_format_argument,
    add_session_arguments,
    check_apart,
    chosen_session,
    file_name,
    loaded,
    one_of,
    output_name,
    sentence_about,
    targets,
    trained,
    whole_number,
)
from kpgui.cli.console import say
from kpgui.cli.language import add_language_argument, in_language
from kpgui.model.errors import KpguiError, printable, short
from kpgui.model.registry import nearest
from kpgui.model.stopping import END, StoppingPoint

if TYPE_CHECKING:
    from kpgui.api import Model
    from kpgui.figure.outputs import Picture
    from kpgui.figure.style import Style
    from kpgui.model.session import Session

THEMES = ("light", "dark", "contrast", "print")
"""The same as in `kpgui.geometry.palette`, whose import would load NumPy."""

SUFFIXES = (".png", ".svg", ".pdf", ".py", ".json", ".csv")
"""The same as in `kpgui.figure.outputs`, whose import would load NumPy."""

PRESETS = ("slide", "column", "page", "poster", "square")
"""The same as in `kpgui.figure.style`."""


class Render(Command):
    name = "render"
    synopsis = "FILE… -o OUT [--at PLACE] [--set NAME=VALUE] [--vary NAME=A,B] [--preset NAME] [--theme T] …"
    meaning = "train on files and draw points, field and boundary as pictures"
    epilog = f"""\
{EPILOG}
PLACE is a step (250), mistake:3 (just after the third mistake), epoch:2 (the end of the second epoch) or end. If it is
not given, a session that was saved in the middle of its run is drawn as it was left, and everything else at the end.
NAME is kernel.sigma and its like, learner.epochs and its like, run.order, run.seed, or figure.legend and its like,
which `kpgui list figure` shows; in a kernel whose parts share a parameter, kernel.2.sigma is that of the second part.
--vary takes at (for PLACE), too, but nothing of the figure.
A preset is one of {", ".join(PRESETS)}; --size, --dpi, --theme and --set have the last word.
Several FILEs need a folder (pictures/) or a pattern ('{{name}}.png') as OUT; if one fails, the others are drawn."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        add_session_arguments(parser, several=True)
        parser.add_argument(
            "-o",
            "--output",
            metavar="OUT",
            type=file_name,
            required=True,
            help=f"the picture, which ends in {' or '.join(SUFFIXES)}; or an animation, see below; "
            "or a folder, or a name with {name} in it; - is standard output",
        )
        add_format_argument(parser, ".png")
        parser.add_argument(
            "--at", type=_place, metavar="PLACE", help="where in the run: a step, mistake:K, epoch:K or end"
        )
        parser.add_argument(
            "--set",
            type=_assignment,
            metavar="NAME=VALUE",
            action="append",
            default=[],
            help="another value for one setting, as in kernel.sigma=0.3; may be given several times",
        )
        parser.add_argument(
            "--vary",
            type=_assignment,
            metavar="NAME=A,B,…",
            action="append",
            default=[],
            help="a panel for each of these values, as in kernel.sigma=0.1,0.3,1; twice for rows and columns",
        )
        parser.add_argument(
            "--preset", metavar="NAME", help="size and type for where the picture is shown, as in slide; see below"
        )
        parser.add_argument("--theme", type=one_of(THEMES), metavar="T", help=f"colours: {', '.join(THEMES)}")
        parser.add_argument(
            "--size",
            type=_size,
            metavar="WxH",
            help="width and height in pixels; unasked, 840 wide and as high as the view is",
        )
        parser.add_argument(
            "--dpi", type=_dots, metavar="N", help="dots an inch: how large type and lines are, 120 if not given"
        )
        add_language_argument(parser)
        add_animation_arguments(parser)

    def run(self, arguments: argparse.Namespace) -> str | bytes:
        from kpgui.figure.multiples.painter import check_drawn
        from kpgui.figure.outputs import check_path

        style = chosen_style(arguments)
        paths = targets(arguments.file, output_name(arguments, ".png"), ".png")
        if not any(map(is_animation, paths)):
            refuse_settings(arguments)
        elif arguments.output == STREAM:
            raise Misuse("an animation is not written to standard output; name a file instead of -.")
        for target in paths:
            if arguments.vary:
                check_drawn(target)
            if not is_animation(target):
                _check_kind(target)
                check_path(target)
        check_apart(arguments.file, paths)
        pairs = list(zip(arguments.file, paths, strict=True))
        if len(pairs) == 1:
            return _drawn(arguments, style, *pairs[0])
        drawn = []
        for source, target in pairs:
            try:
                drawn.append(str(_drawn(arguments, style, source, target)))
            except Exception as error:  # whatever it is, the others are drawn
                say(_about(source, sentence_about(error)))
        if len(drawn) < len(pairs):
            raise PartlyFailed("\n".join(drawn))
        return "\n".join(drawn)


def _check_kind(target: str) -> None:
    """Raises KpguiError for a path that is neither a picture nor an animation."""
    suffix = Path(target).suffix.lower()
    if suffix and suffix not in (*SUFFIXES, *ANIMATED):
        kinds = f"a picture must end in {' or '.join(SUFFIXES)}, that of an animation in {' or '.join(ANIMATED)}"
        raise KpguiError(f"{target}: the name of {kinds}.")


def _drawn(arguments: argparse.Namespace, style: "Style", source: str, target: str) -> str | bytes:
    """Draws the picture of one file. Returns the sentence about it, or for standard output the picture itself.

    Raises KpguiError when it fails.
    """
    from kpgui.figure.outputs import output_for
    from kpgui.formats.storage import write_file
    from kpgui.process import unwinding
    from kpgui.words.overrides import overridden

    original = loaded(arguments, source)
    session = chosen_session(arguments, original)
    for name, value in arguments.set:
        if not name.startswith(FIGURE):
            session = overridden(session, name, value)
    if is_animation(target):
        return write_animation(arguments, session, style, source, target)
    make = _panels if arguments.vary else _single
    picture, remarks = make(arguments, style, session, original, source)
    output = output_for(target)
    with arguments.console.working(f"drawing {target}") as token, unwinding():
        with in_language(arguments) if output.drawn else nullcontext():
            content = output.content(picture, token)
        if arguments.output != STREAM:
            write_file(Path(target), [content])
    for remark in filter(None, remarks):
        arguments.console.remark(_about(source, remark) if len(arguments.file) > 1 else remark)
    return content if arguments.output == STREAM else f"Drew {printable(target)}."


def _single(
    arguments: argparse.Namespace, style: "Style", session: "Session", original: "Session", source: str
) -> tuple["Picture", list[str]]:
    """The picture of a session, and what is to be said about it."""
    from kpgui.figure.outputs import Picture
    from kpgui.words.ghosts import boundaries

    stop = arguments.at or _left_at(session, original)
    model = trained(arguments, session, stop, source)
    remark = _difference(model, stop) if arguments.at else _difference_from_saved(model, stop)
    return Picture(model.session, model, style, boundaries(model.session.ghosts)), [remark]


def _panels(
    arguments: argparse.Namespace, style: "Style", session: "Session", original: "Session", source: str
) -> tuple["Picture", list[str]]:
    """Small multiples of a session, and what is to be said about them."""
    from kpgui.figure.multiples.multiples import computed
    from kpgui.figure.multiples.painter import PanelPicture, natural_width
    from kpgui.words.variation import Variation, cases

    variations = tuple(Variation.parse(name, values) for name, values in arguments.vary)
    chosen = cases(session, variations, arguments.at or END)
    with arguments.console.working(f"training {len(chosen)} times on {source}") as token, in_language(arguments):
        figure = computed(chosen, columns=len(variations[1].values) if len(variations) > 1 else 0, token=token)
    if not (arguments.size or arguments.preset or any(name == f"{FIGURE}width" for name, _ in arguments.set)):
        style = replace(style, width=natural_width(figure, style.dpi))
    remarks = [
        _difference(model, case.stop, f"panel {panel.letter}")
        for case, model, panel in zip(chosen, figure.models, figure.panels, strict=False)
    ]
    return PanelPicture.of(figure, style), remarks


def _left_at(session: "Session", original: "Session") -> StoppingPoint:
    """Where the run of the file was left, if the session still has this run; else the end."""
    from kpgui.kernels import kernel
    from kpgui.learners import learner

    same = kernel(session.kernel) == kernel(original.kernel) and learner(session.learner) == learner(original.learner)
    settings = ((each.order, each.seed, each.conventions) for each in (session, original))
    same = same and len(set(settings)) == 1
    return StoppingPoint("step", original.reached.step) if same and original.reached else END


def _difference(model: "Model", stop: StoppingPoint, what: str = "the picture") -> str:
    """What to say when the run ends before the place that was asked for; "" if it does not."""
    if model.reached(stop):
        return ""
    counted = {"step": "", "mistake": f", after {model.mistakes} mistakes", "epoch": f", in epoch {model.epochs}"}
    return f"the run ends with step {model.steps}{counted[stop.unit]}, and that is what {what} shows."


def _difference_from_saved(model: "Model", stop: StoppingPoint) -> str:
    from kpgui.words.replay import difference_text

    saved = model.session.reached
    return difference_text(saved, model) if stop is not END and saved else ""


def _about(source: str, sentence: str) -> str:
    """The sentence with the name of the file before it, unless it has it."""
    return sentence if source in sentence else f"{source}: {sentence}"


def _place(text: str) -> StoppingPoint:
    try:
        return StoppingPoint.parse(text)
    except KpguiError as error:
        raise argparse.ArgumentTypeError(str(error).removesuffix(".")) from None


def _assignment(text: str) -> tuple[str, str]:
    """Argparse type of `name=value`."""
    name, sign, value = text.partition("=")
    if not (name and sign):
        raise argparse.ArgumentTypeError(f"{short(text)!r} has no value; write name=value, as in kernel.sigma=0.3")
    return name.strip(), value.strip()


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


def chosen_style(arguments: argparse.Namespace) -> "Style":
    """The style by `--preset`, then each `--set figure.…`, then the options of their own.

    Raises KpguiError for a name or a value that is not allowed.
    """
    from kpgui.figure.style import PRESETS, Style

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
    from kpgui.figure.style import Style
    from kpgui.words.overrides import value_of

    known = {f"{FIGURE}{each.name}": each for each in Style.params()}
    if name not in known:
        raise KpguiError(f"There is no choice {short(name)!r} of a figure; {nearest(name, tuple(known))}.")
    return known[name].name, value_of(known[name], text)
