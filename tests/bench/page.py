"""docs/performance.md: a section for each suite, written by `dev.py bench --write` and `dev.py kills --write`."""

import contextlib
import os
import platform
import re
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from textwrap import fill

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"

INTRODUCTION = """# Performance

Written by `python3 packaging/dev.py bench --write` and `python3 packaging/dev.py kills --write`, a section for each
suite that was run; a change by hand is lost at the next one. Each ratio is of one run. What is wanted stands beside
what was measured, and **no** where it is not met. A section says on which machine its figures were measured, when, and
of which commit; with changes means that some were not committed yet. A virtual machine has slower hours, in which
everything takes up to a third longer. [Contributing](contributing.md#measuring) says how to measure a change.
"""


@dataclass(frozen=True)
class Section:
    """A part of the page. remark: what is measured, and why what is not met is not."""

    title: str
    remark: str


SECTIONS = {
    "field": Section(
        "Fields against scikit-learn",
        "The field of 512 × 512 pixels against `SVC.decision_function` at the same pixels. Slow are an RBF so"
        " narrow that its faint parts are computed again exactly, and few support vectors, where what does "
        "not depend on their number takes most of the time.",
    ),
    "kernels": Section(
        "Fields of every kernel",
        "Against direct evaluation by the kernel's own Gram matrix, in blocks that stay in the cache, on one "
        "core. Kernels with a kink at each point and no product over the axes cost what they cost near the "
        "points: a tenth of all kernel values is still computed one by one. While a run goes on they are "
        "drawn coarse.",
    ),
    "training": Section(
        "Training",
        "The kernel perceptron against scikit-learn's SVC. Slow is training where a tenth of all steps are "
        "mistakes: a mistake costs 7 µs in Python and a new column of the Gram matrix 20 µs, where libsvm, in"
        " C and in float32, is up to 1.8 times as fast.",
    ),
    "smo": Section(
        "SMO",
        "Slow is SMO where C is so large that tens of thousands of pair updates go on among a few points: one"
        " costs 7 to 12 µs in Python, in libsvm as little as 0.1 µs.",
    ),
    "votes": Section(
        "The field of a vote",
        "In processor time, on one core. Slow are kernels that are no product over the axes, such as polynomials and "
        "the Matérn ones, where every hypothesis is computed at every pixel; [the field of a vote]"
        "(decisions/field-of-a-vote.md) says why. The coarse field is on the screen meanwhile. What is not met was "
        "measured beside other work on both cores, where the Matérn field of the version before took 2 s instead of "
        "1.28 s.",
    ),
    "learners": Section(
        "Learners on a budget",
        "A pass over many points, in time and memory.",
    ),
    "latency": Section(
        "Commands",
        "How long a command waits while a learner is at work: the trainer learns in slices.",
    ),
    "digits": Section(
        "Digits",
        "Freund and Schapire's experiment, last hypothesis against average and vote; more in "
        "[tests/experiments](../tests/experiments/README.md).",
    ),
    "gram": Section(
        "The Gram matrix",
        "What the panel *Gram matrix* computes in the background, in processor time, on one core; of more than 1000"
        " points, of a sample.",
    ),
    "window": Section(
        "The window",
        "Rhythm while it trains, strokes of the mouse, large files; offscreen. What training loses to the window goes "
        "to sixty frames a second: they cost the trainer the same work however small its share of the processor is, "
        "and painting them under the interpreter's lock makes that share smaller. Panels, open or closed, take next "
        "to nothing; another interval of switching between threads changes nothing that could be measured.",
    ),
    "start": Section(
        "Start",
        "Against a bare pyqtgraph window.",
    ),
    "loading": Section(
        "Loading",
        "Against pandas, which reads CSV in C.",
    ),
    "pictures": Section(
        "Pictures",
        "1600 × 1200 pixels at 200 dpi with everything that a style has, from a trained model to the content of the "
        "file. In a drawing up to 5000 points are shapes, and more are one image.",
    ),
    "animations": Section(
        "Animations",
        "By mistakes, in a run that goes on making them: as much as can change from one frame to the next does. A film "
        "is drawn and written in a thread of the window's process. Slow are many points, which are painted one by one.",
    ),
    "comparing": Section(
        "Comparing",
        "Sweeps of one and two settings with folds, and orders, in the background on one core. GridSearchCV runs on "
        "one core too, with SVC, the default score and the same folds; it trains once more on all points with the best "
        "value, we with each. The runs on the same points and kernel share its values.",
    ),
    "kills": Section(
        "What a kill costs",
        "kill −9, SIGTERM, SIGHUP and SIGINT at random moments, on desks of 10 to 100,000 points that are "
        "edited, saved, ended, and started again, several at a time on the same machine. A kill *while saving* "
        "leaves an unfinished file, which is gone after the next start. After each one every file and copy has "
        "to be whole and to hold what had been on the screen.",
    ),
}
"""In the order of the page."""


def write(name: str, measured_on: str, body: str, page: Path = PAGE) -> None:
    """Put the figures of one suite into the page, with date and commit, and leave the others as they are."""
    section = SECTIONS[name]
    found = sections_of(page.read_text(encoding="utf-8")) if page.exists() else {}
    found[section.title] = f"{heading(section)}{body}\n\nMeasured on: {measured_on}; {moment()}.\n"
    kept = [found[each.title] for each in SECTIONS.values() if each.title in found]
    page.write_text("\n".join([INTRODUCTION, *kept]), encoding="utf-8")


def heading(section: Section) -> str:
    """What stands above the figures."""
    return f"## {section.title}\n\n{fill(section.remark, 120, break_on_hyphens=False)}\n\n"


def sections_of(text: str) -> dict[str, str]:
    """The sections of the page by their titles."""
    return {part.partition("\n")[0][3:]: part.rstrip() + "\n" for part in re.split(r"(?m)^(?=## )", text)[1:]}


def moment() -> str:
    """The day, by UTC, and the commit that is checked out."""
    described = _git("rev-parse", "--short=8", "HEAD")
    changed = " with changes" if _git("status", "--porcelain", "--untracked-files=no") else ""
    return f"{datetime.now(UTC):%Y-%m-%d}, {f'commit {described}{changed}' if described else 'outside of git'}"


def _git(*arguments: str) -> str:
    """What git says of the project; "" where it cannot say anything."""
    with contextlib.suppress(OSError):
        return subprocess.run(["git", *arguments], cwd=PAGE.parent, capture_output=True, text=True).stdout.strip()
    return ""


def machine() -> str:
    """The processor, the number of its cores that we have, and the Python."""
    name = platform.processor() or platform.machine()
    try:
        with Path("/proc/cpuinfo").open(encoding="utf-8") as lines:
            name = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), name)
    except OSError:
        pass
    return f"{name}, {os.cpu_count()} cores, {platform.system()}; Python {platform.python_version()}"
