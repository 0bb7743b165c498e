"""In a process of its own: load one large CSV file and say what it took."""

import json
import sys
import time
from itertools import pairwise
from pathlib import Path

from tests.bench.window_at_start import resident_megabytes


def by_kpgui(path: str) -> float:
    """Loads it; the longest time between two questions whether to give up."""
    from kpgui.formats import read

    asked = [time.process_time()]
    read(path, cancelled=lambda: asked.append(time.process_time()) is not None)
    return max(b - a for a, b in pairwise([*asked, time.process_time()]))


def by_pandas(path: str) -> float:
    import pandas

    frame = pandas.read_csv(path)
    frame[["x", "y"]].to_numpy()
    frame["label"].astype("category")
    return 0.0


def peak_megabytes() -> float:
    status = Path("/proc/self/status")
    if not status.exists():
        return resident_megabytes()
    return next(int(line.split()[1]) / 1024 for line in status.read_text().splitlines() if line.startswith("VmHWM"))


def main(which: str, path: str) -> None:
    import numpy  # noqa: F401  # the program has it loaded

    load = {"kpgui": by_kpgui, "pandas": by_pandas}[which]
    if which == "pandas":
        import pandas  # noqa: F401  # importing it is not to be timed
    else:
        import kpgui.formats  # noqa: F401  # nor is this
    start = time.process_time()
    patience = load(path)
    seconds = time.process_time() - start
    print(json.dumps({"seconds": seconds, "patience": patience, "megabytes": peak_megabytes()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
