"""What must hold of every answer: a result, or one sentence, within bounds of time and memory."""

import re
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from kpgui.model.errors import KpguiError

CPU, WALL = 5.0, 120.0
"""Seconds that one question may take: of the processor; by the clock, with room for a machine that others use."""

MEMORY = 500_000_000
"""Bytes that answering may take on top of what the process has when it is asked."""

LONGEST = 300
"""Characters of a sentence."""

Answer = TypeVar("Answer")
Ask = Callable[[str, Callable[[], Answer]], Answer | None]
"""Asks something of the program, by name: the answer, or None where a sentence refused it."""

_FRAME = re.compile(r'File "[^"]*/(kpgui/(?!tests/|\.venv)[^"]+)", line \d+,? in (\S+)')


class Broken(Exception):
    """A rule is broken. kind: which one, in a word or two; place: the file and function where the answer came from."""

    def __init__(self, kind: str, detail: str, place: str = "") -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind, self.detail, self.place = kind, detail, place


@dataclass(frozen=True)
class Failure:
    """A question that was answered against the rules. Two with the same signature are taken for one defect."""

    kind: str
    question: str
    place: str
    detail: str

    @property
    def signature(self) -> tuple[str, str, str]:
        return self.kind, self.question, self.place

    @property
    def depends_on_load(self) -> bool:
        return self.kind == "time"


def answered(question: str, attempt: Callable[[], Answer]) -> Answer | None:
    """The answer, in whatever time it takes. Raises Broken for a sentence that is none, and whatever is no sentence."""
    try:
        return attempt()
    except KpguiError as error:
        problem = sentence_problem(str(error))
        if problem:
            place = innermost("".join(traceback.format_exception(error)))
            raise Broken(problem, repr(str(error))[:1000], place) from error
        return None


def sentence_problem(text: str) -> str:
    """What is wrong with a message; "" when nothing is."""
    if len(text.splitlines()) != 1:
        return "message not on one line"
    if len(text) > LONGEST:
        return "message too long"
    if not text.endswith("."):
        return "message without an end"
    return "message names a bug" if re.search(r"\bbug\b|Traceback", text) else ""


def limited(question: str, attempt: Callable[[], Answer]) -> Answer | None:
    """`answered` within the limits, in a process that may be killed.

    Time that runs out kills the process by a signal, also within a regular expression, which holds the interpreter.
    Raises Broken, also for warnings.
    """
    before = _forget_peak()
    signal.setitimer(signal.ITIMER_PROF, CPU)
    signal.setitimer(signal.ITIMER_REAL, WALL)
    try:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            answer = answered(question, attempt)
    except MemoryError as error:
        raise Broken("memory", "MemoryError", innermost("".join(traceback.format_exception(error)))) from error
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
    more = _status("VmHWM") - before
    if more > MEMORY:
        raise Broken("memory", f"{more / 1e6:.0f} MB")
    if warned:
        place = re.sub(r".*/kpgui/", "kpgui/", warned[0].filename)
        raise Broken("warning", f"{warned[0].category.__name__}: {warned[0].message} ({place})", place)
    return answer


def failure_of(error: BaseException, question: str) -> Failure:
    """What went wrong, from what was raised in answering this question."""
    trace = "".join(traceback.format_exception(error))
    if isinstance(error, Broken):
        return Failure(error.kind, question, error.place, error.detail)
    return Failure(type(error).__name__, question, innermost(trace), trace[-3000:])


def innermost(trace: str) -> str:
    """The innermost place in kpgui of a traceback, or of faulthandler's, which begins with the innermost."""
    frames = _FRAME.findall(trace)
    if not frames:
        return ""
    file, function = frames[0 if "most recent call first" in trace else -1]
    return f"{file}:{function}"


def _forget_peak() -> int:
    """Bytes that the process has now; from now on its peak is measured anew."""
    if sys.platform == "linux":
        Path("/proc/self/clear_refs").write_text("5")
    return _status("VmRSS")


def _status(name: str) -> int:
    """Bytes, as Linux counts them; 0 elsewhere, where memory is not bounded."""
    if sys.platform != "linux":
        return 0
    words: Any = re.search(rf"{name}:\s+(\d+)", Path("/proc/self/status").read_text())
    return 1024 * int(words[1])
