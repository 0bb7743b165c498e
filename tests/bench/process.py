"""A measurement in a process of its own, which prints its figures as one line of JSON."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def measured_in_a_process(module: str, *arguments: str) -> dict[str, Any]:
    """The figures that `python -m module arguments` prints last. Settings are those of a first start.

    Python keeps our modules compiled, as pip has compiled the others: with PYTHONDONTWRITEBYTECODE, which images of
    containers like to set, every start would compile ours anew. Raises RuntimeError with what it printed when it fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "KPGUI_SETTINGS": str(Path(folder) / "settings.ini"), "KPGUI_STATE": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform in ("win32", "darwin")):
            environment.setdefault("QT_QPA_PLATFORM", "offscreen")
        done = subprocess.run(
            [sys.executable, "-m", module, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
        )
    if done.returncode:
        raise RuntimeError(f"{module} {' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures
