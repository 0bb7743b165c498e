"""What outputs are given, a session with what was learned from it and a style; their interface; Qt without a window."""

import locale
import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication, QPainter

from kpgui.figure.painter import draw, parts_of
from kpgui.figure.scene import RESOLUTION, RunResult, Scene
from kpgui.figure.style import Style, allowed
from kpgui.formats.session import SessionFile
from kpgui.geometry.palette import PALETTES
from kpgui.geometry.rings import NamedBoundary
from kpgui.model.errors import UNWATCHED, KpguiError, Token
from kpgui.model.session import Reached, Session

SHAPE = 600 / 840
"""Height by width of a picture whose view is too wide or too high for its height to follow."""

FLATTEST, HIGHEST = 360 / 840, 1000 / 840
"""The range in which it does."""


@dataclass(frozen=True, eq=False)
class Picture:
    """A session, what was learned from it, and how to draw it; boundaries: to be drawn beside that of the run.

    The scene is computed when first asked for, and raises KpguiError as `Scene.of` does.
    """

    session: Session
    outcome: RunResult
    style: Style = Style()  # noqa: RUF009 - frozen
    boundaries: Sequence[NamedBoundary] = ()
    resolution: int = RESOLUTION

    @cached_property
    def scene(self) -> Scene:
        """Whatever a picture in any style can show."""
        scene = Scene.of(self.session, self.outcome, PALETTES[self.style.theme], self.resolution)
        if self.outcome.counters.step:  # before the first there is no f, as on the canvas
            scene = scene.marked(self.outcome.counters.wrong)
        return scene.compared(self.boundaries, self.resolution)

    def restyled(self, style: Style) -> "Picture":
        """The picture in another style, with the same scene, which is computed now if it was not."""
        picture = replace(self, style=style)
        vars(picture)["scene"] = self.scene
        return picture

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return size_of(self.scene, self.style)

    @property
    def paper(self) -> tuple[float, float]:
        """Width and height in points."""
        width, height = self.size
        return 72 * width / self.style.dpi, 72 * height / self.style.dpi

    def draw(self, painter: QPainter) -> None:
        """Paints the picture with a painter whose unit is the point."""
        draw(painter, self.scene, self.style, *self.paper)


def size_of(scene: Scene, style: Style) -> tuple[int, int]:
    """Width and height of a picture in pixels. Raises KpguiError when it is too large."""
    return allowed(style.width, style.height or _natural_height(scene, style))


def _natural_height(scene: Scene, style: Style) -> int:
    """The height in pixels at which the plot has the shape of the view, or `SHAPE` if that is too low or too high."""
    painting_application()
    width, usual = style.width, round(SHAPE * style.width)
    view, natural = scene.view, float(usual)
    for _ in range(3):  # with another height there can be another number of lines above and below
        area = parts_of(scene, style, 72 * width / style.dpi, 72 * natural / style.dpi).layout.area
        wanted = area.width * (view.ymax - view.ymin) / (view.xmax - view.xmin)
        natural += (wanted - area.height) * style.dpi / 72
        if not FLATTEST * width <= natural <= HIGHEST * width:
            return usual
    return round(natural)


def session_text(session: Session, outcome: RunResult) -> bytes:
    """The content of a session file that opens at the step which a picture of this outcome shows.

    The step is that of the outcome: the window may have a session edited since, of which there is no run yet.
    """
    counters = outcome.counters
    reached = Reached(counters.step, counters.mistakes, counters.updates)
    return SessionFile().write(replace(session, reached=reached))


class Output(ABC):
    """A kind of file that a picture is saved as. suffixes: of its files, the usual one first.

    drawn: whether it is made by `Picture.draw` alone, so that small multiples can be saved so, too.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]
    drawn: ClassVar[bool] = False

    @abstractmethod
    def content(self, picture: Picture, token: Token = UNWATCHED) -> bytes:
        """The content of the file; the same picture always gives the same bytes.

        Raises KpguiError when it cannot be made, and Cancelled.
        """


def painting_application() -> QGuiApplication:
    """The running application, or a new one without a screen; Qt needs one to paint text.

    A new one uses Qt's offscreen platform even if there is a display: so no missing library of the display can abort
    the process, and pictures are the same everywhere. Raises KpguiError when an application without graphics is
    running.
    """
    running = QCoreApplication.instance()
    if isinstance(running, QGuiApplication):
        return running
    if running is not None:
        raise KpguiError("A picture needs a QGuiApplication, but a QCoreApplication runs already.")
    _leave_missing_locale()
    global _application
    _application = QGuiApplication(["kpgui", "-platform", "offscreen"])
    return _application


def _leave_missing_locale() -> None:
    """Takes the locale of C with UTF-8 in place of one that is not installed: Qt would do so too, and print four lines.

    Pictures are the same in every locale.
    """
    before = locale.setlocale(locale.LC_ALL)
    try:
        locale.setlocale(locale.LC_ALL, "")
    except locale.Error:
        os.environ["LC_ALL"] = "C.UTF-8"
    else:
        locale.setlocale(locale.LC_ALL, before)


_application: QGuiApplication | None = None
"""Keeps the application alive until the process ends; Qt would end it with its last reference."""
