"""Install the system packages (of Linux) that the program and its tests need."""

from collections.abc import Sequence

from commands.parts.system_packages import BLACK_BOX, BROWSERS, DRAWINGS, QT, WATCHING, WAYLAND, X11, provide

USAGE = ""


def main(arguments: Sequence[str]) -> int:
    return 0 if provide({**QT, **X11, **WAYLAND}, BLACK_BOX | WATCHING | DRAWINGS | BROWSERS) else 1
