"""(h) Every export of data: points in each format, script, model, clipboard, the instruments' numbers and pictures."""

from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QListWidget, QMainWindow

from tests.manifest.cases import session_file, write_files
from tests.manifest.command_line import digest, file_or_problem, lines_of, run
from tests.manifest.screen import application, exported, float_instruments, instruments, saved_by, trigger, window_with

RUNS = (
    ("moons.csv", "rbf(sigma=0.5)", "kernel_perceptron(epochs=20)"),
    ("named.tsv", "poly(degree=2, c=1)", "svm(C=2)"),
    ("blobs.csv", "laplacian(sigma=0.7)", "forgetron(budget=6, epochs=5)"),
    ("xor.csv", "linear()", "voted_perceptron(epochs=5)"),
)
POINTS = "csv", "tsv", "arff", "tab", "ml", "svmlight", "dat", "npz", "kpgui"
LINES = {"Points": POINTS, "Coefficients": ("csv",), "Model": ("json",), "Python script": ("py",)}
RENDERED = "py", "json", "csv", "tex"
PICTURES = ".png", ".svg", ".pdf"
"""Of the instruments; saved in the first of the runs."""
COPIES = "edit.copy", "file.copy_figure"


def collect(part: str, folder: str) -> dict[str, Any]:
    application()
    write_files()
    entries: dict[str, Any] = {}
    for run_ in RUNS:
        path, name = session_file("session", *run_), " ".join(run_)
        for suffix in RENDERED:
            answer = run("render", path, "-o", f"rendered.{suffix}", "--at", "end")
            entries[f"{name} render {suffix}"] = file_or_problem(f"rendered.{suffix}", answer)
        with window_with(path) as window:
            float_instruments(window)
            trigger(window, "train.to_end")
            trigger(window, "run.keep_ghost")
            trigger(window, "edit.select_all")
            entries |= {f"{name} {what}": value for what, value in _exports(window, run_ == RUNS[0]).items()}
    return entries


def _export(window: QMainWindow, title: str) -> None:
    window.findChild(QAction, "file.export").trigger()
    lines = window.findChild(QListWidget, "export.what")
    lines.setCurrentItem(lines.findItems(title, Qt.MatchFlag.MatchFixedString)[0])
    lines.window().accept()


def _exports(window: QMainWindow, pictures: bool) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    for title, suffixes in LINES.items():
        for suffix in suffixes:
            entries[f"{title} {suffix}"] = saved_by(partial(_export, window, title), f"exported.{suffix}")
    for name in COPIES:
        trigger(window, name)
        copied = QGuiApplication.clipboard().mimeData()
        for kind in sorted(copied.formats()):
            content = bytes(copied.data(kind).data())
            entries[f"{name} {kind}"] = lines_of(content) if kind.startswith("text/") else digest(content)
    for dock in instruments(window):
        entries[f"{dock.objectName()} numbers"] = exported(dock, ".csv", 0)
        for suffix in PICTURES if pictures else ():
            picture = exported(dock, suffix, -1)
            entries[f"{dock.objectName()} {suffix}"] = (
                digest("\n".join(picture).encode()) if isinstance(picture, list) else picture
            )
    return entries
