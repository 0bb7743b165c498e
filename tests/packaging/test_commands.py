"""The set-up script: what its commands start, without a network and without installing anything."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import dev
from commands import COMMANDS, lint, run, test
from commands.parts import programs
from commands.parts.system_packages import X11

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "dev.py"


def started(*arguments):
    return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True)


@pytest.fixture
def programs_started(monkeypatch):
    """The arguments of the programs that it would turn into, on a machine that has everything."""
    calls = []
    for module in (run, test, lint, programs):
        monkeypatch.setattr(module, "provide", lambda *_: True)
    for module in (run, lint, programs):
        monkeypatch.setattr(module, "set_up", lambda _: Path("venv"))
    for module in (run, programs):
        monkeypatch.setattr(module, "become", lambda _, arguments: calls.append(arguments) or 3)
    monkeypatch.setattr(os, "chdir", lambda _: None)
    monkeypatch.setattr(subprocess, "call", lambda command: calls.append(command[1:]) or 3)
    return calls


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], []])
def test_help_names_every_command(arguments):
    done = started(*arguments)
    assert done.returncode == 0
    assert all(f"dev.py {command}" in done.stdout for command in COMMANDS)


@pytest.mark.parametrize("arguments", [["fly"], ["lint", "--fix"], ["system", "now"]])
def test_an_unknown_command_is_wrong_usage(arguments):
    done = started(*arguments)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert " ".join(arguments) in done.stderr


@pytest.mark.parametrize(
    ("command", "module"),
    [
        ("run", "kpgui"),
        ("test", "pytest"),
        ("bench", "tests.bench"),
        ("kills", "tests.kills"),
        ("fuzz", "tests.fuzz"),
        ("soak", "tests.soak"),
        ("manifest", "tests.manifest"),
    ],
)
def test_arguments_and_exit_code_are_passed_through(programs_started, command, module):
    assert dev.main([command, "--help", "a b"]) == 3
    assert programs_started == [["-P", "-m", module, "--help", "a b"]]


def test_all_tests_run_on_all_cores_but_those_on_a_real_window_and_named_ones_as_they_are_asked_for(
    programs_started,
):
    dev.main(["test"])
    dev.main(["test", "tests/model"])
    assert programs_started == [
        [
            "-P",
            "-m",
            "pytest",
            "-n",
            "auto",
            "--dist",
            "worksteal",
            "--ignore=tests/blackbox",
            "--ignore=tests/browsers",
        ],
        ["-P", "-m", "pytest", "tests/blackbox"],
        ["-P", "-m", "pytest", "tests/model"],
    ]


@pytest.mark.parametrize("codes", [(1, 0), (0, 1)])
def test_all_tests_fail_if_one_part_of_them_does(programs_started, monkeypatch, codes):
    left = list(codes)
    monkeypatch.setattr(subprocess, "call", lambda command: left.pop(0))
    assert dev.main(["test"]) == 1
    assert left == []


@pytest.mark.parametrize(("installed", "provided"), [({"Xvfb", "xauth", "xdotool"}, True), ({"Xvfb", "xauth"}, False)])
def test_the_tests_that_click_on_a_real_window_are_given_its_libraries(
    programs_started, monkeypatch, installed, provided
):
    asked = []
    for module in (test, programs):
        monkeypatch.setattr(module, "provide", lambda libraries: asked.append(libraries) or libraries is not X11)
    monkeypatch.setattr(shutil, "which", lambda program: program if program in installed else None)
    assert dev.main(["test"]) == 3, "without them the other tests run all the same"
    assert (X11 in asked) == provided


def test_tests_draw_offscreen_unless_told(programs_started, monkeypatch):
    monkeypatch.delenv("QT_QPA_PLATFORM")
    dev.main(["test"])
    assert os.environ["QT_QPA_PLATFORM"] == "offscreen"
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    dev.main(["test"])
    assert os.environ["QT_QPA_PLATFORM"] == "xcb"


def test_lint_runs_every_check_and_fails_if_one_does(programs_started, monkeypatch, capsys):
    ran = []
    monkeypatch.setattr(subprocess, "call", lambda command: ran.append(command) or "mypy" in command[0])
    assert dev.main(["lint"]) == 1
    assert len(ran) == len(lint.CHECKS)
    assert capsys.readouterr().err.endswith("failed: mypy\n")
