"""`dev.py bench [--write] [name …]`: run the benchmarks and print their tables."""

import argparse
import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from tests.bench import (
    animations,
    comparing,
    digits,
    field,
    gram,
    kernels,
    latency,
    learners,
    loading,
    pictures,
    smo,
    start,
    training,
    votes,
    window,
)
from tests.bench.page import PAGE, machine, write
from tests.bench.table import table

SUITES = {
    "field": field.rows,
    "kernels": kernels.rows,
    "training": training.rows,
    "smo": smo.rows,
    "votes": votes.rows,
    "learners": learners.rows,
    "latency": latency.rows,
    "digits": digits.rows,
    "gram": gram.rows,
    "window": window.rows,
    "start": start.rows,
    "loading": loading.rows,
    "pictures": pictures.rows,
    "animations": animations.rows,
    "comparing": comparing.rows,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="dev.py bench", description="Times the program against references.")
    parser.add_argument("suite", nargs="*", help=f"which of {', '.join(SUITES)}; all of them when none is named")
    parser.add_argument(
        "--write", action="store_true", help=f"put the tables into {PAGE.parent.name}/{PAGE.name} as well"
    )
    options = parser.parse_args()
    wanted = options.suite or list(SUITES)
    if unknown := [name for name in wanted if name not in SUITES]:
        parser.error(f"there is no suite {unknown[0]!r}; there are {', '.join(SUITES)}")
    print(machine(), flush=True)
    met = True
    for name in wanted:
        rows = []
        for row in SUITES[name]():
            rows.append(row)
            print(f"  {row.what}: {row.measured}", file=sys.stderr, flush=True)
        print(f"\n{table(rows)}", flush=True)
        if options.write:
            write(name, machine(), table(rows))
        met = met and all(row.met for row in rows)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
