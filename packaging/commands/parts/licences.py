"""The licences of all that the app brings along, in a folder."""

import platform
import re
import shutil
import sysconfig
from pathlib import Path

from commands.parts.brought import normalised, system_packages, wheels
from commands.parts.virtual_environment import ROOT

OURS = ROOT / "packaging" / "app" / "licences"
"""Qt's notice and the texts to which it refers: its wheels have none."""

OF_SYSTEM = Path("/usr/share/doc")
COMMON = Path("/usr/share/common-licenses")


def add_licences(environment: Path, app: Path) -> None:
    """Makes the folder `licenses` in the app: a folder for each package, and a file for Python.

    A package's own folders are kept, because many of its licences have the same name. Of the system's libraries it is
    Debian's file on each, and the texts to which those refer.
    """
    folder = app / "licenses"
    shutil.copytree(OURS, folder)
    for package in wheels(environment):
        for path in package.files or ():
            if ".dist-info" in path.parts[0] and is_licence(path.name):
                inside = [part for part in path.parts[1:] if part != "licenses"]
                copy(Path(str(path.locate())), folder.joinpath(normalised(package.metadata["Name"]), *inside))
    for each in system_packages(app):
        notice = OF_SYSTEM / each.name / "copyright"
        copy(notice, folder / "system" / f"{each.name}.txt")
        for name in re.findall(rf"{COMMON}/([A-Za-z0-9.-]*[A-Za-z0-9])", notice.read_text(errors="replace")):
            copy(COMMON / name, folder / "system" / f"{name}.txt")
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    copy(python, folder / f"Python-{platform.python_version()}.txt")


def is_licence(name: str) -> bool:
    """Whether a file of this name is a licence.

    >>> [name for name in ("COPYING", "dragon4_LICENSE.txt", "OFL.txt", "RECORD") if is_licence(name)]
    ['COPYING', 'dragon4_LICENSE.txt', 'OFL.txt']
    """
    return re.search(r"licen[cs]e|copying|notice|authors|^OFL", name, re.IGNORECASE) is not None


def copy(source: Path, target: Path) -> None:
    """Copies a file that may not be there, under a name that may be taken by the same one."""
    if source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
