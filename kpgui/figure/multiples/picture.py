"""Small multiples as outputs are given them."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from PySide6.QtGui import QPainter

from kpgui.figure.application import painting_application
from kpgui.figure.multiples.multiples import Multiples
from kpgui.figure.multiples.painter import draw_multiples, height_for
from kpgui.figure.outputs.picture import Picture
from kpgui.figure.outputs.registry import OUTPUTS
from kpgui.figure.scene import Scene
from kpgui.figure.style import Style, allowed
from kpgui.language import _
from kpgui.model.errors import KpguiError


@dataclass(frozen=True, eq=False)
class PanelPicture(Picture):
    """A picture of several panels. session, outcome: those of the first.

    Its size is that of the style, or the natural one where the style has no height.
    """

    figure: Multiples = field(kw_only=True)

    @classmethod
    def of(cls, figure: Multiples, style: Style) -> "PanelPicture":
        first = figure.models[0]
        return cls(first.session, first, style, figure=figure)

    @cached_property
    def scene(self) -> Scene:
        """What all panels show together."""
        return self.figure.whole

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels. Raises KpguiError when it is too large."""
        painting_application()
        style = self.style
        return allowed(style.width, style.height or height_for(self.figure, style))

    def draw(self, painter: QPainter) -> None:
        """Paints the panels with a painter whose unit is the point."""
        draw_multiples(painter, self.figure, self.style, *self.paper)


def check_drawn(path: str) -> None:
    """Raises KpguiError for a path of a kind that holds one picture of one run, not several panels."""
    drawn = [suffix for each in OUTPUTS if each.drawn for suffix in each.suffixes]
    if Path(path).suffix.lower() not in drawn:
        raise KpguiError(
            _("{path}: small multiples can be drawn as {drawn} only.").format(path=path, drawn=" or ".join(drawn))
        )
