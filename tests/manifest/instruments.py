"""(g) The texts and the table of every instrument at five moments of a run, for every learner, in five languages."""

from typing import Any

from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QLabel, QMainWindow

from tests.manifest.cases import FILES, KERNELS, LEARNERS, session_file, write_files
from tests.manifest.screen import (
    application,
    click,
    exported,
    float_instruments,
    instruments,
    plain,
    texts,
    trigger,
    window_with,
)
from tests.manifest.waiting import settle

END = "3 end"
"""The moment of which the tables are read in every language: in English they are at each."""

MOMENTS: dict[str, tuple[str, ...]] = {
    "0 start": (),
    "1 first step": ("train.step",),
    "2 some steps": ("train.step",) * 3,
    END: ("train.to_end",),
    "4 last mistake but two": ("train.last_mistake",) * 3,
}
"""What is done to get from each to the next."""

IN_OTHER_LANGUAGES = 10


def collect(part: str, folder: str) -> dict[str, Any]:
    application(part)
    write_files()
    entries: dict[str, Any] = {}
    for k, learner in enumerate(LEARNERS if part == "en" else LEARNERS[:IN_OTHER_LANGUAGES]):
        points, kernel = FILES[k % len(FILES)], KERNELS[(3 * k + 3) % len(KERNELS)]
        with window_with(session_file("session", points, kernel, learner)) as window:
            float_instruments(window)
            _choose_a_point(window)
            for name, actions in MOMENTS.items():
                for action in actions:
                    trigger(window, action)
                entries |= {
                    f"{learner} {points} {kernel}, {name}, {what}": v
                    for what, v in _read(window, part == "en" or name == END).items()
                }
    return entries


def _choose_a_point(window: QMainWindow) -> None:
    """The third point in the table is looked at."""
    table = window.findChild(QAbstractItemView, "points.table")
    if table is not None:
        table.selectRow(2)
    for button in window.findChildren(QAbstractButton):
        if button.objectName().endswith(".start") and button.isVisible():
            click(window, button.objectName())
    settle()


def _read(window: QMainWindow, tables: bool) -> dict[str, Any]:
    sentence = window.findChild(QLabel, "step.sentence")
    read: dict[str, Any] = {"step.sentence": plain(sentence.text())}
    for dock in instruments(window):
        read[dock.objectName()] = [dock.windowTitle(), *texts(dock)]
        if tables:
            read[f"{dock.objectName()} table"] = exported(dock, ".csv", 0)
    return read
