"""The drawing of a script, by matplotlib, with the same parts and colours: its template and constants."""

from typing import Any

import numpy as np

from kpgui.figure.layout import LABEL, SQUEEZE, unit_for
from kpgui.figure.plot import CROWD, Marks, in_view
from kpgui.figure.scene import Scene
from kpgui.figure.style import Style
from kpgui.geometry.palette import rgb
from kpgui.words.counters import class_text

DRAW = '''
def draw(f, alpha, beta, margin):
    """Draws field, curves and points over the rectangle of VIEW."""
    figure, axes = plt.subplots(figsize=SIZE, facecolor=CANVAS)  #? not transparent
    figure, axes = plt.subplots(figsize=SIZE, facecolor="none")  #? transparent
    width, height = SIZE[0] / TYPE, SIZE[1] / TYPE  # in inches, for type of usual size
    left, bottom, right, top = 0.7 / width, 1 / height, 0.25 / width, 0.6 / height
    figure.subplots_adjust(min(left, 0.4), min(bottom, 0.4), 1 - min(right, 0.1), 1 - min(top, 0.3))
    xmin, xmax, ymin, ymax = VIEW
    xs, ys = np.linspace(xmin, xmax, 300), np.linspace(ymin, ymax, 300)
    values = f(np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)).reshape(300, 300)
    explained = []  # in the legend

    # The field: blue where f < 0, orange where f > 0, darker up to the largest |f| at a point.  #? field
    inside = (X >= (xmin, ymin)).all(axis=1) & (X <= (xmax, ymax)).all(axis=1)  #? field
    peak = abs(f(X[inside]) if inside.any() else values).max() or 1.0  #? field
    share = np.minimum(abs(values) / peak, 1)[:, :, None]  #? field, not classes
    share = np.ceil(5 * share) / 5  #? field, banded
    share = 0.5  #? field, classes
    pale, full = [np.where(values[:, :, None] > 0, *pair) for pair in (PALE, FULL)]  #? field
    colours = np.where(values[:, :, None] == 0, UNDECIDED, (1 - share) * pale + share * full)  #? field
    axes.imshow(colours, extent=VIEW, origin="lower", interpolation="bilinear", aspect="auto")  #? field

    for label, marker, colour, side in ((1, "o", PLUS, 2 * RADIUS), (-1, "s", MINUS, np.sqrt(np.pi) * RADIUS)):
        outlined = {"marker": marker, "edgecolors": OUTLINE, "linewidths": 0.2 * RADIUS, "zorder": 4}
        name = CLASSES[label > 0]  #? named
        name = "class +1" if label > 0 else "class −1"  #? not named
        explained.append(axes.scatter(*X[y == label].T, s=side**2, color=colour, label=name, **outlined))
        hollow = (y == label) & ~trained  #? held_out
        hole = {"color": CANVAS, "marker": marker, "linewidths": 0, "zorder": 5}  #? held_out
        axes.scatter(*X[hollow].T, s=(0.56 * side) ** 2, **hole)  #? held_out
    support = np.flatnonzero(beta)  #? rings
    if len(support):  # a ring around each, larger with α  #? rings
        shown = np.maximum(alpha[support], 1)  #? rings
        level = np.minimum(np.floor(np.log2(shown)), 7)  # one more for each doubling of α  #? rings
        sizes, widths = RADIUS / 6.5 * (17 + 1.625 * level), RADIUS / 6.5 * (1.2 + 0.15 * level)  #? rings
        ring = {"facecolors": "none", "edgecolors": RING, "alpha": STRENGTH, "label": RINGS, "zorder": 3}  #? rings
        explained.append(axes.scatter(*X[support].T, s=(sizes - widths) ** 2, linewidths=widths, **ring))  #? rings
    if values.min() < 0 < values.max():  #? boundary
        axes.contour(xs, ys, values, [0], zorder=ABOVE, **BOUNDARY)  #? boundary
        explained.append(LineCollection([], label=f"boundary: {SYMBOL} = 0", **BOUNDARY))  #? boundary
    levels = [level for level in (-margin, margin) if values.min() < level < values.max()]  #? margins
    if levels:  #? margins
        axes.contour(xs, ys, values, levels, **MARGIN)  #? margins
        explained.append(LineCollection([], label=f"margins: {SYMBOL} = ±{margin:.4g}", **MARGIN))  #? margins
    wrong = y * f(X) <= 0  #? wrong, not tied
    wrong = np.where(f(X) == 0, TIE, np.sign(f(X))) != y  #? wrong, tied
    diamond = {"marker": "D", "facecolors": "none", "edgecolors": WRONG, "zorder": 6}  #? wrong
    if wrong.any():  #? wrong
        lines = {"linewidths": 0.3 * RADIUS, "label": "on the wrong side"}  #? wrong
        explained.append(axes.scatter(*X[wrong].T, s=(2.7 * RADIUS) ** 2, **diamond, **lines))  #? wrong

    axes.set(xlim=(xmin, xmax), ylim=(ymin, ymax), aspect=ASPECT, facecolor="none")
    axes.set_xlabel(NAMES[0], color=TEXT, size=8.8 * TYPE)  #? axes
    axes.set_ylabel(NAMES[1], color=TEXT, size=8.8 * TYPE)  #? axes
    axes.tick_params(color=MUTED, labelcolor=TEXT, labelsize=8.5 * TYPE)  #? ticks
    axes.set(xticks=[], yticks=[])  #? not ticks
    axes.spines[:].set_color(MUTED)
    axes.grid(color=GRID, linewidth=0.6 * UNIT)  #? grid
    axes.apply_aspect()
    room = 115 * SIZE[0] * (1 - axes.get_position().x0)  # in letters of size 1, from the y axis on
    head = {"loc": "left", "pad": 20 * TYPE, "color": TEXT, "weight": "bold"}  #? title
    axes.set_title(TITLE, size=min(12 * TYPE, room / len(TITLE)), **head)  #? title
    above = {"xycoords": "axes fraction", "textcoords": "offset points"}  #? counters
    small = min(9 * TYPE, 1.15 * room / len(CAPTION))  #? counters
    axes.annotate(CAPTION, (0, 1), (0, 7 * TYPE), color=MUTED, size=small, **above)  #? counters
    larger = max(1, 3 * UNIT / RADIUS)  # marks of a crowd are smaller than can be told apart  #? legend
    look = {"ncols": 3, "frameon": False, "labelcolor": TEXT, "fontsize": 8.8 * TYPE, "markerscale": larger}  #? legend
    figure.legend(handles=explained, loc="lower center", **look)  #? legend
    return figure
'''


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
        "rings": bool(np.any(scene.alpha > 0)),
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
