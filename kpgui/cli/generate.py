"""`kpgui generate`: generates a synthetic dataset."""

import argparse

from kpgui.cli.arguments import Command, add_format_argument, file_name, number, output_name, whole_number

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
        from kpgui.cli.saving import save_and_say
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
