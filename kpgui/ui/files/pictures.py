"""The actions that save and copy pictures of runs, or what was learned for other programs."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QMainWindow

from kpgui.language import _
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
    from kpgui.ui.dialogs.picture import PictureDialog

WIDTH, HEIGHT, DPI = 1680, 1200, 240.0
"""Of a picture as on the canvas: sharp on a slide and on paper."""


class Pictures(QObject):
    """Pictures and films of the run that the window shows, in the style of the canvas."""

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
        workbench.multiples_asked.connect(self.multiples)
        workbench.style = self._style

    @property
    def busy(self) -> bool:
        """Whether a film is being written."""
        dialog: Any = self._window.findChild(QDialog, "dialog.picture")
        return dialog is not None and dialog.writing.busy

    def design(self) -> "PictureDialog | None":
        """Opens the dialog of pictures at the still, or where the run has none at the small multiples."""
        return self._open("still", "multiples")

    def multiples(self) -> "PictureDialog | None":
        """Opens the dialog of pictures at small multiples of what Vary varies."""
        return self._open("multiples")

    def film(self) -> "PictureDialog | None":
        """Opens the dialog of pictures at the film of the run."""
        return self._open("film")

    def page(self) -> "PictureDialog | None":
        """Opens the dialog of pictures at the film, as a page."""
        self._settings.animation = {**self._settings.animation, "format": "html"}
        return self.film()

    def _open(self, *kinds: str) -> "PictureDialog | None":
        """Opens the dialog of pictures at the first of these kinds that there is; says why if there is none of them.

        A dialog that is open is closed, unless it writes a film. The new one is of the run as it is now.
        """
        from kpgui.ui.dialogs.page import Subject
        from kpgui.ui.dialogs.picture import PAGES, PictureDialog

        open_one, saving, frame = self._window.findChild(PictureDialog), self._saving, self._training.frame
        if open_one is not None and open_one.writing.busy:
            open_one.raise_()
            return open_one
        steps = frame.head if frame is not None else 0
        varied = self._workbench.varied()
        subject = Subject(saving.session_as_seen(), self._picture(), steps, saving.stem, self._settings, varied)
        refusals = {kind: PAGES.find(kind).refusal(subject) for kind in kinds}
        kind = next((kind for kind, refusal in refusals.items() if not refusal), "")
        if not kind:
            show_problem(self._window, refusals[kinds[0]])
            return None
        dialog = PictureDialog(kind, subject, self._window)
        dialog.save_wanted.connect(saving.save_picture)
        dialog.copy_wanted.connect(saving.copy_picture)
        dialog.film_written.connect(saving.end_film)
        saving.said.connect(dialog.say)
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
        picture = self._picture_or_problem()
        if picture is not None:
            self._saving.copy_picture(replace(picture, style=self._style()))

    def save(self, made: "Callable[[Style], Picture]") -> None:
        """Asks for a path and saves a picture in the style of the canvas there."""
        self._saving.save_picture(made(self._usual_style()))

    def export(self, key: str | bool = "") -> None:
        """Opens the dialog of all that is data, at the line with this key; one that is open is closed."""
        from kpgui.figure.outputs import OUTPUTS
        from kpgui.ui.dialogs.export import Exportable, ExportDialog

        offered = [Exportable("points", _("Points"), self._saving.export_points)]
        data = [each for each in reversed(OUTPUTS.members) if not each.drawn]
        offered += [Exportable(each.key, _(each.title), partial(self._export, each.key)) for each in data]
        offered.append(Exportable("page", _("Page"), self.page))
        offered += [Exportable(*each) for exportable in self._workbench.exporters for each in exportable()]
        self._show(ExportDialog(offered, key if isinstance(key, str) else "", self._window))

    def _export(self, output: str) -> None:
        """Saves what the run has learned by now as the output with this key."""
        picture = self._picture_or_problem()
        if picture is not None:
            self._saving.save_picture(picture, output=output)

    def _picture_or_problem(self) -> "Picture | None":
        """As `_picture`; says so when there is none."""
        from kpgui.ui.dialogs.still import NOTHING

        picture = self._picture()
        if picture is None:
            show_problem(self._window, _(NOTHING))
        return picture

    def _picture(self) -> "Picture | None":
        """The picture of the run that the window shows, with what the canvas shows; None when there is none."""
        from kpgui.figure.outputs import Picture

        shown, frame = self._training.shown, self._training.frame
        if shown is None or frame is None or len(frame.expansion.beta) != len(shown[0].dataset):
            return None
        session = self._saving.as_seen(shown[0])
        return Picture(session, frame, self._usual_style(), self._canvas.stage.layer(BoundariesLayer).every)

    def _usual_style(self) -> "Style":
        """The style that shows what the canvas shows: its theme, without what is switched off there."""
        from kpgui.figure.style import Style

        hidden = self._settings.hidden
        return Style(
            theme=self._theme.palette.name,
            width=WIDTH,
            height=HEIGHT,
            dpi=DPI,
            field="none" if "field" in hidden else "smooth",
            margins="none" if "margins" in hidden else "dashed",
            rings="rings" not in hidden,
            wrong="wrong" not in hidden,
        )

    def _style(self) -> "Style":
        """The style that was chosen last, at first that of a slide."""
        from kpgui.ui.dialogs.still import remembered

        usual = self._usual_style()
        return replace(usual, **remembered(usual, self._settings))
