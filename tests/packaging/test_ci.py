"""`.ci/run`: what it says of its steps. The steps themselves are stood in for by a program that is done at once."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

STEP = """#!/bin/sh
[ "$1" = -c ] && exec /usr/bin/python3 "$@"
[ "$2" = lint ] && sleep 1.2
[ "$2" != "$KPGUI_FAILING" ]
"""

pytestmark = pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")


@pytest.fixture
def ran(tmp_path):
    """Runs it where `python3` is the program above; the step of this name fails."""
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "python3"
    program.write_text(STEP)
    program.chmod(0o755)
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")

    def run(failing=""):
        environ = {**os.environ, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}", "KPGUI_FAILING": failing}
        return subprocess.run(["bash", tmp_path / ".ci" / "run"], env=environ, capture_output=True, text=True)

    return run


@pytest.mark.slow
def test_it_says_how_long_each_step_took(ran):
    done = ran()
    assert done.returncode == 0, done.stdout + done.stderr
    begun = re.findall(r"^== (python3 .*)$", done.stdout, re.MULTILINE)
    table = re.findall(r"^ *(\d+) s  (.*)$", done.stdout, re.MULTILINE)
    assert len(begun) >= 8
    assert [name for _, name in table] == [*begun, "in all"]
    seconds = {name: int(count) for count, name in table}
    assert seconds["python3 packaging/dev.py lint"] >= 1
    assert seconds["in all"] >= sum(seconds[name] for name in begun)
    assert done.stdout.count("== took ") == len(begun)


@pytest.mark.slow
def test_a_failed_step_is_timed_and_named(ran):
    done = ran("lint")
    assert done.returncode == 1
    assert "s  python3 packaging/dev.py lint\n" in done.stdout
    assert done.stdout.endswith("== failed:\n   python3 packaging/dev.py lint\n")
