"""The question where to save something."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from kpgui.language import _
from kpgui.ui.dialogs.messages import ask_to_replace, show_problem


def file_filter(title: str, suffixes: Sequence[str]) -> str:
    """An entry of the list of kinds of files in a file dialog.

    >>> file_filter("Animation", (".gif", ".webp"))
    'Animation (*.gif *.webp)'
    """
    return f"{title} ({' '.join(f'*{suffix}' for suffix in suffixes)})"


def ask_save_path(
    parent: QWidget, title: str, suggested: Path, kinds: Mapping[str, Sequence[str]], strict: bool = False
) -> Path | None:
    """Asks for a path and returns it; None when cancelled, or when the name has a suffix that is refused.

    kinds: the suffixes of each kind of file by its title, the usual one first. strict: whether the name must have one
    of them, as a dialog says otherwise. A name without a suffix gets the one of the chosen kind. A file that is there
    is replaced only when the user says so: Qt's own dialog would make HTML of its name to ask, and the system's has not
    seen the suffix.
    """
    usual = {file_filter(kind, suffixes): suffixes[0] for kind, suffixes in kinds.items()}
    options = QFileDialog.Option.DontConfirmOverwrite
    chosen, kind = QFileDialog.getSaveFileName(parent, title, str(suggested), ";;".join(usual), "", options)
    if not chosen:
        return None
    path = Path(chosen)
    if not path.suffix:
        path = path.with_name(path.name + usual.get(kind, suggested.suffix))
    if strict and path.suffix.lower() not in {suffix for suffixes in kinds.values() for suffix in suffixes}:
        values = _(" or ").join(usual.values())
        show_problem(parent, _("{path}: the name must end in {values}.").format(path=path, values=values))
        return None
    return path if not os.path.exists(path) or ask_to_replace(parent, path.name) else None
