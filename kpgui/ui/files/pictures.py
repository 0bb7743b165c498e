"""The actions that save and copy pictures of runs, or what was learned for other programs."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QMainWindow

from kpgui.language import _, later
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.layers.boundaries import BoundariesLayer
from kpgui.ui.dialogs.messages import show_problem
from kpgui.ui.files.saving import Saving
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.look.style import Theme
from kpgui.ui.session.settings import Settings
from kpgui.ui.session.training import Training

if TYPE_CHECKING:
    from kpgui.figure.outputs import Picture
    from kpgui.figure.style import Style
    from kpgui.ui.dialogs.animation import AnimationDialog
    from kpgui.ui.dialogs.figure import FigureDialog
    from kpgui.ui.dialogs.multiples import MultiplesDialog

WIDTH, HEIGHT, DPI = 1680, 1200, 240.0
"""Of a picture for which nothing else was chosen: sharp on a slide and on paper."""

NOTHING = later("There is nothing to picture: the run failed or has not begun; reset it first.")


class Pictures(QObject):
    """Pictures and animations of the run that the window shows, in the style of the canvas."""

    said = Signal(str)
    """A short message for the status bar."""

    def __init__(
        self,
        window: QMainWindow,
        settings: Settings,
        training: Training,
        theme: Theme,
        saving: Saving,
        canvas: Canvas,
        workbench: Workbench,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._training = training
        self._theme = theme
        self._saving = saving
        self._canvas = canvas
        self._workbench = workbench

    def design(self) -> "FigureDialog | None":
        """Opens the dialog of a picture of the run as it is now; one that is open is closed."""
        from kpgui.ui.dialogs.figure import FigureDialog

        picture = self._picture()
        if picture is None:
            return None
        settings = self._settings
        dialog = FigureDialog(
            picture,
            self._usual_style(),
            settings.figure,
            settings.figures,
            self._saving.save_picture,
            self._saving.copy_picture,
            self._window,
        )
        dialog.chosen.connect(partial(setattr, settings, "figure"))
        dialog.renamed.connect(partial(setattr, settings, "figures"))
        self._saving.said.connect(dialog.say)
        self._show(dialog)
        return dialog

    def vary(self) -> "MultiplesDialog":
        """Opens the dialog of small multiples of the session as it is now; one that is open is closed."""
        from kpgui.ui.dialogs.multiples import MultiplesDialog

        saving, settings = self._saving, self._settings
        save = partial(saving.save_picture, name=f"{saving.stem}-multiples")
        dialog = MultiplesDialog(saving.session_as_seen(), settings.theme, settings.multiples, save, self._window)
        dialog.chosen.connect(partial(setattr, settings, "multiples"))
        self._show(dialog)
        return dialog

    def _show(self, dialog: QDialog) -> None:
        """Shows a dialog until the window closes, and closes one of its kind that is open."""
        for other in self._window.findChildren(type(dialog)):
            if other is not dialog:
                other.close()
        self._workbench.closing.connect(dialog.close)
        dialog.show()
        dialog.activateWindow()

    def copy(self) -> None:
        """Copies a picture of the run as it is now, in the style that was chosen last."""
        from kpgui.ui.dialogs.figure import valid

        picture, usual, choices = self._picture(), self._usual_style(), self._settings.figure
        if picture is not None:
            self._saving.copy_picture(
                replace(picture, style=replace(usual, **choices) if valid(usual, choices) else usual)
            )

    def export(self, key: str | bool = "") -> None:
        """Opens the dialog of all that is data, at the line with this key; one that is open is closed."""
        from kpgui.figure.outputs import OUTPUTS
        from kpgui.ui.dialogs.export import Exportable, ExportDialog

        offered = [Exportable("points", _("Points"), self._saving.export_points)]
        data = [each for each in reversed(OUTPUTS.members) if not each.drawn]
        offered += [Exportable(each.key, _(each.title), partial(self._export, each.key)) for each in data]
        offered += [Exportable(*each) for exportable in self._workbench.exporters for each in exportable()]
        self._show(ExportDialog(offered, key if isinstance(key, str) else "", self._window))

    def _export(self, output: str) -> None:
        """Saves what the run has learned by now as the output with this key."""
        picture = self._picture()
        if picture is not None:
            self._saving.save_picture(picture, output)

    def _picture(self) -> "Picture | None":
        """The picture of the run that the window shows, with what the canvas shows; says so when there is none."""
        from kpgui.figure.outputs import Picture

        shown, frame = self._training.shown, self._training.frame
        if shown is None or frame is None or len(frame.expansion.beta) != len(shown[0].dataset):
            show_problem(self._window, _(NOTHING))
            return None
        session = self._saving.as_seen(shown[0])
        return Picture(session, frame, self._usual_style(), self._canvas.stage.layer(BoundariesLayer).every)

    def _usual_style(self) -> "Style":
        """The style that shows what the canvas shows."""
        return replace(self._shown_style(), width=WIDTH, height=HEIGHT, dpi=DPI)

    def _shown_style(self) -> "Style":
        """The theme of the canvas, without what is switched off there."""
        from kpgui.figure.style import Style

        hidden = self._settings.hidden
        return Style(
            theme=self._theme.palette.name,
            field="none" if "field" in hidden else "smooth",
            margins="none" if "margins" in hidden else "dashed",
            rings="rings" not in hidden,
            wrong="wrong" not in hidden,
        )

    def animate(self) -> "AnimationDialog | None":
        """Opens the dialog for the run as it is now; shows the one that is open while it writes a file."""
        from kpgui.ui.dialogs.animation import AnimationDialog, Subject

        open_one = self._window.findChild(AnimationDialog)
        if open_one is not None:
            if open_one.writing.busy:
                open_one.raise_()
                return open_one
            open_one.close()
        shown, frame, settings = self._training.shown, self._training.frame, self._settings
        if shown is None or frame is None or not frame.head:
            show_problem(self._window, _("There is no run to animate: step or run first."))
            return None
        session = self._saving.as_seen(shown[0])
        suggested = settings.start_folder / self._saving.stem
        subject = Subject(session, frame.head, self._shown_style())
        dialog = AnimationDialog(subject, suggested, settings.animation, self._window)
        dialog.form.changed.connect(partial(self._remember, dialog))
        dialog.saved.connect(self._tell)
        self._workbench.closing.connect(dialog.stop)
        dialog.show()
        dialog.activateWindow()
        return dialog

    def _remember(self, dialog: "AnimationDialog") -> None:
        self._settings.animation = dialog.form.values

    def _tell(self, path: Path) -> None:
        self._settings.folder = str(path.absolute().parent)
        self.said.emit(_("Saved the animation {name}").format(name=path.name))
