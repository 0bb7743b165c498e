"""Fuzz whatever a user may hand to the program: `python3 packaging/dev.py fuzz [SECONDS]`.

Every input is answered in a child process, within 5 s and 500 MB, and every message is one sentence (`rules.py`). What
breaks a rule is made smaller, saved and printed once, with the command that replays it. The inputs of a seed are the
same every time. Exit code 0: nothing was found.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from multiprocessing.connection import wait
from pathlib import Path

# Before NumPy is imported: a process is forked while it has one thread, and its time is that of one.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

from tests.fuzz.case import Case
from tests.fuzz.making import case_of
from tests.fuzz.rules import Failure
from tests.fuzz.shrinking import shrunk
from tests.fuzz.targets import MAKERS
from tests.fuzz.worker import Worker

SHRINKING = 10.0
"""Seconds for each finding."""


class Hunt:
    """Inputs given to workers, and what was found."""

    def __init__(self, jobs: int, folder: Path, shrinking: float = SHRINKING) -> None:
        self.found: Counter[tuple[str, str, str]] = Counter()
        self.asked = 0
        self._folder, self._shrinking = folder, shrinking
        self._workers = [Worker() for _ in range(jobs)]

    def run(self, seed: int, seconds: float, families: Sequence[str] = tuple(MAKERS)) -> None:
        end, number = time.monotonic() + seconds, 0
        busy: list[Worker] = []
        while busy or time.monotonic() < end:
            for worker in self._workers:
                if worker not in busy and time.monotonic() < end:
                    worker.begin(case_of(seed, number, families))
                    busy.append(worker)
                    number += 1
            for worker in self._done(busy):
                busy.remove(worker)
                self.asked += 1
                if worker.failure is not None:
                    self._failed(worker, busy)

    def _done(self, busy: list[Worker]) -> list[Worker]:
        finished = [worker for worker in busy if worker.done]
        if finished or not busy:
            return finished
        ready = wait([worker.connection for worker in busy])
        return [worker for worker in busy if worker.connection in ready and worker.look()]

    def _failed(self, worker: Worker, busy: list[Worker]) -> None:
        """Look into a failure. What depends on how busy the machine is is asked again while no other worker works."""
        case, failure = worker.case, worker.failure
        if self.found[failure.signature]:
            self.found[failure.signature] += 1
            return
        if failure.depends_on_load:
            self._wait_for(busy)
            again = worker.run(case)
            if again is None:
                return
            failure = again
        self.found[failure.signature] += 1
        if self.found[failure.signature] == 1:
            self._report(worker, case, failure)

    def _wait_for(self, busy: list[Worker]) -> None:
        for other in busy:
            other.finish()

    def _report(self, worker: Worker, case: Case, failure: Failure) -> None:
        def still_fails(smaller: Case) -> bool:
            again = worker.run(smaller)
            return again is not None and again.signature == failure.signature

        small = shrunk(case, still_fails, self._shrinking)
        path = small.save(self._folder)
        print(f"\n{failure.kind} in {failure.question!r} of a {case.target} ({case.family}): {failure.place}")
        print(f"  {failure.detail.strip()[-1800:]}".replace("\n", "\n  "))
        print(f"  input   {len(small.content):,} bytes {small.content[:100]!r} {small.options or ''}")
        print(f"  replay  python3 packaging/dev.py fuzz --replay {path}", flush=True)

    def close(self) -> None:
        for worker in self._workers:
            worker.close()


def replay(paths: list[Path]) -> int:
    """Ask about saved inputs again. Any other file is one to be read."""
    worker, failed = Worker(), 0
    for path in paths:
        failure = worker.run(Case.load(path))
        failed += failure is not None
        print(
            f"{path.name}: "
            + ("clean" if failure is None else f"{failure.kind} in {failure.question!r}\n{failure.detail}")
        )
    worker.close()
    return 1 if failed else 0


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py fuzz", description=__doc__)
    parser.add_argument("seconds", nargs="?", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="worker processes")
    parser.add_argument(
        "--only", nargs="+", choices=MAKERS, default=tuple(MAKERS), metavar="FAMILY", help=", ".join(MAKERS)
    )
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "kpgui-fuzz", help="for findings")
    parser.add_argument("--replay", type=Path, nargs="+", metavar="FILE", help="ask about saved inputs again")
    options = parser.parse_args(words)
    if options.replay:
        return replay(options.replay)
    hunt = Hunt(options.jobs, options.folder)
    try:
        hunt.run(options.seed, options.seconds, options.only)
    finally:
        hunt.close()
    for (kind, question, place), count in hunt.found.most_common():
        print(f"{count:6} × {kind} in {question!r} {place}")
    print(f"{hunt.asked} inputs in {options.seconds} s (seed {options.seed}), {len(hunt.found)} different failures")
    return 1 if hunt.found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
