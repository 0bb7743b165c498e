"""A message of the system's own, for whoever started the program with a double click and sees no terminal.

Qt cannot show it: it is about why Qt, or the window, could not start.
"""

import subprocess
import sys
from collections.abc import Callable, Mapping

from kpgui.process import program

TITLE = "kpgui"

DIALOGS = {
    "zenity": ("--error", "--no-markup", f"--title={TITLE}", "--text"),
    "kdialog": ("--title", TITLE, "--error"),
    "yad": ("--error", "--no-markup", f"--title={TITLE}", "--text"),
    "xmessage": ("-center", "-title", TITLE),
}
"""Programs of Linux desktops that show a message until it is closed, with what comes before its text."""

SCRIPT = "on run words", f'display alert "{TITLE}" message (item 1 of words) as critical', "end run"
"""The message in AppleScript, which gets the text as an argument: so nothing of it is read as a script."""

ICON_ERROR = 0x10
"""`MB_ICONERROR` of Windows."""


def alert(sentence: str, environ: Mapping[str, str]) -> None:
    """Shows a sentence in a dialog until it is closed, where no terminal shows it and a desktop can."""
    if sys.stderr is not None and sys.stderr.isatty():
        return
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, sentence, TITLE, ICON_ERROR)
        return
    command = dialog_command(sentence, sys.platform, environ, program)
    if command:
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)


def dialog_command(
    sentence: str, system: str, environ: Mapping[str, str], find: Callable[[str], str | None]
) -> list[str]:
    """The command that shows a sentence in a dialog; empty if there is no desktop, or nothing that could show it.

    system: as `sys.platform`. find: the path of a program, None if it is not there; as `kpgui.process.program`.
    """
    if system == "darwin":
        return ["osascript", *(word for line in SCRIPT for word in ("-e", line)), sentence]
    if environ.get("QT_QPA_PLATFORM", "").partition(":")[0] in ("offscreen", "minimal"):
        return []
    if not (environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY")):
        return []
    for name, options in DIALOGS.items():
        if path := find(name):
            if name == "kdialog":  # it shows HTML as such, and a path may hold a tag
                sentence = sentence.replace("<", "<\N{WORD JOINER}")
            return [path, *options, sentence]
    return []
