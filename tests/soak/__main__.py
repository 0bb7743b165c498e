"""Use the real window at random for some minutes: `python3 packaging/dev.py soak --minutes N [--seed S]`.

Looked for: exceptions in any thread, warnings of Qt and of Python, threads, files, widgets or memory that grow,
sessions that change on disk, recovery copies that do not load, edits that undo does not take back. Each problem is
printed once, with the seed and the last actions. Exit code 0: nothing was found.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

# Before NumPy is imported.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["PYQTGRAPH_QT_LIB"] = "PySide6"

AUTOSAVE = "0.5"
"""Seconds between two recovery copies: more often than usual, as more is done."""

LAST = 25


def supervise(words: list[str], folder: Path) -> int:
    """Run the window in a process of its own, and tell what it did last if it crashes or hangs."""
    environment = {
        **os.environ,
        "KPGUI_SETTINGS": str(folder / "settings.ini"),
        "KPGUI_STATE": str(folder / "state"),
        "KPGUI_AUTOSAVE": AUTOSAVE,
        "HOME": str(folder),
        **{f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")},
    }
    command = [sys.executable, "-m", "tests.soak", *words, "--inside", str(folder)]
    code = subprocess.call(command, env=environment)
    if code not in (0, 1, 130):
        log = folder / "actions.log"
        last = log.read_text("utf-8").splitlines()[-LAST:] if log.exists() else []
        print(f"\nFAILED: it ended with {code}; the last actions:", *last, sep="\n")
    return code


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--actions", type=int, default=-1, help="end after so many, to see one again")
    parser.add_argument("--verbose", action="store_true", help="print what was measured at each rest")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    if options.inside is not None:
        from tests.soak.program import main as act

        return act(options, options.inside)
    with tempfile.TemporaryDirectory() as folder:
        return supervise(words, Path(folder))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
