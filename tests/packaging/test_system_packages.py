"""System packages: what is missing here, and how whoever may install it is told."""

import importlib.util
import io
import os
import shutil
import sys

import pytest

from commands.parts import system_packages
from commands.parts.system_packages import BLACK_BOX, QT, WAYLAND, X11


def test_a_window_needs_more_libraries_than_the_command_line():
    assert system_packages.qt_libraries({}) == QT
    assert system_packages.qt_libraries({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}) == QT
    assert system_packages.qt_libraries({"DISPLAY": ":0"}) == {**QT, **X11}
    assert system_packages.qt_libraries({"WAYLAND_DISPLAY": "wayland-0"}) == {
        **QT,
        **WAYLAND,
    }


@pytest.fixture
def bare_machine(monkeypatch):
    """A Debian where one library is missing; nothing is installed, the lines for apt are recorded."""
    lines = []
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda program: f"/usr/bin/{program}")
    monkeypatch.setattr(system_packages, "loads", lambda library: library != "libEGL.so.1")
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: object())
    monkeypatch.setattr(system_packages, "apt", lambda line: lines.append(line) or True)
    return lines


def test_root_installs_what_is_missing_and_no_more(bare_machine, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert system_packages.provide(QT)
    assert bare_machine == [
        ["apt-get", "update"],
        ["apt-get", "install", "--yes", "--no-install-recommends", "libegl1"],
    ]


class Terminal(io.StringIO):
    def isatty(self):
        return True


ASKED = (
    "kpgui: Qt, the tests or pip need libegl1, missing on this system; apt-get installs that.\n"
    "kpgui: Install now? [y/N] "
)


@pytest.mark.parametrize(
    ("answer", "installed"),
    [("y\n", True), ("YES\n", True), ("\n", False), ("n\n", False), ("", False), ("yo\n", False)],
)
@pytest.mark.parametrize("user", [0, 1000])
def test_at_a_terminal_nothing_is_installed_without_a_yes(bare_machine, monkeypatch, capsys, answer, installed, user):
    monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    assert system_packages.provide(QT) == installed
    assert bool(bare_machine) == installed
    said = capsys.readouterr().err
    assert said.startswith(ASKED)
    assert ("please run: " in said) != installed


def test_a_terminal_in_ci_is_not_asked(bare_machine, monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(sys, "stdin", Terminal())
    assert system_packages.provide(QT)
    assert len(bare_machine) == 2
    assert "[y/N]" not in capsys.readouterr().err


def test_a_user_without_a_terminal_is_told_the_line(bare_machine, monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert not system_packages.provide(QT)
    assert bare_machine == []
    assert capsys.readouterr().err == (
        "kpgui: system packages are missing; please run: sudo apt-get update"
        " && sudo apt-get install --yes --no-install-recommends libegl1\n"
    )


def test_a_machine_without_apt_is_told_the_names(bare_machine, monkeypatch, capsys):
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert not system_packages.provide(QT)
    assert "libegl1" in capsys.readouterr().err


def test_debians_missing_part_of_python_is_a_package_too(bare_machine, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    major, minor = sys.version_info[:2]
    assert system_packages.missing_packages({}, {}) == [f"python{major}.{minor}-venv"]


def test_programs_of_the_black_box_tests_are_looked_for(bare_machine, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda program: None if program == "Xvfb" else program)
    assert system_packages.missing_packages({}, BLACK_BOX) == ["xvfb"]


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_bring_their_libraries(monkeypatch, platform):
    monkeypatch.setattr(sys, "platform", platform)
    assert system_packages.provide({"libnowhere.so.0": "libnowhere0"})
