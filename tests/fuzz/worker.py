"""A process that answers questions, and may be killed by them."""

import faulthandler
import multiprocessing
import os
import resource
import signal
import sys
import tempfile
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tests.fuzz.case import Case
from tests.fuzz.checks import check
from tests.fuzz.rules import Broken, Failure, failure_of, innermost, limited

ADDRESSES = 2_000_000_000
"""Bytes of addresses that a worker may ask for on top of its own: a runaway must not take the machine's memory."""

TIMES = {signal.SIGPROF: "more than 5 s of CPU time", signal.SIGALRM: "more than 120 s by the clock"}


class Worker:
    """Answers one case after another; when one of them kills the process, the next one gets a new process."""

    def __init__(self) -> None:
        self.case: Case | None = None
        self.failure: Failure | None = None
        self.done = True
        self._question = ""
        self._log = Path(tempfile.mkstemp(prefix="kpgui-fuzz-")[1])
        self._start()

    def _start(self) -> None:
        # Forked: starting the interpreter and importing the program anew would take a second each time.
        context = multiprocessing.get_context("fork")
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, self._log), daemon=True)
        self._process.start()
        theirs.close()

    def begin(self, case: Case) -> None:
        self.case, self.failure, self.done, self._question = case, None, False, ""
        self.connection.send(case)

    def look(self) -> bool:
        """Take what there is on the connection, waiting for it if need be. Returns whether the case is done."""
        try:
            said: Any = self.connection.recv()
        except (EOFError, ConnectionError):
            self.failure, self.done = self._death(), True
            self._start()
            return True
        if isinstance(said, str):
            self._question = said
        else:
            (self.failure,) = said
            self.done = True
        return self.done

    def finish(self) -> None:
        """Wait until the case is done."""
        while not self.done:
            self.look()

    def run(self, case: Case) -> Failure | None:
        """Answer one case, and wait for it."""
        self.begin(case)
        self.finish()
        return self.failure

    def _death(self) -> Failure:
        self._process.join()
        number = -(self._process.exitcode or 0)
        trace = self._log.read_bytes()[:10_000].decode(errors="replace")
        place = innermost(trace)
        if number in TIMES:
            # Where the time runs out varies from run to run: the file is what stays.
            detail = "\n".join([TIMES[signal.Signals(number)], *trace.splitlines()[:12]])
            return Failure("time", self._question, place.partition(":")[0], detail)
        return Failure("died", self._question, place, f"exit code {self._process.exitcode}\n{trace}")

    def close(self) -> None:
        self._process.kill()
        self._process.join()
        self._log.unlink(missing_ok=True)


def _serve(connection: Connection, log: Path) -> None:
    """What runs in the process: cases in, the names of questions and results out."""
    parent = os.getppid()
    stderr = os.open(log, os.O_RDWR | os.O_TRUNC | os.O_APPEND)
    os.dup2(stderr, 2)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.stderr = os.fdopen(2, "w", closefd=False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.enable(2)
    for number in TIMES:
        signal.signal(number, signal.SIG_DFL)
        faulthandler.register(number, 2, all_threads=True, chain=True)
    addresses = resource.RLIM_INFINITY
    if sys.platform == "linux":
        addresses = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() + ADDRESSES
    resource.setrlimit(resource.RLIMIT_AS, (addresses, resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    while True:
        while not connection.poll(1):
            if os.getppid() != parent:
                return
        connection.send((_outcome(connection.recv(), connection, stderr),))


def _outcome(case: Case, connection: Connection, stderr: int) -> Failure | None:
    questions = [""]

    def ask(question: str, attempt: Any) -> Any:
        questions.append(question)
        connection.send(question)
        os.ftruncate(stderr, 0)
        answer = limited(question, attempt)
        sys.stderr.flush()
        if os.fstat(stderr).st_size:
            raise Broken("stderr", os.pread(stderr, 1000, 0).decode(errors="replace"))
        return answer

    try:
        check(case, ask)
    except Exception as error:
        return failure_of(error, questions[-1])
    return None
