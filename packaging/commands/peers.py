"""Install the programs that exchange files with ours in some tests and are too large to ask of everyone (1.4 GB)."""

from collections.abc import Sequence

from commands.parts.system_packages import provide
from commands.parts.virtual_environment import set_up

USAGE = ""


def main(arguments: Sequence[str]) -> int:
    provide({})
    set_up("peers")
    return 0
