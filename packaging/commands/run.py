"""Start the program, with the arguments of kpgui."""

import os
from collections.abc import Sequence

from commands.parts.programs import become
from commands.parts.system_packages import provide, qt_libraries
from commands.parts.virtual_environment import ROOT, set_up, venv_program
from languages.compiling import compile_catalogues

USAGE = "[arguments of kpgui]"


def main(arguments: Sequence[str]) -> int:
    # Whatever could not be installed has been said; `kpgui train` does without it.
    provide(qt_libraries(os.environ))
    compile_catalogues(ROOT)  # changed since the venv was made, it may be
    return become(venv_program(set_up("run"), "python"), ["-P", "-m", "kpgui", *arguments])
