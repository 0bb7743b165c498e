"""The style of a figure: what is shown and how it looks, declared as parameters."""

from dataclasses import dataclass, field, replace
from typing import Any

from kpgui.geometry.palette import PALETTES
from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.model.param import Declared, param
from kpgui.model.registry import Registry, construct

MOST = 100_000_000
"""Most pixels of a picture (400 MB)."""

LINES = ("solid", "dashed", "dotted", "none")


@dataclass(frozen=True)
class Style(Declared):
    """Choices of a figure, `figure(theme="dark", legend=false, …)` as an expression; the defaults are those of a page.

    width, height: of the picture in pixels; height 0 follows from the view, so that units are equal on both axes.
    dpi: pixels per inch, by which sizes given in points become pixels. Lines and points have their sizes on a picture
    of 500 × 350 points, and are larger on a larger one; font_size, in points, is as given on every picture.

    Raises KpguiError for a value out of range and a picture of more than `MOST` pixels.
    """

    key = "figure"

    theme: str = param("light", "colours of the picture", scale="choice", choices=tuple(PALETTES))
    # A style has no title or formula of its own: they are parts of the figure that it describes.
    title: bool = param(True, "learner and kernel above the plot", scale="flag")  # type: ignore[assignment, misc]
    counters: bool = param(True, "points, epochs and mistakes in a line below the title", scale="flag")
    formula: bool = param(False, "formula of the kernel above the plot", scale="flag")  # type: ignore[assignment, misc]
    axes: bool = param(True, "frame of the plot and names of the axes", scale="flag")
    ticks: bool = param(True, "ticks and their numbers", scale="flag")
    grid: bool = param(False, "lines across the plot at the ticks", scale="flag")
    legend: bool = param(True, "meaning of marks and lines below the plot", scale="flag")
    colour_bar: bool = param(False, "values of f by colour beside the plot", scale="flag")
    field: str = param(
        "smooth",
        "colours of f: smooth, in bands, the two classes only, or none",
        scale="choice",
        choices=("smooth", "banded", "classes", "none"),
    )
    boundary: str = param("solid", "line of the boundary f = 0", scale="choice", choices=LINES)
    boundary_width: float = param(2.1, "width of the boundary in points", low=0.1, high=20, slider=(0.5, 6))
    margins: str = param("dashed", "lines of the margins", scale="choice", choices=LINES)
    margin_width: float = param(1.1, "width of the margins in points", low=0.1, high=20, slider=(0.5, 6))
    point_size: float = param(1.0, "size of the points, 1 for the usual one", low=0.1, high=10, slider=(0.3, 3))
    rings: bool = param(True, "rings around support vectors, thicker with α", scale="flag")
    wrong: bool = param(False, "diamonds around points on the wrong side", scale="flag")
    ghosts: bool = param(True, "kept boundaries beside that of the run", scale="flag")
    transparent: bool = param(False, "no background: the page shows through", scale="flag")
    font_size: float = param(
        0.0, "size of the text in points, 0 for one that suits the picture", low=0, high=200, slider=(0, 30)
    )
    embed: bool = param(True, "the session inside the picture's file, which can be opened as one", scale="flag")
    width: int = param(840, "width of the picture in pixels", scale="integer", low=32, high=20_000)
    height: int = param(0, "height in pixels, 0 for that of the view", scale="integer", low=0, high=20_000)
    dpi: float = param(120.0, "pixels per inch: how large type and lines are", low=10, high=2400)

    def __post_init__(self) -> None:
        super().__post_init__()
        if 0 < self.height < 32:
            raise KpguiError(
                _("figure: height must be 0 or a whole number from 32 to 20000, not {height}.").format(
                    height=self.height
                )
            )
        allowed(self.width, self.height)


def allowed(width: int, height: int) -> tuple[int, int]:
    """This size in pixels. Raises KpguiError when it has more than `MOST`."""
    if width * height > MOST:
        raise KpguiError(
            _("A picture of {width} × {height} pixels cannot be made; it has at most {most} million.").format(
                width=width, height=height, most=MOST // 1000000
            )
        )
    return width, height


STYLES: Registry[type[Style]] = Registry("style", (Style,))
"""The one declaration that `style` reads."""


def style(text: str) -> Style:
    """The style of an expression, as in `style('figure(theme="dark", legend=false)')`.

    Raises KpguiError naming the position and the nearest known name, or the choice that is out of range.
    """
    return construct(text, STYLES)


@dataclass(frozen=True)
class Preset:
    """Choices of `Style` that belong together; the others stay as they are."""

    key: str
    title: str
    meaning: str
    choices: dict[str, Any] = field(hash=False)

    def applied(self, style: Style) -> Style:
        """The style with the preset's choices."""
        return replace(style, **self.choices)


PRESETS: Registry[Preset] = Registry(
    "preset",
    (
        Preset(
            "slide",
            "Slide 16:9",
            "a whole slide, 13.3 × 7.5 inches, 1920 × 1080 pixels",
            {"width": 1920, "height": 1080, "dpi": 144.0, "font_size": 16.0},
        ),
        Preset(
            "column",
            "Paper, one column",
            "3.5 inches wide at 600 dpi",
            {"width": 2100, "height": 0, "dpi": 600.0, "font_size": 7.0},
        ),
        Preset(
            "page",
            "Paper, two columns",
            "7.2 inches wide at 600 dpi",
            {"width": 4320, "height": 0, "dpi": 600.0, "font_size": 9.0},
        ),
        Preset(
            "poster",
            "Poster",
            "16 × 12 inches at 300 dpi, read from two metres",
            {"width": 4800, "height": 3600, "dpi": 300.0, "font_size": 24.0},
        ),
        Preset(
            "square",
            "Square",
            "1080 × 1080 pixels",
            {"width": 1080, "height": 1080, "dpi": 144.0, "font_size": 0.0},
        ),
    ),
)
