"""The set-up script: what it decides, without a network and without installing anything."""

import importlib.util
import io
import subprocess
import sys
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "packaging" / "dev.py"


@pytest.fixture
def dev():
    # By its path: the folder's name is that of a well-known library.
    spec = importlib.util.spec_from_file_location("dev", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def started(*arguments):
    return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True)


@pytest.fixture
def programs_started(dev, monkeypatch):
    """The arguments of the programs that it would turn into, on a machine that has everything."""
    calls = []
    monkeypatch.setattr(dev, "provide", lambda *_: True)
    monkeypatch.setattr(dev, "set_up", lambda _: Path("venv"))
    monkeypatch.setattr(dev.os, "chdir", lambda _: None)
    monkeypatch.setattr(dev, "become", lambda _, arguments: calls.append(arguments) or 3)
    monkeypatch.setattr(dev.subprocess, "call", lambda command: calls.append(command[1:]) or 3)
    return calls


# Commands


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], []])
def test_help_names_every_command(arguments):
    done = started(*arguments)
    assert done.returncode == 0
    assert all(command in done.stdout for command in ("run", "test", "bench", "kills", "fuzz", "lint", "system"))


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
    ],
)
def test_arguments_and_exit_code_are_passed_through(dev, programs_started, command, module):
    assert dev.main([command, "--help", "a b"]) == 3
    assert programs_started == [["-m", module, "--help", "a b"]]


def test_all_tests_run_on_all_cores_but_those_on_a_real_window_and_named_ones_as_they_are_asked_for(
    dev, programs_started
):
    dev.main(["test"])
    dev.main(["test", "tests/model"])
    assert programs_started == [
        ["-m", "pytest", "-n", "auto", "--dist", "worksteal", "--ignore=tests/blackbox"],
        ["-m", "pytest", "tests/blackbox"],
        ["-m", "pytest", "tests/model"],
    ]


@pytest.mark.parametrize("codes", [(1, 0), (0, 1)])
def test_all_tests_fail_if_one_part_of_them_does(dev, programs_started, monkeypatch, codes):
    left = list(codes)
    monkeypatch.setattr(dev.subprocess, "call", lambda command: left.pop(0))
    assert dev.main(["test"]) == 1
    assert left == []


@pytest.mark.parametrize(("programs", "provided"), [({"Xvfb", "xauth", "xdotool"}, True), ({"Xvfb", "xauth"}, False)])
def test_the_tests_that_click_on_a_real_window_are_given_its_libraries(
    dev, programs_started, monkeypatch, programs, provided
):
    asked = []
    monkeypatch.setattr(dev, "provide", lambda libraries: asked.append(libraries) or libraries is not dev.X11)
    monkeypatch.setattr(dev.shutil, "which", lambda program: program if program in programs else None)
    assert dev.main(["test"]) == 3, "without them the other tests run all the same"
    assert (dev.X11 in asked) == provided


def test_tests_draw_offscreen_unless_told(dev, programs_started, monkeypatch):
    monkeypatch.delenv("QT_QPA_PLATFORM")
    dev.main(["test"])
    assert dev.os.environ["QT_QPA_PLATFORM"] == "offscreen"
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    dev.main(["test"])
    assert dev.os.environ["QT_QPA_PLATFORM"] == "xcb"


def test_lint_runs_every_check_and_fails_if_one_does(dev, programs_started, monkeypatch, capsys):
    ran = []
    monkeypatch.setattr(dev.subprocess, "call", lambda command: ran.append(command) or "mypy" in command[0])
    assert dev.main(["lint"]) == 1
    assert len(ran) == len(dev.CHECKS)
    assert capsys.readouterr().err.endswith("failed: mypy\n")


# System packages


def test_a_window_needs_more_libraries_than_the_command_line(dev):
    assert dev.qt_libraries({}) == dev.QT
    assert dev.qt_libraries({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}) == dev.QT
    assert dev.qt_libraries({"DISPLAY": ":0"}) == {**dev.QT, **dev.X11}
    assert dev.qt_libraries({"WAYLAND_DISPLAY": "wayland-0"}) == {**dev.QT, **dev.WAYLAND}


@pytest.fixture
def bare_machine(dev, monkeypatch):
    """A Debian where one library is missing; nothing is installed, the lines for apt are recorded."""
    lines = []
    monkeypatch.setattr(dev.sys, "platform", "linux")
    monkeypatch.setattr(dev.shutil, "which", lambda program: f"/usr/bin/{program}")
    monkeypatch.setattr(dev, "loads", lambda library: library != "libEGL.so.1")
    monkeypatch.setattr(dev.importlib.util, "find_spec", lambda _: object())
    monkeypatch.setattr(dev, "apt", lambda line: lines.append(line) or True)
    return lines


def test_root_installs_what_is_missing_and_no_more(dev, bare_machine, monkeypatch):
    monkeypatch.setattr(dev.os, "geteuid", lambda: 0, raising=False)
    assert dev.provide(dev.QT)
    assert bare_machine == [
        ["apt-get", "update"],
        ["apt-get", "install", "--yes", "--no-install-recommends", "libegl1"],
    ]


def test_a_user_without_a_terminal_is_told_the_line(dev, bare_machine, monkeypatch, capsys):
    monkeypatch.setattr(dev.os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(dev.sys, "stdin", io.StringIO())
    assert not dev.provide(dev.QT)
    assert bare_machine == []
    assert capsys.readouterr().err == (
        "kpgui: system packages are missing; please run: sudo apt-get update"
        " && sudo apt-get install --yes --no-install-recommends libegl1\n"
    )


def test_a_machine_without_apt_is_told_the_names(dev, bare_machine, monkeypatch, capsys):
    monkeypatch.setattr(dev.os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(dev.shutil, "which", lambda _: None)
    assert not dev.provide(dev.QT)
    assert "libegl1" in capsys.readouterr().err


def test_debians_missing_part_of_python_is_a_package_too(dev, bare_machine, monkeypatch):
    monkeypatch.setattr(dev.importlib.util, "find_spec", lambda _: None)
    major, minor = sys.version_info[:2]
    assert dev.missing_packages({}, {}) == [f"python{major}.{minor}-venv"]


def test_programs_of_the_black_box_tests_are_looked_for(dev, bare_machine, monkeypatch):
    monkeypatch.setattr(dev.shutil, "which", lambda program: None if program == "Xvfb" else program)
    assert dev.missing_packages({}, dev.BLACK_BOX) == ["xvfb"]


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_bring_their_libraries(dev, monkeypatch, platform):
    monkeypatch.setattr(dev.sys, "platform", platform)
    assert dev.provide({"libnowhere.so.0": "libnowhere0"})


# The virtual environment


def test_the_venv_can_be_elsewhere(dev, tmp_path):
    assert dev.venv_folder({}) == ROOT / ".venv"
    assert dev.venv_folder({"KPGUI_VENV": str(tmp_path)}) == tmp_path


def test_a_stamp_speaks_for_its_project_and_python_only(dev, tmp_path):
    project = tmp_path / "pyproject.toml"
    project.write_text("one")
    stamp = dev.fingerprint(tmp_path, "3.11")
    assert dev.fingerprint(tmp_path, "3.11") == stamp
    assert dev.fingerprint(tmp_path, "3.12") != stamp
    project.write_text("two")
    assert dev.fingerprint(tmp_path, "3.11") != stamp


@pytest.fixture
def installs(dev, tmp_path, monkeypatch):
    """The groups that set_up installs, in a venv whose Python works."""
    groups = []
    monkeypatch.setenv("KPGUI_VENV", str(tmp_path / "venv"))
    monkeypatch.setattr(dev, "answer", lambda *_: "3.11")
    monkeypatch.setattr(dev, "install", lambda _, group: groups.append(group))
    return groups


def test_what_is_installed_is_not_installed_again(dev, installs):
    for group in ("run", "run", "dev", "dev", "run"):
        dev.set_up(group)
    assert installs == ["run", "dev"]


def test_the_peers_are_kept_apart(dev, installs, tmp_path):
    assert dev.set_up("peers") == dev.set_up("dev") / "peers"
    assert dev.set_up("peers") == tmp_path / "venv" / "peers"
    assert installs == ["peers", "dev"]


def test_an_interrupted_installation_is_done_again(dev, installs, monkeypatch):
    def interrupted(python, group):
        raise KeyboardInterrupt

    dev.set_up("run")
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(dev, "install", interrupted)
        dev.set_up("dev")
    dev.set_up("run")
    assert installs == ["run", "run"]


def test_of_two_starts_at_once_one_installs(dev, installs, monkeypatch):
    both = threading.Barrier(2)

    def start():
        both.wait()
        dev.set_up("dev")

    starts = [threading.Thread(target=start) for _ in range(2)]
    for thread in starts:
        thread.start()
    for thread in starts:
        thread.join()
    assert installs == ["dev"]


def test_a_folder_that_is_no_venv_is_not_emptied(dev, tmp_path, monkeypatch):
    commands = []
    monkeypatch.setattr(dev, "carry_out", lambda command, _: commands.append(command))
    dev.make_venv(tmp_path)
    (tmp_path / "pyvenv.cfg").touch()
    dev.make_venv(tmp_path)
    assert ["--clear" in command for command in commands] == [False, True]


def test_a_python_that_is_gone_gives_no_answer(dev, tmp_path):
    assert dev.answer(str(tmp_path / "python"), "print(1)") is None
    assert dev.answer(sys.executable, "import nowhere") is None
    assert dev.answer(sys.executable, "print(1)") == "1\n"
