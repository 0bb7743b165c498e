"""The matrix: which Pythons are tried, and how pytest is told what to run."""

import sys

from commands import matrix


def test_all_that_the_package_says_it_runs_on_are_tried():
    assert matrix.supported()[0] == "3.11"
    assert f"{sys.version_info[0]}.{sys.version_info[1]}" in matrix.supported()
    assert "3" not in matrix.supported()


def test_what_follows_two_dashes_is_for_pytest():
    assert matrix.split(["3.12", "--", "-q", "tests"]) == (["3.12"], ["-q", "tests"])
    assert matrix.split(["3.12"]) == (["3.12"], [])


def test_a_shim_with_nothing_behind_it_is_no_python(tmp_path, monkeypatch):
    shim = tmp_path / "python3.99"
    shim.write_text("#!/bin/sh\necho 'python3.99: command not found' >&2\nexit 127\n")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "none"))
    assert list(matrix.pythons("3.99")) == []


def test_a_python_of_pyenv_is_found(tmp_path, monkeypatch):
    name = f"{sys.version_info[0]}.{sys.version_info[1]}"
    folder = tmp_path / "versions" / f"{name}.1" / "bin"
    folder.mkdir(parents=True)
    (folder / "python").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert list(matrix.pythons(name)) == [str(folder / "python")]
