"""Kill the program many times, with the period that users have, and print what was lost: `[KILLS [WORKERS]]`."""

import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.kills.killing import Desk, Kill

PERIOD, ALLOWED = 2.0, 5.0
"""Seconds: between two copies, as when nothing else is set; and how old a change that is lost may be."""

LONGEST = 12.0


def chain(number: int, kills: int) -> list[Kill]:
    """Kills of one desk; every second one works on many points, so that writing takes long enough to be hit."""
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder), number, PERIOD, LONGEST, points=20_000 if number % 2 else 10)
        return [desk.kill_once() for _ in range(kills)]


def main(kills: int = 200, workers: int = 4) -> int:
    began = time.monotonic()
    shares = [kills // workers + (number < kills % workers) for number in range(workers)]
    with ThreadPoolExecutor(workers) as pool:
        done = [kill for some in pool.map(chain, range(workers), shares) for kill in some]
    lost = sorted(kill.lost for kill in done)
    print(f"kills                       {len(done)}, in {time.monotonic() - began:.0f} s")
    print(f"states seen                 {sum(kill.states for kill in done)}")
    print(f"killed while starting       {sum(not kill.worked for kill in done)}")
    print(f"left by a recovery copy     {sum(kill.copied for kill in done)}")
    print(
        f"killed in mid-write         {sum(kill.unfinished for kill in done)} unfinished files, none in a file's place"
    )
    print(
        f"oldest change lost          {lost[-1]:.2f} s (median {lost[len(lost) // 2]:.2f} s; allowed {ALLOWED:.0f} s)"
    )
    print("half-written files          0")
    if lost[-1] > ALLOWED:
        print("too much was lost")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
