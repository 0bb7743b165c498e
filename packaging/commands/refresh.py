"""Make anew what is generated from the program: the catalogues of the languages, and the pictures of the window."""

import subprocess
from collections.abc import Sequence

from commands.parts.programs import prepared_for_tests
from commands.parts.virtual_environment import ROOT

USAGE = "[--check]"


def main(arguments: Sequence[str]) -> int:
    python = prepared_for_tests()
    if python is None:
        return 1
    scripts = ROOT / "packaging" / "languages" / "refresh.py", ROOT / "packaging" / "shots" / "__main__.py"
    return max(subprocess.call([python, str(script), *arguments]) for script in scripts)
