"""A million rows of CSV, against pandas, in time and memory."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from tests.bench.process import measured_in_a_process
from tests.bench.table import Row

ROWS = 1_000_000


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        for name, classes in (("numbers as labels", ("-1", "1")), ("names as labels", ("cat", "dog"))):
            path = Path(folder) / "points.csv"
            _write(path, classes)
            ours, theirs = (
                measured_in_a_process("tests.bench.load", which, str(path)) for which in ("kpgui", "pandas")
            )
            yield Row(
                f"{ROWS:,} rows of CSV, {path.stat().st_size // 1_000_000} MB, {name}",
                f"{theirs['seconds'] / ours['seconds']:.2f} × pandas "
                f"({ours['seconds']:.2f} s / {theirs['seconds']:.2f} s), "
                f"{ours['megabytes']:.0f} MB, given up within {1000 * ours['patience']:.0f} ms",
                "≥ 0.2 ×, ≤ 300 MB",
                ours["seconds"] <= 5 * theirs["seconds"] and ours["megabytes"] <= 300,
            )


def _write(path: Path, classes: tuple[str, str]) -> None:
    points = np.random.default_rng(0).normal(size=(ROWS, 2)).tolist()
    lines = (f"{x!r},{y!r},{classes[k % 2]}\n" for k, (x, y) in enumerate(points))
    path.write_text("x,y,label\n" + "".join(lines), encoding="utf-8")
