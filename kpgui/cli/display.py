"""Check for a display on which a window can be shown."""

import re
import socket
from collections.abc import Mapping
from pathlib import Path

ON_A_DISPLAY = ("", "xcb", "wayland", "wayland-egl", "wayland-brcm")
"""Qt's platforms that need a display. Qt itself reports whether any other one is available."""

_LOCAL = re.compile(r"(?:unix)?:(\d+)(?:\.\d+)?")


def display_problem(environ: Mapping[str, str], platform: str) -> str:
    """Why no window can be shown, "" if one can; without this check Qt would abort the process."""
    if platform in ("win32", "darwin"):
        return ""
    wanted = [name.partition(":")[0] for name in environ.get("QT_QPA_PLATFORM", "").split(";")]
    if any(name not in ON_A_DISPLAY for name in wanted):
        return ""
    wayland = environ.get("WAYLAND_DISPLAY", "") if set(wanted) != {"xcb"} else ""
    display = environ.get("DISPLAY", "") if {"", "xcb"} & set(wanted) else ""
    if not wayland and not display:
        return "there is no display to show the window on"
    if wayland and _answers(str(Path(environ.get("XDG_RUNTIME_DIR", "/"), wayland))):
        return ""
    if display and _x_server_answers(display):
        return ""
    return f"the display {display or wayland} does not answer"


def _x_server_answers(display: str) -> bool:
    """Whether the X server of DISPLAY accepts connections; assumed of one on another machine."""
    local = _LOCAL.fullmatch(display)
    if local is None:
        return True
    path = f"/tmp/.X11-unix/X{local[1]}"
    return _answers(path) or _answers("\0" + path)


def _answers(address: str) -> bool:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(2)
        try:
            connection.connect(address)
        except (OSError, ValueError):
            return False
    return True
