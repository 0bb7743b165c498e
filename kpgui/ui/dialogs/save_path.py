"""The question where to save something."""

import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from kpgui.ui.dialogs.messages import ask_to_replace


def ask_save_path(
    parent: QWidget, title: str, suggested: Path, filters: str, suffix_of: Callable[[str], str] | None = None
) -> Path | None:
    """The path that the user chose; None when cancelled.

    A name without a suffix gets that of the chosen filter, by `suffix_of`, or else the suggested one. A file that is
    there is replaced only when the user says so: Qt's own dialog would make HTML of its name to ask, and the system's
    has not seen the suffix.
    """
    options = QFileDialog.Option.DontConfirmOverwrite
    chosen, kind = QFileDialog.getSaveFileName(parent, title, str(suggested), filters, "", options)
    if not chosen:
        return None
    path = Path(chosen)
    if not path.suffix:
        path = path.with_name(path.name + (suffix_of(kind) if suffix_of else suggested.suffix))
    return path if not os.path.exists(path) or ask_to_replace(parent, path.name) else None
