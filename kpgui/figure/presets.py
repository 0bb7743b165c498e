"""Presets: sizes of a figure for where it will be shown."""

from dataclasses import dataclass, field, replace
from typing import Any

from kpgui.figure.style import Style
from kpgui.model.registry import Registry


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
