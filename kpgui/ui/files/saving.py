"""Saving of files in the background, with a wait for the end of writing."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDialog, QWidget

from kpgui.language import _
from kpgui.model.cancel import Token
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from kpgui.ui.dialogs.messages import show_problem
from kpgui.ui.dialogs.waiting import WaitingDialog
from kpgui.ui.look.thumbnails import thumbnail
from kpgui.ui.tasks.background import Background

if TYPE_CHECKING:
    from kpgui.recovery.fingerprint import Fingerprint


@dataclass(frozen=True)
class Written:
    """A file that was written, with a thumbnail of its points and its fingerprint right afterwards."""

    path: Path
    picture: QImage
    fingerprint: "Fingerprint | None"


class Saver(QObject):
    """Writes one file at a time. A problem is shown in a dialog."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._title = ""
        self.background = Background(self)
        self.background.failed.connect(partial(show_problem, window))

    @property
    def busy(self) -> bool:
        return self.background.busy

    def write(
        self,
        session: Session,
        path: Path,
        done: Callable[[Written], None],
        otherwise: Callable[[], None] = lambda: None,
    ) -> bool:
        """Write the file, then call `done`, or `otherwise` on failure; return False when it failed at once.

        To be called only when nothing is being written, see `settle`.
        """
        # Imported before the job begins: otherwise the first small file would be saved late.
        import kpgui.formats
        import kpgui.recovery.fingerprint  # noqa: F401  # imported for later use in the thread

        self._title = _("Saving {name}").format(name=path.name)
        return self.background.do(self._title, partial(_write, session, path), done, otherwise)

    def settle(self) -> bool:
        """Wait until nothing is being written; return False when the user cancelled the wait."""
        self.background.wait()
        if not self.busy:
            return True
        dialog = WaitingDialog(self._title, self._window)
        self.background.ended.connect(dialog.accept)
        return dialog.exec() == QDialog.DialogCode.Accepted


def _write(session: Session, path: Path, token: Token) -> Written:
    from kpgui.formats import save
    from kpgui.formats.storage.files import is_special
    from kpgui.recovery.fingerprint import Fingerprint

    if is_special(path):  # the session would count as saved, and its recovery copy be removed
        raise KpguiError(
            _("{path} cannot be saved: it is a device or a pipe, which keeps nothing; choose another name.").format(
                path=path
            )
        )
    try:
        picture = thumbnail(session.dataset)
        save(session, path, token.report)
    except MemoryError:
        raise KpguiError(
            _("{path} cannot be saved: there is not enough memory, close other programs.").format(path=path)
        ) from None
    return Written(path, picture, Fingerprint.of(path))
