"""What a script draws, and in which colours and sizes: the constants and facts of the drawing's template."""

from typing import Any

import numpy as np

from kpgui.figure.layout import LABEL, SQUEEZE, unit_for
from kpgui.figure.marks import CROWD, Marks, in_view
from kpgui.figure.scene import Scene
from kpgui.figure.style import Style
from kpgui.geometry.palette import rgb
from kpgui.words.counters import class_text

FLAGS = "title", "counters", "axes", "ticks", "grid", "legend", "transparent"
"""The choices of a style that are facts of the template."""


def look_of(scene: Scene, style: Style, size: tuple[int, int]) -> tuple[dict[str, Any], dict[str, bool]]:
    """The constants by name, and the facts. scene: as styled. size: of the picture in pixels."""
    palette, view = scene.palette, scene.view
    unit = unit_for(72 * size[0] / style.dpi, 72 * size[1] / style.dpi)
    marks = Marks.of(scene, unit)
    stretch = (view.xmax - view.xmin) / (view.ymax - view.ymin) * size[1] / size[0]
    named = {
        "TITLE": scene.title,
        "CAPTION": scene.caption,
        "SYMBOL": scene.symbol,
        "RINGS": scene.rings,
        "NAMES": tuple(map(_plain, scene.dataset.axes)),
        "CLASSES": tuple(_plain(class_text(scene.dataset, label)) for label in (-1, 1)),
        "VIEW": (view.xmin, view.xmax, view.ymin, view.ymax),
        "SIZE": (_inches(size[0], style.dpi), _inches(size[1], style.dpi)),
        "DPI": style.dpi,
        "UNIT": round(unit, 3),
        "TYPE": round(style.font_size / LABEL if style.font_size else unit, 3),
        "ASPECT": "equal" if 1 / SQUEEZE <= stretch <= SQUEEZE else "auto",
        "RADIUS": round(marks.radius, 2),
        "STRENGTH": marks.strength,
        "ABOVE": 4.5 if len(in_view(scene)) > CROWD else 2,
        "CANVAS": palette.canvas,
        "UNDECIDED": _shares(palette.undecided),
        "PALE": (_shares(palette.positive_soft), _shares(palette.negative_soft)),
        "FULL": (_shares(palette.positive_field), _shares(palette.negative_field)),
        "PLUS": palette.positive,
        "MINUS": palette.negative,
        "OUTLINE": palette.outline,
        "RING": palette.support,
        "BOUNDARY": {
            "colors": palette.boundary,
            "linewidths": _points(style.boundary_width * unit),
            "linestyles": style.boundary,
        },
        "MARGIN": {
            "colors": palette.margin,
            "linewidths": _points(style.margin_width * unit),
            "linestyles": style.margins,
        },
        "WRONG": palette.danger,
        "TEXT": palette.text,
        "MUTED": palette.muted,
        "GRID": palette.grid,
    }
    facts = {
        **{name: bool(getattr(style, name)) for name in FLAGS},
        "banded": style.field == "banded",
        "classes": style.field == "classes",
        "field": scene.pixels is not None,
        "boundary": len(scene.boundary) > 0,
        "margins": len(scene.positive_margin) > 0 or len(scene.negative_margin) > 0,
        "rings": bool(np.any(scene.alpha)),
        "wrong": scene.wrong is not None and bool(scene.wrong.any()),
        "held_out": bool(scene.dataset.held_out.any()),
        "named": bool(scene.dataset.classes),
    }
    return named, facts


def _inches(pixels: int, dpi: float) -> float:
    """In few digits, but not so few that matplotlib, which cuts off a part of a pixel, makes it one pixel less."""
    inches = round(pixels / dpi, 4)
    return inches if int(inches * dpi) == pixels else round(pixels / dpi + 1e-6, 6)


def _plain(name: str) -> str:
    """The name for matplotlib, which takes what stands between dollars for a formula."""
    return name.replace("$", r"\$")


def _points(width: float) -> float:
    return round(width, 2)


def _shares(colour: str) -> tuple[float, ...]:
    """Red, green and blue from 0 to 1."""
    return tuple(round(part / 255, 3) for part in rgb(colour))
