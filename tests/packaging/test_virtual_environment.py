"""Virtual environments: made once, for whom they are made, and made anew when what is wanted changes."""

import sys
import threading
from pathlib import Path

import pytest

from commands.parts import virtual_environment

ROOT = Path(__file__).resolve().parents[2]


def test_the_venv_can_be_elsewhere(tmp_path):
    assert virtual_environment.venv_folder({}) == ROOT / ".venv"
    assert virtual_environment.venv_folder({"KPGUI_VENV": str(tmp_path)}) == tmp_path


def test_a_stamp_speaks_for_its_project_and_python_only(tmp_path):
    project = tmp_path / "pyproject.toml"
    project.write_text("one")
    stamp = virtual_environment.fingerprint(tmp_path, "3.11")
    assert virtual_environment.fingerprint(tmp_path, "3.11") == stamp
    assert virtual_environment.fingerprint(tmp_path, "3.12") != stamp
    project.write_text("two")
    assert virtual_environment.fingerprint(tmp_path, "3.11") != stamp


@pytest.fixture
def installs(tmp_path, monkeypatch):
    """The groups that set_up installs, in a venv whose Python works."""
    groups = []
    monkeypatch.setenv("KPGUI_VENV", str(tmp_path / "venv"))
    monkeypatch.setattr(virtual_environment, "answer", lambda *_: "3.11")
    monkeypatch.setattr(virtual_environment, "install", lambda _, group: groups.append(group))
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
    def interrupted(python, group):
        raise KeyboardInterrupt

    virtual_environment.set_up("run")
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(virtual_environment, "install", interrupted)
        virtual_environment.set_up("dev")
    virtual_environment.set_up("run")
    assert installs == ["run", "run"]


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
