"""The language of what a command writes; what it says itself is English everywhere."""

import argparse
from contextlib import AbstractContextManager

from kpgui.cli.arguments import one_of
from kpgui.language import ENGLISH, NAMES, available, nearest_language, speaking
from kpgui.model.errors import KpguiError


def add_language_argument(parser: argparse.ArgumentParser) -> None:
    """Adds the language of what is written."""
    codes = tuple(code.partition("_")[0] for code in NAMES)
    meaning = f"of the texts in OUT: {', '.join(codes)}; {ENGLISH} if not given"
    parser.add_argument("--language", type=one_of(codes), default=ENGLISH, metavar="CODE", help=meaning)


def in_language(arguments: argparse.Namespace) -> AbstractContextManager[None]:
    """Within it texts are in the language that was asked for. Raises KpguiError if its catalogue is not compiled."""
    from kpgui.process import resource

    folder, code = resource("languages"), nearest_language([arguments.language], tuple(NAMES))
    if code not in available(folder):
        raise KpguiError(f"the catalogue of {NAMES[code]} is not compiled here; `packaging/dev.py run` does it.")
    return speaking(code, folder)
