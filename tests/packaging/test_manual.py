"""The manual page and the completions: made of the parser, and understood by those that read them."""

import shutil
import subprocess

import pytest

from commands.parts import manual
from kpgui.cli import COMMANDS


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("manual")
    manual.main(path)
    return path


def needs(program):
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")


@needs("man")
def test_the_page_is_read_without_a_warning_and_names_every_command(folder):
    done = subprocess.run(
        ["man", "--warnings", "-E", "UTF-8", "-l", str(folder / "kpgui.1")],
        capture_output=True,
        text=True,
        env={"PATH": "/usr/bin:/bin", "MANWIDTH": "200", "LC_ALL": "C.UTF-8"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    for command in COMMANDS:
        assert f"kpgui {command.name}" in done.stdout
    for part in ("--at PLACE", "--skip-bad-rows", "see kernel classifiers learn", "--fps"):
        assert part in done.stdout
    for explained in ("EXPR is an expression", "PLACE is a step"):
        assert explained in done.stdout


def bash_answers(folder, *words):
    """What bash offers for the last of these words."""
    script = f"""
        source {folder / "kpgui"}
        COMP_WORDS=({" ".join(repr(word) for word in words)})
        COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
        _shtab_kpgui kpgui "${{COMP_WORDS[COMP_CWORD]}}"
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    return sorted(done.stdout.split())


@needs("bash")
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["ren"], ["render"]),
        (["list", "ker"], ["kernels"]),
        (["render", "--the"], ["--theme"]),
        (["render", "--theme", "d"], ["dark"]),
        (["train", "--kernel", "mat"], ["matern32", "matern52"]),
        (["train", "--learner", "forg"], ["forgetron"]),
        (["train", "--order", "rev"], ["reversed"]),
        (["generate", "moo"], ["moons"]),
        (["train", "kpgui.f"], ["kpgui.fish"]),
    ],
    ids=" ".join,
)
def test_bash_completes(folder, words, offered):
    assert bash_answers(folder, "kpgui", *words) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_understands_its_file(folder, shell):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run([shell, "-n", str(folder / manual.SHELLS[shell])], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
