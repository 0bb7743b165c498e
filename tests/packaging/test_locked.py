"""What is installed is what uv.lock says, on every system and Python: asked of uv, which does the same another way."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from commands.parts.locked import requirements

ROOT = Path(__file__).resolve().parents[2]
LOCK = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

EXPORTS = {
    "run": (),
    "dev": ("--group", "dev"),
    "app": ("--group", "app"),
    "build": ("--only-group", "build"),
    "peers": ("--only-group", "peers"),
    "backend": ("--only-group", "backend"),
}
ENVIRONMENTS = [
    {"python_version": python, "python_full_version": f"{python}.2", "sys_platform": system, "platform_system": name}
    for python in ("3.11", "3.12", "3.13", "3.14", "3.15")
    for system, name in (("linux", "Linux"), ("win32", "Windows"), ("darwin", "Darwin"))
]


def uv(*arguments):
    command = [Path(sys.executable).with_name("uv"), *arguments, "--offline", "--python", sys.executable]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def installed(lines, environment):
    """Name, version and hashes of what pip would install there."""
    split = [line.split(" --hash=") for line in lines]
    wanted = [(Requirement(requirement), frozenset(map(str.strip, hashes))) for requirement, *hashes in split]
    return {
        (each.name, str(each.specifier), hashes)
        for each, hashes in wanted
        if each.marker is None or each.marker.evaluate(environment)
    }


@pytest.mark.parametrize("group", EXPORTS)
def test_pip_installs_what_uv_would(group):
    done = uv("export", "--frozen", "--no-emit-project", "--no-annotate", "--no-header", *EXPORTS[group])
    assert done.returncode == 0, done.stderr
    exported = done.stdout.replace("\\\n", "").splitlines()
    lines = requirements(LOCK, group)
    for environment in ENVIRONMENTS:
        wanted = installed(exported, environment)
        assert installed(lines, environment) == wanted, environment
        assert len(wanted) >= 4
    assert all(" --hash=sha256:" in line for line in lines)


def test_the_lock_is_that_of_the_project():
    done = uv("lock", "--check")
    assert done.returncode == 0, done.stderr


def test_what_builds_the_program_is_locked():
    """pip builds without isolation, so nothing that is wanted may be missing; hatchling asks for editables then."""
    locked = {Requirement(line.split(" --hash=")[0]).name for line in requirements(LOCK, "backend")}
    wanted = {Requirement(each).name for each in PROJECT["build-system"]["requires"]}
    assert wanted | {"editables", "setuptools"} <= locked


def test_uv_runs_the_program_with_what_it_needs_and_no_more():
    """A plain `uv run kpgui` installs no tools of developers."""
    done = uv("export", "--frozen", "--no-emit-project", "--no-annotate", "--no-header", "--no-hashes")
    names = {Requirement(line).name for line in done.stdout.splitlines()}
    assert names == {Requirement(line.split(" --hash=")[0]).name for line in requirements(LOCK, "run")}
    assert "pytest" not in names
