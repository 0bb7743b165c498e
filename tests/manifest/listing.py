"""(f) What `kpgui list` shows."""

from typing import Any

from tests.manifest.command_line import run

LISTED = "kernels", "learners", "generators", "formats", "figure", "presets"


def collect(part: str, folder: str) -> dict[str, Any]:
    return {what: run("list", what).out.splitlines() for what in LISTED}
