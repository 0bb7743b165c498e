"""Virtual environments: made once, for whom they are made, and made anew when what is wanted changes."""

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from commands.parts import virtual_environment

ROOT = Path(__file__).resolve().parents[2]

posix = pytest.mark.skipif(os.name != "posix", reason="needs programs with #! and terminals")


def test_the_venv_can_be_elsewhere(tmp_path):
    assert virtual_environment.venv_folder({}) == ROOT / ".venv"
    assert virtual_environment.venv_folder({"KPGUI_VENV": str(tmp_path)}) == tmp_path


@pytest.fixture
def project(tmp_path):
    """A project's folder with what says what is installed."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "pyproject.toml").write_text('[project]\nname = "kpgui"\n')
    (folder / "uv.lock").write_text("one")
    return folder


def test_a_stamp_speaks_for_what_is_locked_and_one_python_only(project):
    stamp = virtual_environment.fingerprint(project, "3.11")
    assert virtual_environment.fingerprint(project, "3.11") == stamp
    assert virtual_environment.fingerprint(project, "3.12") != stamp
    (project / "uv.lock").write_text("two")
    assert virtual_environment.fingerprint(project, "3.11") != stamp


def test_of_the_project_only_what_is_installed_counts(project):
    stamp = virtual_environment.fingerprint(project, "3.11")
    file = project / "pyproject.toml"
    file.write_text(f"{file.read_text()}\n[tool.ruff]\nline-length = 99\n")
    assert virtual_environment.fingerprint(project, "3.11") == stamp
    file.write_text(f'{file.read_text()}\n[project.scripts]\nnew = "kpgui:new"\n')
    assert virtual_environment.fingerprint(project, "3.11") != stamp


@pytest.fixture
def installs(tmp_path, monkeypatch):
    """The groups that set_up installs, in a venv whose Python works."""
    groups = []
    monkeypatch.setenv("KPGUI_VENV", str(tmp_path / "venv"))
    monkeypatch.setattr(virtual_environment, "answer", lambda *_: "3.11")
    monkeypatch.setattr(virtual_environment, "install", lambda _, group: groups.append(group) or True)
    return groups


def test_what_is_installed_is_not_installed_again(installs):
    for group in ("run", "run", "dev", "dev", "run"):
        virtual_environment.set_up(group)
    assert installs == ["run", "dev"]


def test_the_peers_are_kept_apart(installs, tmp_path):
    assert virtual_environment.set_up("peers") == virtual_environment.set_up("dev") / "peers"
    assert virtual_environment.set_up("peers") == tmp_path / "venv" / "peers"
    assert installs == ["peers", "dev"]


def test_an_interrupted_installation_is_done_again(installs, monkeypatch):
    def interrupted(folder, group):
        raise KeyboardInterrupt

    virtual_environment.set_up("run")
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(virtual_environment, "install", interrupted)
        virtual_environment.set_up("dev")
    virtual_environment.set_up("run")
    assert installs == ["run", "run"]


def test_what_is_there_is_used_when_what_has_changed_cannot_be_installed(installs, project, monkeypatch, capsys):
    """Offline, for example. What was never installed cannot be used."""
    monkeypatch.setattr(virtual_environment, "ROOT", project)
    there = virtual_environment.set_up("run")
    (project / "uv.lock").write_text("two")
    with monkeypatch.context() as patch:
        patch.setattr(virtual_environment, "install", lambda *_: False)
        for _ in range(2):
            assert virtual_environment.set_up("run") == there
            assert capsys.readouterr().err == (
                "kpgui: pip could not install what has changed, see above; what was installed before is used.\n"
            )
        for group in ("dev", "peers"):
            with pytest.raises(SystemExit):
                virtual_environment.set_up(group)
        patch.setattr(virtual_environment, "answer", lambda *_: "3.12")
        with pytest.raises(SystemExit):
            virtual_environment.set_up("run")
    virtual_environment.set_up("run")
    assert installs == ["run", "run"]


def test_another_group_with_another_lock_makes_the_first_be_looked_at_again(installs, project, monkeypatch):
    """Both are in one venv: what the first group wanted may have been replaced."""
    monkeypatch.setattr(virtual_environment, "ROOT", project)
    virtual_environment.set_up("dev")
    (project / "uv.lock").write_text("two")
    virtual_environment.set_up("run")
    (project / "uv.lock").write_text("one")
    virtual_environment.set_up("dev")
    assert installs == ["dev", "run", "dev"]


HOSTILE = "import os; open(os.environ['KPGUI_HOSTILE'], 'a').write(__name__ + ' ')\n"
IMPORTED = ("venv", "ensurepip", "pip", "compileall", "json", "random", "subprocess", "numpy", "PySide6", "runpy")


@pytest.fixture
def hostile(tmp_path, monkeypatch):
    """The current folder has modules with the names of what is imported; yields the file in which they sign."""
    folder, signed = tmp_path / "hostile", tmp_path / "signed"
    folder.mkdir()
    for name in IMPORTED:
        (folder / f"{name}.py").write_text(HOSTILE)
    monkeypatch.setenv("KPGUI_HOSTILE", str(signed))
    monkeypatch.chdir(folder)
    yield signed
    assert not signed.exists(), signed.read_text()


def test_nothing_of_the_current_folder_runs_while_a_venv_is_made(hostile, tmp_path, monkeypatch):
    """Really made, with pip, and without what a network would bring."""
    folder = tmp_path / "venv"
    asked = []
    monkeypatch.setattr(virtual_environment, "pip_install", lambda python, *told: asked.append(python) or True)
    virtual_environment.make_venv(folder)
    assert virtual_environment.install(folder, "run")
    python = virtual_environment.venv_program(folder, "python")
    assert asked == [python] * 3
    assert virtual_environment.answer(python, "import pip") is not None
    monkeypatch.undo()
    monkeypatch.chdir(hostile.with_name("hostile"))
    monkeypatch.setenv("KPGUI_HOSTILE", str(hostile))
    assert virtual_environment.pip_install(python, "--no-index", "--dry-run", "pip")


STARTED = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv.pop(1))
import dev
from commands import run
run.provide, run.set_up = lambda _: True, lambda _: Path(sys.prefix)
sys.exit(dev.main(["run", "list", "kernels"]))
"""


def test_nothing_of_the_current_folder_runs_with_the_program(hostile):
    command = [sys.executable, "-P", "-c", STARTED, ROOT / "packaging"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "rbf" in done.stdout


def test_no_command_looks_for_a_module_in_the_current_folder():
    """`python -m` does, before anywhere else, unless it is told not to."""
    for path in (ROOT / "packaging").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert text.count('"-m"') == len(re.findall(r'"-[PI]", "-m"', text)), path


PIP = """#!/bin/sh
echo 'Collecting numpy==2.5.5'
echo '  Downloading numpy-2.5.5-cp313-cp313-linux_x86_64.whl.metadata (62 kB)'
echo '  Downloading numpy-2.5.5-cp313-cp313-linux_x86_64.whl (16.9 MB)'
echo 'Installing collected packages: numpy'
exit 3
"""


@pytest.fixture
def pip(tmp_path):
    """A program that says what pip says, and fails."""
    program = tmp_path / "pip"
    program.write_text(PIP)
    program.chmod(0o755)
    return str(program)


@posix
def test_a_line_says_what_comes_and_how_much_it_is(pip, capfd):
    assert not virtual_environment.pip_install(pip)
    assert capfd.readouterr() == ("", "kpgui: downloading numpy-2.5.5-cp313-cp313-linux_x86_64.whl (16.9 MB)\n")


@posix
def test_a_terminal_shows_what_pip_shows(pip, capfd, monkeypatch):
    master, slave = os.openpty()
    with os.fdopen(slave, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        assert not virtual_environment.pip_install(pip)
        shown = os.read(master, 10_000).decode()
    os.close(master)
    assert "Collecting numpy==2.5.5\r\n" in shown
    assert "(16.9 MB)\r\nInstalling" in shown
    assert capfd.readouterr() == ("", "")


def test_of_two_starts_at_once_one_installs(installs, monkeypatch):
    both = threading.Barrier(2)

    def start():
        both.wait()
        virtual_environment.set_up("dev")

    starts = [threading.Thread(target=start) for _ in range(2)]
    for thread in starts:
        thread.start()
    for thread in starts:
        thread.join()
    assert installs == ["dev"]


def test_a_folder_that_is_no_venv_is_not_emptied(tmp_path, monkeypatch):
    commands = []
    monkeypatch.setattr(virtual_environment, "carry_out", lambda command, _: commands.append(command))
    virtual_environment.make_venv(tmp_path)
    (tmp_path / "pyvenv.cfg").touch()
    virtual_environment.make_venv(tmp_path)
    assert ["--clear" in command for command in commands] == [False, True]


def test_a_python_that_is_gone_gives_no_answer(tmp_path):
    assert virtual_environment.answer(str(tmp_path / "python"), "print(1)") is None
    assert virtual_environment.answer(sys.executable, "import nowhere") is None
    assert virtual_environment.answer(sys.executable, "print(1)") == "1\n"
