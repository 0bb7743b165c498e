"""The portable folder: the app in a zip that is unpacked anywhere and keeps what it stores beside itself."""

import platform
from pathlib import Path
from time import gmtime
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from commands.parts.debian import date
from commands.parts.messages import say
from commands.parts.packages import DIST, version

MARKER = (
    "kpgui/kpgui-data/README.txt",
    "kpgui keeps its settings and recovery copies in this folder; without it, in the user's account.\n",
)
"""What makes the app portable: the folder that `portable_folder` of `kpgui/process.py` looks for."""


def portable_file() -> Path:
    return DIST / f"kpgui-{version()}-{platform.system().lower()}-{platform.machine().lower()}-portable.zip"


def build_portable() -> bool:
    """Packs dist/kpgui: the same bytes of the same files. Returns whether that went well.

    Without the links to libraries on Linux: sticks have file systems without links, and the libraries find one another.
    """
    app, unfinished = DIST / "kpgui", portable_file().with_suffix(".part")
    with ZipFile(unfinished, "w", ZIP_DEFLATED) as file:
        for path in sorted(app.rglob("*")):
            linked = path.is_symlink() and platform.system() == "Linux"
            if path.is_file() and not linked:
                mode = 0o755 if path == app / "kpgui" else 0o644
                file.writestr(entry(f"kpgui/{path.relative_to(app).as_posix()}", mode), path.read_bytes())
        file.writestr(entry(MARKER[0], 0o644), MARKER[1])
    unfinished.replace(portable_file())
    say(f"{portable_file().name} has {portable_file().stat().st_size / 2**20:.0f} MB")
    return True


def entry(name: str, mode: int) -> ZipInfo:
    """As old as the sources, whatever the clock of who unpacked or built the app."""
    made = ZipInfo(name, max(gmtime(date())[:6], (1980, 1, 1, 0, 0, 0)))
    made.create_system = 3  # Unix, which keeps modes, on Windows as well
    made.external_attr = (0o100000 | mode) << 16
    made.compress_type = ZIP_DEFLATED
    return made
