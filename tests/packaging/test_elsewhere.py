"""The program in another folder, as an installed one is."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kpgui
from tests.strategies import noisy_moons

ROOT = Path(kpgui.__file__).parents[1]


def drawn(root, session, out):
    """The content of a file drawn by the program in that folder."""
    code = "import sys; sys.path.insert(0, sys.argv.pop(1)); from kpgui.cli import main; sys.exit(main())"
    command = [sys.executable, "-P", "-c", code, str(root), "render", str(session), "-o", str(out)]
    environment = {**os.environ, "PYTHONPATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=out.parent)
    assert done.returncode == 0, done.stderr
    return out.read_bytes()


@pytest.mark.slow
def test_a_picture_has_the_same_bytes_wherever_the_program_is(tmp_path):
    session = tmp_path / "moons.kpgui"
    kpgui.save(kpgui.Session(noisy_moons(20), "rbf(sigma=0.5)"), session)
    for folder in ("a", "b", "c"):
        for part in ("kpgui", "resources"):
            shutil.copytree(ROOT / part, tmp_path / folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for suffix in (".pdf", ".svg"):
        first, *others = [drawn(tmp_path / folder, session, tmp_path / f"out{suffix}") for folder in ("a", "b", "c")]
        assert all(other == first for other in others), suffix
