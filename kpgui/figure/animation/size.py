"""Sizes of animations that are offered: small ones for web pages, large ones for slides."""

from dataclasses import dataclass, replace

from kpgui.figure.animation.strip import Strip
from kpgui.figure.application import painting_application
from kpgui.figure.layout import LABEL, Layout
from kpgui.figure.style import Style, allowed
from kpgui.model.registry import Registry
from kpgui.model.session import View

USUAL = Style()
"""A picture in which type has its usual size in pixels."""

LEGEND_LINES = 2

HEIGHTS = 0.6, 1.3
"""In widths: the range in which the height follows the view."""


@dataclass(frozen=True)
class Size:
    """height: 0 for as high as the view needs for equal units on both axes."""

    key: str
    title: str
    width: int
    height: int = 0

    def applied(self, style: Style) -> Style:
        """The style in this size, with type that is as large in the whole as in a picture of the usual width."""
        dpi = USUAL.dpi * (self.width / USUAL.width if not self.height else self.height / 720)
        return replace(style, width=self.width, height=self.height, dpi=dpi)


SIZES: Registry[Size] = Registry(
    "size",
    (
        Size("small", "Small, 480 wide", 480),
        Size("medium", "Medium, 840 wide", 840),
        Size("large", "Large, 1280 wide", 1280),
        Size("slide", "Slide, 1280 × 720", 1280, 720),
        Size("full_hd", "Slide, 1920 × 1080", 1920, 1080),
    ),
)

DEFAULT_SIZE = "medium"


def size_of(view: View, style: Style) -> tuple[int, int]:
    """Width and height in pixels of the frames over a view. Raises KpguiError when they are too large."""
    return allowed(style.width, style.height or _natural_height(view, style))


def _natural_height(view: View, style: Style) -> int:
    """The height in pixels at which the plot has the shape of the view, within limits."""
    painting_application()
    across = 72 * style.width / style.dpi
    area = Layout.of(view, across, across, LEGEND_LINES, style, type_unit=style.font_size / LABEL).area
    wanted = across + area.width * (view.ymax - view.ymin) / (view.xmax - view.xmin) - area.height
    wanted += Strip(style, across, across).height
    return round(min(max(wanted, HEIGHTS[0] * across), HEIGHTS[1] * across) * style.dpi / 72)
