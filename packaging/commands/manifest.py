"""Write down what the program does (training, pictures, names, texts …), or say what it does otherwise since then."""

from collections.abc import Sequence

from commands.parts.programs import run_tests
from commands.parts.virtual_environment import ROOT
from languages.compiling import compile_catalogues

USAGE = "write|check [folder (build/manifest)] [--only KIND,...] [--help]"


def main(arguments: Sequence[str]) -> int:
    compile_catalogues(ROOT)
    return run_tests("tests.manifest", arguments)
