"""`kpgui train`: trains on a file and reports how it went."""

import argparse
import json
from time import perf_counter

from kpgui.cli.arguments import EPILOG, Command, add_session_arguments, chosen_session, loaded, source_name, trained


class Train(Command):
    name = "train"
    synopsis = "FILE [--kernel EXPR] [--learner EXPR] [--order ORDER] [--seed N] [--tie RULE] … [--json]"
    meaning = "train on a file, without a window, and print what was learned"
    epilog = EPILOG

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        add_session_arguments(parser)
        parser.add_argument("--json", action="store_true", help="print one JSON object with everything in it")

    def run(self, arguments: argparse.Namespace) -> str:
        from kpgui.cli.report import as_object, summary

        session = chosen_session(arguments, loaded(arguments, arguments.file))
        start = perf_counter()
        model = trained(arguments, session, None, arguments.file)
        seconds = perf_counter() - start
        if arguments.json:
            return json.dumps(as_object(model, seconds), allow_nan=False)
        return summary(model, source_name(arguments.file), seconds)
