"""The window at 1280 × 800: how late its heartbeat is and how many frames it paints while a run goes on."""

from collections.abc import Iterator

from tests.bench.process import measured_in_a_process
from tests.bench.table import Row

LIMITS = {1000: (25, 56), 5000: (33, 56)}
SECONDS = 10
REFITTED = {500: ("p95_ms", 33), 1000: ("p95_ms", 33), 5000: ("p50_ms", 40)}
ROWS = 1_000_000
EDITED = 100_000
WATCHED, FREE = 1000, 0.95
"""Points, and what share of a bare trainer's steps those in a window with closed panels must be."""

LATE, LEAST_FRAMES, SOUGHT = 25, 40, 33
"""With every instrument open: how late the heartbeat may be in ms, frames a second, and ms that seeking may take."""

RACING, LEAST_IN_RACE = 500, 50
"""Points in a race, and frames a second of each canvas."""

FRAME = 16.7
"""Milliseconds that there are for one, of 60 a second."""


def rows() -> Iterator[Row]:
    for n, (late, frames) in LIMITS.items():
        figures = measured_in_a_process("tests.bench.window_at_work", "endless", str(n), str(SECONDS))
        p99, rate = figures["late_p99_ms"], figures["frames_per_second"]
        yield Row(
            f"window, training without end, n = {n}",
            f"heartbeat {p99:.0f} ms late at p99, {rate:.0f} frames/s ({figures['platform']})",
            f"≤ {late} ms, ≥ {frames} frames/s",
            p99 <= late and rate >= frames,
        )
    figures = measured_in_a_process("tests.bench.window_at_work", "instruments", str(WATCHED), str(SECONDS))
    p99, rate = figures["late_p99_ms"], figures["frames_per_second"]
    yield Row(
        f"the same with every instrument open, n = {WATCHED}",
        f"heartbeat {p99:.0f} ms late at p99, {rate:.0f} frames/s",
        f"≤ {LATE} ms, ≥ {LEAST_FRAMES} frames/s",
        p99 <= LATE and rate >= LEAST_FRAMES,
    )
    figures = measured_in_a_process("tests.bench.window_at_work", "race", str(RACING), str(SECONDS))
    p99, rate = figures["late_p99_ms"], figures["frames_per_second"]
    yield Row(
        f"a race, two runs side by side, n = {RACING}",
        f"heartbeat {p99:.0f} ms late at p99, {rate:.0f} frames/s each",
        f"≤ {LATE} ms, ≥ {LEAST_IN_RACE} frames/s",
        p99 <= LATE and rate >= LEAST_IN_RACE,
    )
    figures = measured_in_a_process("tests.bench.window_at_work", "seek", str(WATCHED))
    yield Row(
        f"seeking in a run of {figures['steps']:,} steps, every instrument open, n = {WATCHED}: until painted",
        f"{figures['p95_ms']:.0f} ms at p95, {figures['p50_ms']:.0f} at the median",
        f"≤ {SOUGHT} ms at p95",
        figures["p95_ms"] <= SOUGHT,
    )
    figures = measured_in_a_process("tests.bench.window_instruments", str(WATCHED), "2", "5")
    closed, opened = (figures[name] / figures["none"] for name in ("closed", "open"))
    yield Row(
        f"training with all panels closed against no window, n = {WATCHED}: steps a second of the trainer's processor",
        f"{closed:.2f} × (with Inside open {opened:.2f} ×)",
        f"≥ {FREE} ×",
        closed >= FREE,
    )
    few, many = (measured_in_a_process("tests.bench.window_at_drawing", str(n)) for n in (50, 5000))
    for tool, times in many.items():
        yield Row(
            f"{tool}: processor time from a move of the mouse to its painting, n = 5000",
            f"{times['p95_ms']:.1f} ms at p95, {times['p50_ms']:.1f} at the median (n = 50: {few[tool]['p50_ms']:.1f})",
            "≤ 16 ms at p95",
            times["p95_ms"] <= 16,
        )
    for n, (figure, limit) in REFITTED.items():
        figures = measured_in_a_process("tests.bench.window_at_work", "live", str(n))
        yield Row(
            f"live drag, n = {n}: from the mouse move to the refitted boundary on screen",
            f"{figures['p95_ms']:.0f} ms at p95, {figures['p50_ms']:.0f} ms at the median",
            f"≤ {limit} ms at {'the median' if figure == 'p50_ms' else 'p95'}",
            figures[figure] <= limit,
        )
    figures = measured_in_a_process("tests.bench.window_loading", str(ROWS))
    p99, most = figures["late_p99_ms"], figures["late_most_ms"]
    yield Row(
        f"opening a CSV file of {ROWS:,} rows ({figures['megabytes']:.0f} MB)",
        f"{figures['seconds']:.1f} s, heartbeat {p99:.0f} ms late at p99, {most:.0f} ms at most",
        "≤ 50 ms at p99",
        p99 <= 50,
    )
    figures = measured_in_a_process("tests.bench.window_with_many", "save", str(ROWS))
    p99, most = figures["late_p99_ms"], figures["late_most_ms"]
    yield Row(
        f"saving a session of {ROWS:,} points ({figures['megabytes']:.0f} MB)",
        f"{figures['seconds']:.1f} s, heartbeat {p99:.0f} ms late at p99, {most:.0f} ms at most",
        "≤ 50 ms at p99",
        p99 <= 50,
    )
    times = measured_in_a_process("tests.bench.window_with_many", "drag", str(ROWS))
    yield Row(
        f"one of {ROWS:,} points dragged: processor time from a move of the mouse to its painting",
        f"{times['p95_ms']:.1f} ms at p95, {times['p50_ms']:.1f} at the median; "
        f"press {times['press_ms']:.0f}, release {times['release_ms']:.0f}, undo {times['undo_ms']:.0f}",
        f"≤ {FRAME} ms at p95",
        times["p95_ms"] <= FRAME,
    )
    stalls = measured_in_a_process("tests.bench.window_with_many", "edit", str(EDITED))["processor_ms"]
    worst = max(stalls, key=stalls.__getitem__)
    yield Row(
        f"{EDITED:,} points generated, selected, moved, flipped, deleted, with undo and redo: longest stall",
        f"{stalls[worst]:.0f} ms of processor time ({worst}; Generate {stalls['Generate']:.0f} ms)",
        "≤ 50 ms",
        stalls[worst] <= 50,
    )
