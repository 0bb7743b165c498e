"""What a script draws, and in which colours and sizes: the constants and facts of the drawing's template."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from kpgui.figure.layout import SQUEEZE, unit_for
from kpgui.figure.marks import CROWD, Marks, in_view
from kpgui.figure.scene import Scene
from kpgui.present.palette import rgb

PARTS = {"title": True, "counters": True, "axes": True, "ticks": True, "legend": True, "grid": False, "classes": False}
"""Parts of a picture that are no part of a scene, and whether a picture has them if nothing else is said."""


def look_of(
    scene: Scene, size: tuple[int, int], dpi: float, parts: Mapping[str, bool]
) -> tuple[dict[str, Any], dict[str, bool]]:
    """The constants by name, and the facts. size: in pixels. parts: those that differ from `PARTS`."""
    palette, view = scene.palette, scene.view
    unit = unit_for(72 * size[0] / dpi, 72 * size[1] / dpi)
    marks = Marks.of(scene, unit)
    stretch = (view.xmax - view.xmin) / (view.ymax - view.ymin) * size[1] / size[0]
    named = {
        "TITLE": scene.title,
        "CAPTION": scene.caption,
        "VIEW": (view.xmin, view.xmax, view.ymin, view.ymax),
        "SIZE": (round(size[0] / dpi, 4), round(size[1] / dpi, 4)),
        "DPI": round(dpi, 4),
        "UNIT": round(unit, 3),
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
        "BOUNDARY": palette.boundary,
        "MARGIN": palette.margin,
        "WRONG": palette.danger,
        "TEXT": palette.text,
        "MUTED": palette.muted,
        "GRID": palette.grid,
    }
    facts = {
        **PARTS,
        **parts,
        "field": scene.pixels is not None,
        "boundary": len(scene.boundary) > 0,
        "margins": len(scene.positive_margin) > 0 or len(scene.negative_margin) > 0,
        "rings": bool(np.any(scene.alpha)),
        "wrong": scene.wrong is not None and bool(scene.wrong.any()),
        "held_out": bool(scene.dataset.held_out.any()),
    }
    return named, facts


def _shares(colour: str) -> tuple[float, ...]:
    """Red, green and blue from 0 to 1."""
    return tuple(round(part / 255, 3) for part in rgb(colour))
