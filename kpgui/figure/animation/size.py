"""Sizes of animations that are offered: small ones for web pages, large ones for slides."""

from dataclasses import dataclass

from kpgui.figure.animation.strip import Strip
from kpgui.figure.application import painting_application
from kpgui.figure.layout import Layout, unit_for
from kpgui.figure.output import DPI
from kpgui.model.registry import Registry
from kpgui.model.session import View
from kpgui.present.palette import LIGHT

USUAL = 840
"""Width in pixels at which type has its usual size in pixels."""

LEGEND_LINES = 2

HEIGHTS = 0.6, 1.3
"""In widths: the range in which the height follows the view."""


@dataclass(frozen=True)
class Size:
    """height: None for as high as the view needs for equal units on both axes."""

    key: str
    title: str
    width: int
    height: int | None = None

    @property
    def dpi(self) -> float:
        """With which type is as large in the whole as in a picture of the usual width."""
        return DPI * (self.width / USUAL if self.height is None else self.height / 720)

    def pixels(self, view: View, dpi: float | None = None) -> tuple[int, int]:
        """Width and height for a view. dpi: if it is not the usual one."""
        return self.width, self.height or _natural_height(view, self.width, dpi or self.dpi)


SIZES: Registry[Size] = Registry(
    "size",
    (
        Size("medium", "Medium, 840 wide", 840),
        Size("small", "Small, 480 wide", 480),
        Size("large", "Large, 1280 wide", 1280),
        Size("slide", "Slide, 1280 × 720", 1280, 720),
        Size("full_hd", "Slide, 1920 × 1080", 1920, 1080),
    ),
)


def _natural_height(view: View, width: int, dpi: float) -> int:
    """The height in pixels at which the plot has the shape of the view, within limits."""
    painting_application()
    across = 72 * width / dpi
    strip = Strip(LIGHT, across, unit_for(across, across)).height
    area = Layout.of(view, across, across, LEGEND_LINES).area
    wanted = across + area.width * (view.ymax - view.ymin) / (view.xmax - view.xmin) - area.height + strip
    return round(min(max(wanted, HEIGHTS[0] * across), HEIGHTS[1] * across) * dpi / 72)
