"""End the program many times, with the period that users have, and print what was lost."""

import argparse
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.bench import page
from tests.kills.killing import ASKED, Desk, Kill

PERIOD, ALLOWED = 2.0, 5.0
"""Seconds: between two copies, as when nothing else is set; and how old a change that is lost may be."""

LONGEST = 12.0

POINTS = 10, 100_000, 10, 20_000


def chain(number: int, kills: int) -> tuple[list[Kill], str]:
    """Kills of one desk, and what went wrong. POINTS: many of them take long enough to write for a kill to hit it."""
    done: list[Kill] = []
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder), number, PERIOD, LONGEST, POINTS[number % len(POINTS)])
        try:
            for _ in range(kills):
                done.append(desk.kill_once())
                print(f"desk {number}: {done[-1]}", file=sys.stderr, flush=True)
        except AssertionError as error:
            return done, f"desk {number}, kill {len(done) + 1}: {error}"
    return done, ""


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="dev.py kills", description=__doc__)
    parser.add_argument("kills", nargs="?", type=int, default=200)
    parser.add_argument("workers", nargs="?", type=int, default=4, help="how many at a time")
    parser.add_argument("--write", action="store_true", help="put what was lost into docs/performance.md as well")
    options = parser.parse_args(words)
    kills, workers = options.kills, options.workers
    began = time.monotonic()
    shares = [kills // workers + (number < kills % workers) for number in range(workers)]
    with ThreadPoolExecutor(workers) as pool:
        chains = list(pool.map(chain, range(workers), shares))
    done = [kill for some, _ in chains for kill in some]
    problems = [problem for _, problem in chains if problem]
    lost = sorted(kill.lost for kill in done)
    asked = [kill for kill in done if kill.signal in ASKED]
    told = [
        f"kills                    {len(done)}, in {time.monotonic() - began:.0f} s",
        f"states seen              {sum(kill.states for kill in done)}",
        f"killed while starting    {sum(not kill.worked for kill in done)}",
        f"killed while saving      {sum(kill.writing for kill in done)}",
        f"killed while copying     {sum(kill.copying for kill in done)}",
        f"left by a recovery copy  {sum(kill.copied for kill in done)}",
        f"asked to end             {', '.join(f'{name} {tally(done, name)}' for name in ASKED)}",
        f"ended badly              {'; '.join(kill.problem for kill in asked if kill.problem) or 'none'}",
        f"locks left behind        {sum(each[-1].locks for each, _ in chains if each)} (allowed {2 * workers})",
        f"oldest change lost       {lost[-1]:.2f} s (median {lost[len(lost) // 2]:.2f} s; allowed {ALLOWED:.0f} s)",
        f"half-written, or other   {'; '.join(problems) or 'none'}",
    ]
    print("\n".join(told))
    if options.write:
        page.write("kills", page.machine(), "\n".join(["```", *told, "```"]))
    return int(bool(problems) or lost[-1] > ALLOWED or any(kill.lost or kill.problem for kill in asked))


def tally(kills: list[Kill], name: str) -> str:
    those = [kill for kill in kills if kill.signal == name]
    return f"{len(those)} times, work lost in {sum(kill.lost > 0 for kill in those)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
