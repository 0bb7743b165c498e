"""`kpgui convert`: converts a file to another format."""

import argparse

from kpgui.cli.arguments import Command, add_file_arguments, add_format_argument, file_name, loaded, output_name


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
        from kpgui.cli.saving import save_and_say
        from kpgui.formats import format_for

        output = output_name(arguments, ".csv")
        format_for(output)  # refuses an unknown suffix before a large file is read
        return save_and_say(arguments, loaded(arguments, arguments.source), output)
