"""`kpgui generate` makes a synthetic dataset, and `kpgui convert` converts a file to another format."""

import argparse
from typing import TYPE_CHECKING

from kpgui.cli.arguments import (
    STREAM,
    Command,
    add_file_arguments,
    add_format_argument,
    file_name,
    loaded,
    number,
    output_name,
    whole_number,
)
from kpgui.model.errors import printable
from kpgui.process import unwinding

if TYPE_CHECKING:
    from kpgui.model.session import Session

SHARED = ("n", "noise", "seed", "balance", "label_noise")
"""The same as in `kpgui.generators.base`, whose import would load NumPy."""


class Generate(Command):
    name = "generate"
    synopsis = "NAME -o OUT [--format F] [--n N] [--noise S] [--seed N] [--balance P] [--label-noise P]"
    meaning = "make a synthetic dataset and save it"
    epilog = """\
NAME is one of those that `kpgui list generators` shows, with further parameters in brackets if need be, as in
  kpgui generate "spirals(turns=2)" --n 400 -o spirals.csv
  kpgui generate "formula(rule='y > sin(3*x)')" -o waves.csv"""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("generator", metavar="NAME", help="which generator, as in moons")
        parser.add_argument("-o", "--output", metavar="OUT", type=file_name, required=True, help="the file to write")
        add_format_argument(parser, ".csv")
        parser.add_argument("--n", type=whole_number, metavar="N", help="number of points")
        parser.add_argument("--noise", type=number, metavar="S", help="standard deviation of the noise")
        parser.add_argument("--seed", type=whole_number, metavar="N", help="the same seed makes the same points")
        parser.add_argument("--balance", type=number, metavar="P", help="share of the points of class +1, as in 0.5")
        parser.add_argument("--label-noise", type=number, metavar="P", help="share of the points with the wrong label")

    def run(self, arguments: argparse.Namespace) -> str | bytes:
        from kpgui.generators import generator
        from kpgui.model.session import Session, View

        output = output_name(arguments, ".csv")
        recipe = generator(arguments.generator)
        given = {name: getattr(arguments, name) for name in SHARED if getattr(arguments, name) is not None}
        recipe = type(recipe)(**{**recipe.settings(), **given})
        with arguments.console.working(f"making {recipe.key}"):
            dataset = recipe.make()
        said = save_and_say(arguments, Session(dataset, view=View.around(dataset.points)), output)
        if isinstance(said, bytes):
            if recipe.remark:
                arguments.console.remark(recipe.remark)
            return said
        return f"{said} {recipe.remark}".rstrip()


class Convert(Command):
    name = "convert"
    synopsis = "IN OUT [--format F] [--columns A,B] [--label-column NAME] [--positive CLASS] [--negative CLASS]"
    meaning = "convert between any two formats that kpgui reads and writes"
    epilog = "The suffix of OUT decides its format; `kpgui list formats` shows them. - is standard input or output."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        add_file_arguments(parser, "source", "IN")
        parser.add_argument("output", metavar="OUT", type=file_name, help="the file to write")
        add_format_argument(parser, ".csv")

    def run(self, arguments: argparse.Namespace) -> str | bytes:
        from kpgui.formats import format_for

        output = output_name(arguments, ".csv")
        format_for(output)  # refuses an unknown suffix before a large file is read
        return save_and_say(arguments, loaded(arguments, arguments.source), output)


def save_and_say(arguments: argparse.Namespace, session: "Session", path: str) -> str | bytes:
    """Saves a session, after reporting on stderr what the format cannot hold. Returns a sentence about what was saved,
    or the content where it is for standard output.

    Raises KpguiError when it cannot be saved.
    """
    from kpgui import api
    from kpgui.formats import format_for
    from kpgui.words.counters import plural

    for lost in api.losses(session, path):
        arguments.console.remark(lost)
    if arguments.output == STREAM:
        form = format_for(path)
        form.check(session, path)
        return form.write(session)
    with arguments.console.working(f"writing {path}"), unwinding():
        api.save(session, path)
    left = "" if format_for(path).holds_session else " (the points only; a .kpgui file also holds kernel and learner)"
    return f"Wrote {plural(len(session.dataset), '{n} point', '{n} points')} to {printable(path)}{left}."
