"""Start the program, with the arguments of kpgui."""

import os
from collections.abc import Sequence

from commands.parts.programs import become
from commands.parts.system_packages import provide, qt_libraries
from commands.parts.virtual_environment import set_up, venv_program

USAGE = "[arguments of kpgui]"


def main(arguments: Sequence[str]) -> int:
    # Whatever could not be installed has been said; `kpgui train` does without it.
    provide(qt_libraries(os.environ))
    return become(venv_program(set_up("run"), "python"), ["-m", "kpgui", *arguments])
