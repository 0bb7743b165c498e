"""The action that saves an animation of the run."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kpgui.language import _
from kpgui.ui.dialogs.messages import show_problem
from kpgui.ui.files.shown_style import shown_style

if TYPE_CHECKING:
    from kpgui.ui.dialogs.animation import AnimationDialog
    from kpgui.ui.window.main_window import MainWindow


def animate(window: "MainWindow") -> "AnimationDialog | None":
    """Opens the dialog for the run as it is now; shows the one that is open while it writes a file."""
    from kpgui.ui.dialogs.animation import AnimationDialog, Subject

    open_one = window.findChild(AnimationDialog)
    if open_one is not None:
        if open_one.writing.busy:
            open_one.raise_()
            return open_one
        open_one.close()
    shown, frame, settings = window.training.shown, window.training.frame, window.settings
    if shown is None or frame is None or not frame.head:
        show_problem(window, _("There is no run to animate: step or run first."))
        return None
    session = window.files.as_seen(shown[0])
    suggested = Path(window.files.folder) / Path(window.files.name).stem
    subject = Subject(session, frame.head, shown_style(window.theme.palette.name, settings.hidden))
    dialog = AnimationDialog(subject, suggested, settings.animation, window)
    dialog.form.changed.connect(partial(_remember, window, dialog))
    dialog.saved.connect(partial(_tell, window))
    window.workbench.closing.connect(dialog.stop)
    dialog.show()
    dialog.activateWindow()
    return dialog


def _remember(window: "MainWindow", dialog: "AnimationDialog") -> None:
    window.settings.animation = dialog.form.values


def _tell(window: "MainWindow", path: Path) -> None:
    window.settings.folder = str(path.absolute().parent)
    window.status.say(_("Saved the animation {name}").format(name=path.name))
