"""The table of figures."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter
from typing import Any


@dataclass(frozen=True)
class Row:
    """One figure: what was measured, what came out, what is wanted, and whether it was met."""

    what: str
    measured: str
    wanted: str
    met: bool


def table(rows: Iterable[Row]) -> str:
    """A Markdown table of them."""
    cells = [("what", "measured", "wanted", "")] + [
        (row.what, row.measured, row.wanted, "yes" if row.met else "**no**") for row in rows
    ]
    widths = [max(len(row[k]) for row in cells) for k in range(4)]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in cells
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def seconds(work: Callable[[], Any], repeat: int = 5) -> float:
    """The least time of several runs; what else the machine does can only add to it."""
    best = float("inf")
    for _ in range(repeat):
        begun = perf_counter()
        work()
        best = min(best, perf_counter() - begun)
    return best


def alternating(one: Callable[[], Any], other: Callable[[], Any], repeat: int) -> tuple[float, float]:
    """The least times of two pieces of work that take turns, so that a drift of the machine hits both."""
    best = [float("inf"), float("inf")]
    for _ in range(repeat):
        for k, work in enumerate((one, other)):
            best[k] = min(best[k], seconds(work, 1))
    return best[0], best[1]


def shown(duration: float) -> str:
    """A duration in the unit that suits it."""
    if duration < 1e-3:
        return f"{duration * 1e6:.0f} µs"
    return f"{duration * 1e3:.3g} ms" if duration < 1 else f"{duration:.3g} s"
