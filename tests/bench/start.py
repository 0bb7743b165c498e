"""Start to a usable window, in time and memory, against a bare pyqtgraph window."""

from collections.abc import Iterator
from statistics import median
from time import time

from tests.bench.process import measured_in_a_process
from tests.bench.table import Row

REPEAT = 15


def rows() -> Iterator[Row]:
    seconds: dict[str, list[float]] = {"kpgui": [], "bare": []}
    megabytes: dict[str, list[float]] = {"kpgui": [], "bare": []}
    for _ in range(REPEAT + 1):
        for which in seconds:
            figures = measured_in_a_process("tests.bench.window_at_start", which, str(time()))
            seconds[which].append(figures["seconds"])
            megabytes[which].append(figures["megabytes"])
    ours, bare = (median(seconds[which][1:]) for which in ("kpgui", "bare"))
    yield Row(
        "start to a usable window, against a bare pyqtgraph window",
        f"{ours / bare:.2f} × ({ours:.2f} s / {bare:.2f} s)",
        "≤ 1.4 ×",
        ours / bare <= 1.4,
    )
    ours, bare = (median(megabytes[which][1:]) for which in ("kpgui", "bare"))
    yield Row(
        "memory after the start",
        f"{ours / bare:.2f} × ({ours:.0f} MB / {bare:.0f} MB)",
        "≤ 1.3 ×",
        ours / bare <= 1.3,
    )
