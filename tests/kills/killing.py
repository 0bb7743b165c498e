"""Start the program, end it at a random moment, look at what is left; again and again on the same folder."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from kpgui import api
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from kpgui.recovery.fingerprint import FileState, compare
from kpgui.recovery.store import orphans
from tests.kills.program import digest

ROOT = Path(__file__).resolve().parents[2]

ASKED = ("SIGTERM", "SIGHUP", "SIGINT")
"""Signals that ask the program to end: of what it showed, nothing may be lost."""

PATIENCE = 30
"""Seconds within which it does, on a machine that has other things to do as well."""

QUIET = (0, 130, *(-getattr(signal, name, 0) for name in ASKED))
"""Exit codes of a program that was asked to end: from its window, while it starts, by the signal itself."""

START = """
import signal, sys
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # who started the tests may have turned it off
import kpgui.__main__
open(sys.argv[1], "a").close()
from tests.kills.program import main
sys.exit(main(*sys.argv[1:]))
"""
"""The program from its first line on: then its log is there."""


@dataclass(frozen=True)
class Kill:
    """What one kill did. lost: the age in seconds of the oldest change that is nowhere any more, 0 for none.

    signal: the name of the one that ended the program. problem: what was wrong with how it ended. locks: how many
    files of locks are left.

    worked: how long the session had been worked on. states: how many were seen. copied: whether a recovery copy
    holds the newest state that is left. writing, copying: whether the file, or a recovery copy, was just being written.
    """

    signal: str
    problem: str
    lost: float
    locks: int
    worked: float
    states: int
    copied: bool
    writing: bool
    copying: bool


class Desk:
    """One file, worked on by a program that is killed; one folder of recovery copies.

    period: seconds between two copies. longest: seconds of work within which the program is killed.
    """

    def __init__(self, folder: Path, seed: int, period: float, longest: float, points: int) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.file = folder / "work.kpgui"
        self.random = random.Random(seed)
        self.period = period
        self.longest = longest
        places = [[self.random.uniform(-3, 3), self.random.uniform(-2, 2)] for _ in range(points)]
        api.save(Session(Dataset.of(places, [self.random.choice((-1, 1)) for _ in places])), self.file)
        self.expected = digest(api.load(self.file))
        self.seen = {self.expected}
        self.kills = 0
        self.unfinished: set[Path] = set()

    def kill_once(self) -> Kill:
        """Raises AssertionError when a file is half-written or holds what never was on the screen."""
        self.kills += 1
        log = self.folder / f"log.{self.kills}"
        name = self.random.choice(("SIGKILL", *ASKED))
        process = self._started(log)
        try:
            ended = self._wait(process, log)
            if name in ASKED:
                process.send_signal(getattr(signal, name))
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(PATIENCE)
                ended = time.monotonic()  # what is done until it ends is not to be lost either
        finally:
            process.kill()
            said = process.communicate()[1]
        assert name in ASKED or "Traceback" not in said, said
        good = process.returncode in QUIET and "Traceback" not in said
        problem = "" if name not in ASKED or good else f"{name}: exit code {process.returncode}, {said[-300:]!r}"
        return self._look(log, name, ended, problem)

    def _started(self, log: Path) -> "subprocess.Popen[str]":
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "KPGUI_STATE": str(self.folder / "state"),
            "KPGUI_SETTINGS": str(self.folder / "settings.ini"),
            "KPGUI_AUTOSAVE": str(self.period),
        }
        command = [sys.executable, "-c", START, log, self.file, str(self.random.randrange(2**32))]
        pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        return subprocess.Popen(list(map(str, command)), env=environment, cwd=ROOT, text=True, **pipes)

    def _wait(self, process: "subprocess.Popen[str]", log: Path) -> float:
        """Let it work for a while; sometimes it does not even get to that. The moment of the kill."""
        early = self.random.random() < 0.2
        while not log.exists():  # Python itself has started
            assert process.poll() is None, process.communicate()
            time.sleep(0.001)  # the other process is looked at from outside
        end = time.monotonic() + (self.random.uniform(0, 1.5) if early else 110)
        while not log.stat().st_size:
            if time.monotonic() > end:
                assert early, "the program did not begin to work"
                break
            assert process.poll() is None, process.communicate()
            time.sleep(0.01)  # the other process is looked at from outside
        else:
            time.sleep(self.random.uniform(0, self.longest))  # the moment of the kill is left to chance
        return time.monotonic()

    def _look(self, log: Path, name: str, ended: float, problem: str) -> Kill:
        before, self.unfinished = self.unfinished, set(self.folder.rglob(".kpgui-*.tmp"))
        states = [(0.0, self.expected)]
        for line in log.read_text().splitlines() if log.exists() else ():
            moment, state = line.split()
            states.append((float(moment), state))
        if len(states) > 1:
            assert states[1][1] == self.expected, "what the kill before left is not what was shown"
            assert not before & self.unfinished, "what the kill before left unfinished is still there"
        latest = {state: number for number, (_, state) in enumerate(states)}
        self.seen.update(latest)
        saved = digest(api.load(self.file))
        found, aside = orphans(self.folder / "state" / "recovery")
        assert not aside, f"half-written: {aside}"
        copies = [digest(orphan.copy.session) for orphan in found]
        for orphan in found:
            orphan.leave()
        assert {saved, *copies} <= self.seen, "a file holds what never was on the screen"
        left = max(latest.get(state, -1) for state in (saved, *copies))
        assert left >= 0, "nothing is left of what was shown"
        first_lost = states[left + 1][0] if left + 1 < len(states) else ended
        # Killed between saving and removing the copy: the offer says that the file is newer, and the copy is discarded.
        older = bool(found) and compare(self.file, found[0].copy.fingerprint, thorough=True) is FileState.CHANGED
        self.expected = copies[0] if copies and not older else saved
        if not copies:  # a copy knows its file by the name
            self.file = self.file.rename(self.folder / f"work.{self.kills}.kpgui")
        state = self.folder / "state"
        return Kill(
            signal=name,
            problem=problem,
            locks=len([*(state / "open").glob("*.lock"), *(state / "recovery").glob("*.lock")]),
            lost=max(0.0, ended - first_lost),
            worked=ended - states[1][0] if len(states) > 1 else 0.0,
            states=len(states) - 1,
            copied=states[left][1] in copies,
            writing=any(path.parent == self.folder for path in self.unfinished),
            copying=any(path.parent != self.folder for path in self.unfinished),
        )
