"""(e) Sessions: what is saved, what comes back, and what other formats and pictures keep of it."""

from pathlib import Path
from typing import Any

from PySide6.QtGui import QAction

from tests.manifest.cases import FILES, KERNELS, LEARNERS, session_file, write_files
from tests.manifest.command_line import digest, file_or_problem, lines_of, run
from tests.manifest.screen import application, saved_by, trigger, window_with

ORDERS = "dataset", "shuffled_once", "shuffled_each_epoch", "reversed"
CARRIED = "png", "svg", "pdf"


def collect(part: str, folder: str) -> dict[str, Any]:
    import kpgui
    from kpgui.formats import FORMATS

    application()
    write_files()
    entries: dict[str, Any] = {}
    for k, learner in enumerate(LEARNERS):
        points, kernel, order = FILES[k % len(FILES)], KERNELS[k], ORDERS[k % len(ORDERS)]
        path, name = session_file("session", points, kernel, learner, order), f"{points} {kernel} {learner} {order}"
        entries[f"{name} saved"] = lines_of(Path(path).read_bytes())
        kpgui.save(kpgui.load(path), "again.kpgui")
        entries[f"{name} saved again"] = lines_of(Path("again.kpgui").read_bytes())
        entries[f"{name} left in the window"] = _left(path)
        for suffix in CARRIED:
            run("render", path, "-o", f"carrier.{suffix}", "--size", "200x150")
            answer = run("convert", f"carrier.{suffix}", "back.kpgui")
            entries[f"{name} carried by {suffix}"] = file_or_problem("back.kpgui", answer)
        for suffix in (each.suffixes[0] for each in FORMATS if each.key not in CARRIED):
            there = run("convert", path, f"there{suffix}")
            back = run("convert", f"there{suffix}", "back.kpgui") if there.code == 0 else there
            entries[f"{name} through {suffix}"] = [there.err, back.err, file_or_problem("back.kpgui", back)]
            Path(f"there{suffix}").unlink(missing_ok=True)
            Path("back.kpgui").unlink(missing_ok=True)
    return entries


def _left(path: str) -> Any:
    """What the window saves of the session after seven steps, and whether it opens there again."""
    with window_with(path) as window:
        for _ in range(7):
            trigger(window, "train.step")
        trigger(window, "run.keep_ghost")
        action = window.findChild(QAction, "file.save_as")
        lines = saved_by(action.trigger, "left.kpgui")
    with window_with("left.kpgui") as window:
        action = window.findChild(QAction, "file.save_as")
        again = saved_by(action.trigger, "left again.kpgui")
    return [*lines, "the same again" if again == lines else f"not the same again: {digest(str(again).encode())}"]
