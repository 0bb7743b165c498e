"""`dev.py bench [name …]`: run the benchmarks and print their table."""

import argparse
import os
import platform
import sys
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from tests.bench import digits, field, kernels, latency, learners, loading, smo, start, training, votes, window
from tests.bench.table import Row, print_table

SUITES = {
    "field": field.rows,
    "kernels": kernels.rows,
    "training": training.rows,
    "smo": smo.rows,
    "votes": votes.rows,
    "learners": learners.rows,
    "latency": latency.rows,
    "digits": digits.rows,
    "window": window.rows,
    "start": start.rows,
    "loading": loading.rows,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench", description="Times the program against references.")
    parser.add_argument("suite", nargs="*", help=f"which of {', '.join(SUITES)}; all of them when none is named")
    wanted = parser.parse_args().suite or list(SUITES)
    if unknown := [name for name in wanted if name not in SUITES]:
        parser.error(f"there is no suite {unknown[0]!r}; there are {', '.join(SUITES)}")
    print(f"{machine()}; Python {platform.python_version()}", flush=True)
    rows: list[Row] = []
    for name in wanted:
        for row in SUITES[name]():
            rows.append(row)
            print(f"  {row.what}: {row.measured}", file=sys.stderr, flush=True)
    print_table(rows)
    return 0 if all(row.met for row in rows) else 1


def machine() -> str:
    """The processor and the number of its cores that we have."""
    name = platform.processor() or platform.machine()
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8") as lines:
            name = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), name)
    except OSError:
        pass
    return f"{name}, {os.cpu_count()} cores, {platform.system()}"


if __name__ == "__main__":
    sys.exit(main())
