"""The scene as a LaTeX document with one pgfplots picture, which compiles by itself and can be pasted into another."""

from collections.abc import Iterable, Iterator

import numpy as np

import kpgui
from kpgui.figure.layout import Layout
from kpgui.figure.marks import CROWD, RADIUS, SQUARE, in_view
from kpgui.figure.painter import Parts
from kpgui.figure.pgfplots.curves import BANDS, Area, areas, pieces, simplified
from kpgui.figure.pgfplots.words import latex
from kpgui.figure.scene import Scene
from kpgui.figure.style import Style
from kpgui.geometry.palette import field_colours, rgb
from kpgui.geometry.rings import POINT, level_of, ring
from kpgui.geometry.ticks import Axis, ticks
from kpgui.model.arrays import Floats
from kpgui.model.number import grouped, shown
from kpgui.model.split import subsample
from kpgui.words.counters import class_text

MOST_POINTS = 5000
"""Points that are drawn; of more, a random part, since LaTeX takes a minute for each ten thousand."""

FINE, COARSE = 1 / 4000, 1 / 1500
"""How far simplified lines and areas may be off, as shares of the plot's width."""

FARTHEST, NARROWEST, WIDEST = 1000.0, 1e-3, 1e4
"""TeX computes with few digits. In a view that is farther from 0 than so many times its own size, or whose sides are
smaller or larger than this, the picture has coordinates of its own, from 0 to 10, under the same labels."""

CENTIMETRE = 72 / 2.54
"""In the units of layouts, 1/72 inch."""

DASHES = {"solid": "", "dashed": ", dashed", "dotted": ", dotted", "none": ""}


class Coordinates:
    """Coordinates of the picture: those of the data, unless TeX could not compute with them."""

    def __init__(self, scene: Scene) -> None:
        view = scene.view
        low, high = np.array([view.xmin, view.ymin]), np.array([view.xmax, view.ymax])
        span, size = high - low, np.maximum(abs(low), abs(high))
        plain = (span >= NARROWEST).all() and (span <= WIDEST).all() and (size <= FARTHEST * span).all()
        self.shift = np.zeros(2) if plain else low
        self.factor = np.ones(2) if plain else 10 / span
        self.low, self.high = (low - self.shift) * self.factor, (high - self.shift) * self.factor
        self.digits = np.ceil(-np.log10((self.high - self.low) / 2e4)).astype(int).clip(0)
        self.x, self.y = ticks(view.xmin, view.xmax, 7), ticks(view.ymin, view.ymax, 7)

    def place(self, points: Floats) -> Floats:
        placed: Floats = (points - self.shift) * self.factor
        return placed

    def rows(self, points: Floats) -> Iterator[str]:
        """A row of text for each placed point, with digits for a twenty-thousandth of the plot."""
        x, y = self.digits.tolist()
        return (f"{a:.{x}f} {b:.{y}f}" for a, b in points.tolist())


def pgfplots_picture(scene: Scene, style: Style, parts: Parts) -> bytes:
    """The document. scene: as styled. parts: the same scene as our painter would lay it out, for the sizes."""
    places, unit, radius = Coordinates(scene), parts.layout.unit, parts.marks.radius
    margins, boundary = _curves(scene, style, places, unit)
    crowd = len(in_view(scene)) > CROWD
    drawn = [*_field(scene, style, places), *margins, *([] if crowd else boundary)]
    drawn += [*_points(scene, places, radius), *(boundary if crowd else []), *_legend(scene, style, radius, unit)]
    lines = [
        f"% {scene.title}. {scene.caption}.".translate({ord("\n"): " "}),
        f"% Written by kpgui {kpgui.__version__}. Compiles by itself with pdflatex or lualatex; the tikzpicture can be",
        "% pasted into another document, with the packages, colours and \\pgfplotsset above it.",
        r"\documentclass[border=4pt]{standalone}",
        r"\usepackage{pgfplots}",
        r"\pgfplotsset{compat=1.16}",
        *_colours(scene),
        r"\begin{document}",
        *([] if rgb(scene.palette.canvas) == (255, 255, 255) or style.transparent else [r"\pagecolor{kpcanvas}"]),
        r"\begin{tikzpicture}",
        r"\begin{axis}[",
        *(f"  {option}," for option in _options(scene, style, places, parts.layout)),
        "]",
        *drawn,
        r"\end{axis}",
        r"\end{tikzpicture}",
        r"\end{document}",
    ]
    return ("\n".join(lines) + "\n").encode()


def _colours(scene: Scene) -> Iterator[str]:
    names = {
        "kpcanvas": "canvas",
        "kptext": "text",
        "kpmuted": "muted",
        "kpgrid": "grid",
        "kpplus": "positive",
        "kpminus": "negative",
        "kpoutline": "outline",
        "kpring": "support",
        "kpboundary": "boundary",
        "kpmargin": "margin",
        "kpwrong": "danger",
    }
    for name, colour in names.items():
        yield rf"\definecolor{{{name}}}{{HTML}}{{{getattr(scene.palette, colour)[1:].upper()}}}"


def _options(scene: Scene, style: Style, places: Coordinates, layout: Layout) -> Iterator[str]:
    width, height = layout.plot.width / CENTIMETRE, layout.plot.height / CENTIMETRE
    size = style.font_size
    small = rf"\fontsize{{{size:.4g}}}{{{1.2 * size:.4g}}}\selectfont" if size else r"\small"
    (xmin, ymin), (xmax, ymax) = places.low.tolist(), places.high.tolist()
    yield f"width={width:.4g}cm, height={height:.4g}cm, scale only axis"
    yield f"xmin={xmin:.10g}, xmax={xmax:.10g}, ymin={ymin:.10g}, ymax={ymax:.10g}"
    background = "" if style.transparent else "axis background/.style={fill=kpcanvas}, "
    yield f"{background}axis line style={{kpmuted}}, clip mode=individual, axis on top"
    yield "unbounded coords=jump"
    yield "tick align=outside, tick pos=lower, every tick/.style={kpmuted}"
    yield f"tick label style={{kptext, font={small}}}"
    yield from (
        _ticks(name, axis, places, k, style.ticks) for k, (name, axis) in enumerate((("x", places.x), ("y", places.y)))
    )
    if style.axes:
        names = scene.dataset.axes
        yield f"xlabel={{{_label(places.x, names[0])}}}, ylabel={{{_label(places.y, names[1])}}}"
        turned = "" if scene.dataset.columns else ", ylabel style={rotate=-90}"
        yield f"label style={{kptext, font={small}}}{turned}"
    if style.grid:
        yield "grid=major, grid style={kpgrid}"
    large = rf"\fontsize{{{1.4 * size:.4g}}}{{{1.7 * size:.4g}}}\selectfont" if size else ""
    heading = [rf"{{{large}\bfseries {latex(scene.title)}}}"] * style.title
    heading += [rf"{{{small}\color{{kpmuted}} {latex(scene.caption)}}}"] * style.counters
    if heading:
        yield "title={" + r" \\ ".join(heading) + "}"
        yield f"title style={{text=kptext, align=flush left, text width={width:.4g}cm}}"
        yield "title style={anchor=south west, at={(0,1)}}"
    if style.legend:
        yield "legend columns=3, legend cell align=left"
        yield (
            f"legend style={{draw=none, fill=none, text=kptext, font={small}, at={{(0,0)}}, anchor=north west,"
            " yshift=-3.2em, /tikz/every even column/.append style={column sep=1em}}"
        )


def _ticks(name: str, axis: Axis, places: Coordinates, k: int, wanted: bool) -> str:
    if not wanted:
        return f"{name}tick=\\empty"
    values = (np.array(axis.values) - places.shift[k]) * places.factor[k]
    labels = ", ".join(f"{{{latex(label)}}}" for label in axis.labels)
    return f"{name}tick={{{', '.join(f'{value:.10g}' for value in values.tolist())}}}, {name}ticklabels={{{labels}}}"


def _label(axis: Axis, name: str) -> str:
    return f"${name}$" + latex(axis.title(name)[1:]) if name in ("x", "y") else latex(axis.title(name))


def _field(scene: Scene, style: Style, places: Coordinates) -> Iterator[str]:
    """The field as areas, each over the one before: smooth shades would take an image in a second file."""
    if scene.pixels is None:
        return
    colours, tolerance = field_colours(scene.palette), float((places.high - places.low)[0]) * COARSE
    bands = 1 if style.field == "classes" else BANDS
    for area in areas(scene, bands):
        lines = simplified(pieces(places.place(area.outline)), tolerance)
        if lines:
            red, green, blue = colours[_entry(area, bands)][:3].tolist()
            shade = f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"
            yield from _plot(f"draw=none, even odd rule, fill={shade}, forget plot", _rows(lines, places))


def _entry(area: Area, bands: int) -> int:
    """Of the field's colours the one in the middle of the band that is seen of an area."""
    return 128 + area.sign * max(1, round(127 * (area.share + 0.5 / bands)))


def _curves(scene: Scene, style: Style, places: Coordinates, unit: float) -> tuple[list[str], list[str]]:
    """The plots of the margins and ties, and of the boundary."""
    tolerance = float((places.high - places.low)[0]) * FINE
    margins = [*pieces(places.place(scene.positive_margin)), *pieces(places.place(scene.negative_margin))]
    found = []
    for curve, look in (
        (margins, _margin(style, unit)),
        (pieces(places.place(scene.ties)), _ties(style, unit)),
        (pieces(places.place(scene.boundary)), _boundary(style, unit)),
    ):
        lines = simplified(curve, tolerance)
        found.append([*_plot(f"{look}, forget plot", _rows(lines, places))] if lines else [])
    return found[0] + found[1], found[2]


def _margin(style: Style, unit: float) -> str:
    return f"kpmargin, line width={style.margin_width * unit:.2f}pt{DASHES[style.margins]}"


def _ties(style: Style, unit: float) -> str:
    return f"kpboundary, line width={0.4 * style.boundary_width * unit:.2f}pt"


def _boundary(style: Style, unit: float) -> str:
    return f"kpboundary, line width={style.boundary_width * unit:.2f}pt, line join=round{DASHES[style.boundary]}"


def _plot(options: str, rows: Iterable[str]) -> Iterator[str]:
    yield rf"\addplot[{options}] table {{"
    yield from rows
    yield "};"


def _rows(lines: list[Floats], places: Coordinates) -> Iterator[str]:
    """The rows of polylines, with one between them at which the pen is lifted."""
    for number, line in enumerate(lines):
        if number:
            yield "nan nan"
        yield from places.rows(line)


def _points(scene: Scene, places: Coordinates, radius: float) -> Iterator[str]:
    """Rings by thickness, then the points in classes, then diamonds."""
    dataset, seen = scene.dataset, in_view(scene)
    part = subsample(dataset, MOST_POINTS)
    if part is not dataset:
        yield f"% {grouped(len(part))} of the {grouped(len(dataset))} points, drawn at random."
        seen = np.intersect1d(seen, dataset.index_of(part.ids))
    support = seen[scene.alpha[seen] > 0]
    levels = np.array([level_of(alpha) for alpha in scene.alpha[support].tolist()], int)
    for level in np.unique(levels).tolist():
        rows = places.rows(places.place(dataset.points[support[levels == level]]))
        yield from _plot(f"{_ring(radius, level)}, forget plot", rows)
    marks = _marks(radius)
    names = np.where(dataset.labels > 0, "p", "m")
    names = np.where(dataset.held_out, np.char.upper(names), names)[seen].tolist()
    if names:
        classes = ", ".join(f"{name}={{{marks[name]}}}" for name in sorted(set(names)))
        yield r"\addplot[scatter, only marks, scatter src=explicit symbolic, forget plot,"
        yield f"  scatter/classes={{{classes}}}] table[header=false, meta index=2] {{"
        rows = places.rows(places.place(dataset.points[seen]))
        yield from (f"{row} {name}" for row, name in zip(rows, names, strict=True))
        yield "};"
    if scene.wrong is not None and scene.wrong[seen].any():
        yield from _plot(
            _diamond(radius) + ", forget plot", places.rows(places.place(dataset.points[seen[scene.wrong[seen]]]))
        )


def _marks(radius: float) -> dict[str, str]:
    """The look of each class: p and m, and P and M for those held out."""
    side, thick = SQUARE * radius, 0.4 * radius
    line, hollow = f"draw=kpoutline, line width={0.2 * radius:.2f}pt", f"line width={thick:.2f}pt, fill=kpcanvas"
    return {
        "p": f"mark=*, {line}, fill=kpplus, mark size={radius:.2f}pt",
        "m": f"mark=square*, {line}, fill=kpminus, mark size={side:.2f}pt",
        "P": f"mark=*, {hollow}, draw=kpplus, mark size={radius - thick / 2:.2f}pt",
        "M": f"mark=square*, {hollow}, draw=kpminus, mark size={side - thick / 2:.2f}pt",
    }


def _ring(radius: float, level: int) -> str:
    """The ring of a level around a point of this radius, in points."""
    diameter, width = (2 * radius / POINT * length for length in ring(level))
    return f"only marks, mark=o, mark size={(diameter - width) / 2:.2f}pt, line width={width:.2g}pt, kpring"


def _diamond(radius: float) -> str:
    return f"only marks, mark=diamond, mark size={1.9 * radius:.2f}pt, line width={0.3 * radius:.2f}pt, kpwrong"


def _legend(scene: Scene, style: Style, radius: float, unit: float) -> Iterator[str]:
    if not style.legend:
        return
    marks = _marks(max(radius, unit * 0.7 * RADIUS))
    names = "class $-1$", "class $+1$"
    if scene.dataset.classes:
        names = latex(class_text(scene.dataset, -1)), latex(class_text(scene.dataset, 1))
    shown_as = [(f"only marks, {marks['p']}", names[1]), (f"only marks, {marks['m']}", names[0])]
    if scene.dataset.held_out.any():
        shown_as.append((f"only marks, {marks['P']}", "held out"))
    if scene.alpha.any():
        shown_as.append((_ring(radius, 0), latex(scene.rings)))
    if len(scene.boundary):
        shown_as.append((f"{_boundary(style, unit)}, no marks", latex(f"boundary: {scene.symbol} = 0")))
    if len(scene.ties):
        shown_as.append((f"{_ties(style, unit)}, no marks", latex(f"region of ties: {scene.symbol} = 0")))
    if len(scene.positive_margin) or len(scene.negative_margin):
        shown_as.append(
            (f"{_margin(style, unit)}, no marks", latex(f"margins: {scene.symbol} = ±{shown(scene.margin)}"))
        )
    if scene.wrong is not None and scene.wrong.any():
        shown_as.append((_diamond(radius), "on the wrong side"))
    for look, text in shown_as:
        yield rf"\addlegendimage{{{look}}}\addlegendentry{{\;{text}}}"
