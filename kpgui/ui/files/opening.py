"""Opening files: read in the background, with dialogs for what the file leaves ambiguous or very large."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from kpgui.language import _
from kpgui.ui.dialogs.messages import show_problem
from kpgui.ui.files.reading import Read, Unclear, read_as_chosen, read_file, read_first, sampled
from kpgui.ui.session.settings import Settings
from kpgui.ui.tasks.background import Background
from kpgui.words.counters import plural

if TYPE_CHECKING:
    from kpgui.formats.tabular.choices import Choices

Opened = Callable[[Read], None]
"""Called in the window's thread with a file that was read."""

LARGE = 20_000
"""Number of points above which a sample is offered."""


class Opening(QObject):
    """Opens one file at a time; opening another one cancels the one before and closes its dialog.

    The callback `opened` gets what was read. A problem is shown in a dialog.
    """

    def __init__(self, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._settings = settings
        self._window = window
        self._dialog: QDialog | None = None
        self.background = Background(self)
        self.background.failed.connect(self._tell_problem)

    def open(self, path: Path, opened: Opened, ask: bool = False) -> bool:
        """Open a file with the choices of the last time, which `ask` shows first; False when it failed at once."""
        choices = self._remembered(path)
        return self._do(path, partial(read_file, path, choices, ask=ask), opened)

    def open_first(self, paths: list[Path], opened: Opened) -> bool:
        """Open the first of several files that can be opened."""
        return self._do(paths[0], partial(read_first, paths), opened)

    def _do(self, path: Path, work: Callable[..., Read | Unclear], opened: Opened) -> bool:
        # Imported before the job begins: otherwise the first small file would open late, and be edited meanwhile.
        import kpgui.api
        import kpgui.formats  # noqa: F401  # imported for later use in the thread

        if self._dialog is not None:
            self._dialog.reject()
        return self.background.do(
            _("Opening {name}").format(name=path.name), lambda token: work(token=token), partial(self._follow, opened)
        )

    def _follow(self, opened: Opened, found: Read | Unclear) -> None:
        if isinstance(found, Unclear):
            self._ask_choices(found, opened)
        elif len(found.session.dataset) > LARGE and not found.whole:
            self._ask_sample(found, opened)
        else:
            opened(found)

    def _ask_choices(self, found: Unclear, opened: Opened) -> None:
        from kpgui.ui.dialogs.import_points import ImportDialog

        dialog = ImportDialog(found.path.name, found.file.preview, found.preview, self._window)
        dialog.chosen.connect(lambda choices: self._read_as_chosen(found, choices, opened))
        self._show(dialog)

    def _read_as_chosen(self, found: Unclear, choices: "Choices", opened: Opened) -> None:
        from kpgui.words.importing import choices_text

        self._settings.remember_choices(found.path, choices_text(choices))
        self._do(found.path, partial(read_as_chosen, found.path, found.file, choices, remarks=found.remarks), opened)

    def _remembered(self, path: Path) -> "Choices | None":
        text = self._settings.choices_of(path)
        if not text:
            return None
        from kpgui.words.importing import choices_from

        return choices_from(text)

    def _ask_sample(self, read: Read, opened: Opened) -> None:
        from kpgui.ui.dialogs.sample import SampleDialog

        dialog = SampleDialog(read.path.name, len(read.session.dataset), self._window)
        dialog.chosen.connect(lambda sample: self._take(read, sample, opened))
        self._show(dialog)

    def _take(self, read: Read, sample: tuple[int, int] | None, opened: Opened) -> None:
        if sample is None:
            opened(read)
            return
        title = _("Drawing {points}").format(points=plural(sample[0], "{n} point", "{n} points"))
        self.background.do(title, lambda token: sampled(read, *sample), opened)

    def _show(self, dialog: QDialog) -> None:
        self._dialog = dialog
        dialog.finished.connect(self._forget_dialog)
        dialog.open()

    def _forget_dialog(self) -> None:
        self._dialog = None

    def _tell_problem(self, sentence: str) -> None:
        show_problem(self._window, sentence)
