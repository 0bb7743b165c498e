"""What is drawn has the same bytes, whether the program is this checkout's or a packaged one, and whatever is set."""

import os
import subprocess
import sys

import pytest

import kpgui
from tests.blackbox.desk import PROGRAM
from tests.strategies import noisy_moons


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["png", "svg", "pdf", "gif", "py"])
def test_the_program_draws_the_same_bytes_as_this_checkout(suffix, tmp_path):
    session = tmp_path / "moons.kpgui"
    kpgui.save(kpgui.Session(noisy_moons(40), "rbf(sigma=0.5)"), session)
    drawn = []
    for name, program in (("one", PROGRAM), ("two", [sys.executable, "-m", "kpgui"])):
        out = tmp_path / name / f"moons.{suffix}"
        out.parent.mkdir()
        bare = {each: value for each, value in os.environ.items() if not each.startswith(("QT_", "DISPLAY", "LC_"))}
        command = [*program, "render", str(session), "-o", str(out), *(["--frames", "4"] if suffix == "gif" else [])]
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, env={**bare, "LC_ALL": "C"})
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        drawn.append(out.read_bytes())
    assert drawn[0] == drawn[1]
