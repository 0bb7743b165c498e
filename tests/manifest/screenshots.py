"""(c) The pixels of the canvas in four themes and three sizes, at three moments of two runs."""

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QWidget

from tests.manifest.cases import session_file, write_files
from tests.manifest.screen import application, pixels, trigger, window_with
from tests.manifest.waiting import settle

RUNS = {
    "moons": ("moons.csv", "rbf(sigma=0.5)", "kernel_perceptron(epochs=20)"),
    "blobs": ("blobs.csv", "poly(degree=2, c=1)", "svm(C=2)"),
}
SIZES = (1024, 700), (1280, 800), (1600, 1000)
THEMES = {
    "light": "view.theme_light",
    "dark": "view.theme_dark",
    "contrast": "view.theme_contrast",
    "presentation": "view.presentation",
}
MOMENTS: dict[str, tuple[str, ...]] = {
    "start": (),
    "some steps": ("train.step",) * 5,
    "end, all selected": ("train.to_end", "edit.select_all"),
}


def collect(part: str, folder: str) -> dict[str, Any]:
    """The digests; the pictures are kept in `folder`, if it is given."""
    application()
    write_files()
    entries = {}
    for name, run in RUNS.items():
        path = session_file(name, *run)
        for size in SIZES:
            for theme, action in THEMES.items():
                with window_with(path, size) as window:
                    trigger(window, action)
                    window.resize(*size)
                    settle()
                    for moment, actions in MOMENTS.items():
                        for each in actions:
                            trigger(window, each)
                        image = window.findChild(QWidget, "canvas").grab().toImage()
                        entry = f"{name} {theme} {size[0]}x{size[1]} {moment}"
                        entries[entry] = pixels(image)
                        if folder:
                            Path(folder).mkdir(parents=True, exist_ok=True)
                            image.save(str(Path(folder) / f"{entry}.png"))
                    trigger(window, "view.theme_light")  # themes are remembered
                    if theme == "presentation":
                        trigger(window, action)
    return entries
