"""The actions that save and copy pictures of runs, or what was learned for other programs."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kpgui.language import _, later
from kpgui.ui.canvas.layers.boundaries import BoundariesLayer
from kpgui.ui.dialogs.messages import show_problem
from kpgui.ui.files.shown_style import shown_style

if TYPE_CHECKING:
    from kpgui.figure.outputs import Picture
    from kpgui.figure.style import Style
    from kpgui.ui.dialogs.figure import FigureDialog
    from kpgui.ui.dialogs.multiples import MultiplesDialog
    from kpgui.ui.window.main_window import MainWindow

WIDTH, HEIGHT, DPI = 1680, 1200, 240.0
"""Of a picture for which nothing else was chosen: sharp on a slide and on paper."""

NOTHING = later("There is nothing to picture: the run failed or has not begun; reset it first.")


def design(window: "MainWindow") -> "FigureDialog | None":
    """Opens the dialog of a picture of the run as it is now; one that is open is closed."""
    from kpgui.ui.dialogs.figure import FigureDialog

    picture = picture_of(window)
    if picture is None:
        return None
    for open_one in window.findChildren(FigureDialog):
        open_one.close()
    settings = window.settings
    dialog = FigureDialog(
        picture,
        usual_style(window),
        settings.figure,
        settings.figures,
        window.files.save_picture,
        partial(_copy, window),
        window,
    )
    dialog.chosen.connect(partial(setattr, settings, "figure"))
    dialog.renamed.connect(partial(setattr, settings, "figures"))
    window.workbench.closing.connect(dialog.close)
    window.files.said.connect(dialog.say)
    dialog.show()
    dialog.activateWindow()
    return dialog


def vary(window: "MainWindow") -> "MultiplesDialog":
    """Opens the dialog of small multiples of the session as it is now; one that is open is closed."""
    from kpgui.ui.dialogs.multiples import MultiplesDialog

    for open_one in window.findChildren(MultiplesDialog):
        open_one.close()
    files, settings = window.files, window.settings
    save = partial(files.save_picture, name=f"{Path(files.name).stem}-multiples")
    dialog = MultiplesDialog(files.session_as_seen(), settings.theme, settings.multiples, save, window)
    dialog.chosen.connect(partial(setattr, settings, "multiples"))
    window.workbench.closing.connect(dialog.close)
    dialog.show()
    dialog.activateWindow()
    return dialog


def copy(window: "MainWindow") -> None:
    """Copies a picture of the run as it is now, in the style that was chosen last."""
    from kpgui.ui.dialogs.figure import valid

    picture, usual, choices = picture_of(window), usual_style(window), window.settings.figure
    if picture is not None:
        _copy(window, replace(picture, style=replace(usual, **choices) if valid(usual, choices) else usual))


def export(window: "MainWindow", output: str) -> None:
    """Saves what the run has learned by now as the output with this key."""
    picture = picture_of(window)
    if picture is not None:
        window.files.save_picture(picture, output)


def picture_of(window: "MainWindow") -> "Picture | None":
    """The picture of the run that the window shows, with what the canvas shows; says so when there is none."""
    from kpgui.figure.outputs import Picture

    shown, frame = window.training.shown, window.training.frame
    if shown is None or frame is None or len(frame.expansion.beta) != len(shown[0].dataset):
        show_problem(window, _(NOTHING))
        return None
    session = window.files.as_seen(shown[0])
    return Picture(session, frame, usual_style(window), window.canvas.stage.layer(BoundariesLayer).every)


def usual_style(window: "MainWindow") -> "Style":
    """The style that shows what the canvas shows."""
    style = shown_style(window.theme.palette.name, window.settings.hidden)
    return replace(style, width=WIDTH, height=HEIGHT, dpi=DPI)


def _copy(window: "MainWindow", picture: "Picture") -> None:
    from kpgui.ui.files.clipboard import copy_picture
    from kpgui.ui.files.files import waiting

    with window.files.reporting() as messages, waiting():
        copy_picture(picture)
        messages.append(_("Copied the picture, as PNG and SVG"))
