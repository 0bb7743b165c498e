"""The scene as a LaTeX document with one pgfplots picture, which compiles by itself and can be pasted into another."""

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

import kpgui
from kpgui.figure.layout import SQUEEZE
from kpgui.figure.pgfplots.curves import Area, areas, pieces, simplified
from kpgui.figure.pgfplots.words import latex
from kpgui.figure.scene import Scene
from kpgui.model.arrays import Floats, Ints
from kpgui.model.number import grouped, shown
from kpgui.model.subsample import subsample
from kpgui.present.palette import field_colours
from kpgui.present.ticks import Axis, ticks

MOST_POINTS = 5000
"""Points that are drawn; of more, a random part, since LaTeX takes a minute for each ten thousand."""

FINE, COARSE = 1 / 4000, 1 / 1500
"""How far simplified lines and areas may be off, as shares of the plot's width."""

FARTHEST, NARROWEST, WIDEST = 1000.0, 1e-3, 1e4
"""TeX computes with few digits. In a view that is farther from 0 than so many times its own size, or whose sides are
smaller or larger than this, the picture has coordinates of its own, from 0 to 10, under the same labels."""

RADIUS = 2.4
"""Radius of a point in TeX's points, up to a hundred of them."""


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


def pgfplots_picture(scene: Scene, width: float, parts: Mapping[str, bool]) -> bytes:
    """The document. width: of the plot in centimetres. parts: which of title, counters, axes, … it has."""
    places = Coordinates(scene)
    drawn = [*_field(scene, places), *_curves(scene, places), *_points(scene, places)]
    lines = [
        f"% {scene.title}. {scene.caption}.".translate({ord("\n"): " "}),
        f"% Written by kpgui {kpgui.__version__}. Compiles by itself with pdflatex or lualatex; the tikzpicture can be",
        "% pasted into another document, with the packages, colours and \\pgfplotsset above it.",
        r"\documentclass[border=4pt]{standalone}",
        r"\usepackage{pgfplots}",
        r"\pgfplotsset{compat=1.16}",
        *_colours(scene),
        r"\begin{document}",
        *([] if scene.palette.canvas == "#ffffff" else [r"\pagecolor{kpcanvas}"]),
        r"\begin{tikzpicture}",
        r"\begin{axis}[",
        *(f"  {option}," for option in _options(scene, places, width, parts)),
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


def _options(scene: Scene, places: Coordinates, width: float, parts: Mapping[str, bool]) -> Iterator[str]:
    view = scene.view
    shape = (view.ymax - view.ymin) / (view.xmax - view.xmin)
    height = width * (shape if 1 / SQUEEZE <= shape <= SQUEEZE else 0.75)
    (xmin, ymin), (xmax, ymax) = places.low.tolist(), places.high.tolist()
    yield f"width={width:.4g}cm, height={height:.4g}cm, scale only axis"
    yield f"xmin={xmin:.10g}, xmax={xmax:.10g}, ymin={ymin:.10g}, ymax={ymax:.10g}"
    yield "axis background/.style={fill=kpcanvas}, axis line style={kpmuted}, clip mode=individual, axis on top"
    yield "unbounded coords=jump"
    yield "tick align=outside, tick pos=lower, every tick/.style={kpmuted}, tick label style={kptext, font=\\small}"
    yield from (
        _ticks(name, axis, places, k, parts) for k, (name, axis) in enumerate((("x", places.x), ("y", places.y)))
    )
    if parts["axes"]:
        yield f"xlabel={{{_label(places.x, 'x')}}}, ylabel={{{_label(places.y, 'y')}}}"
        yield r"label style={kptext, font=\small}, ylabel style={rotate=-90}"
    if parts["grid"]:
        yield "grid=major, grid style={kpgrid}"
    heading = [rf"\textbf{{{latex(scene.title)}}}"] * parts["title"]
    heading += [rf"{{\small\color{{kpmuted}} {latex(scene.caption)}}}"] * parts["counters"]
    if heading:
        yield "title={" + r" \\ ".join(heading) + "}"
        yield f"title style={{text=kptext, align=left, text width={width:.4g}cm, anchor=south west, at={{(0,1)}}}}"
    if parts["legend"]:
        yield "legend columns=3, legend cell align=left"
        yield (
            r"legend style={draw=none, fill=none, text=kptext, font=\small, at={(0,0)}, anchor=north west,"
            " yshift=-3.2em, /tikz/every even column/.append style={column sep=1em}}"
        )


def _ticks(name: str, axis: Axis, places: Coordinates, k: int, parts: Mapping[str, bool]) -> str:
    if not parts["ticks"]:
        return f"{name}tick=\\empty"
    values = (np.array(axis.values) - places.shift[k]) * places.factor[k]
    labels = ", ".join(f"{{{latex(label)}}}" for label in axis.labels)
    return f"{name}tick={{{', '.join(f'{value:.10g}' for value in values.tolist())}}}, {name}ticklabels={{{labels}}}"


def _label(axis: Axis, name: str) -> str:
    return f"${name}$" + latex(axis.title(name)[1:])


def _field(scene: Scene, places: Coordinates) -> Iterator[str]:
    """The field as areas, each over the one before."""
    if scene.pixels is None:
        return
    colours, tolerance = field_colours(scene.palette), float((places.high - places.low)[0]) * COARSE
    for area in areas(scene):
        lines = simplified(pieces(places.place(area.outline)), tolerance)
        if lines:
            red, green, blue = colours[_entry(area)][:3].tolist()
            shade = f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"
            yield from _plot(f"draw=none, even odd rule, fill={shade}, forget plot", _rows(lines, places))


def _entry(area: Area) -> int:
    """Of the field's colours the one in the middle of the band that is seen of an area."""
    return 128 + area.sign * max(1, round(127 * (area.share + 0.1)))


def _curves(scene: Scene, places: Coordinates) -> Iterator[str]:
    tolerance = float((places.high - places.low)[0]) * FINE
    margins = [*pieces(places.place(scene.positive_margin)), *pieces(places.place(scene.negative_margin))]
    styles = (
        (margins, "kpmargin, dashed, line width=0.6pt"),
        (pieces(places.place(scene.boundary)), "kpboundary, line width=1.2pt, line join=round"),
    )
    for curve, style in styles:
        lines = simplified(curve, tolerance)
        if lines:
            yield from _plot(f"{style}, forget plot", _rows(lines, places))


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


def _points(scene: Scene, places: Coordinates) -> Iterator[str]:
    """Rings by thickness, then the points in classes, then diamonds; with the entries of the legend."""
    dataset, view = scene.dataset, scene.view
    inside = ((dataset.points >= (view.xmin, view.ymin)) & (dataset.points <= (view.xmax, view.ymax))).all(axis=1)
    part = subsample(dataset, MOST_POINTS)
    if part is not dataset:
        yield f"% {grouped(len(part))} of the {grouped(len(dataset))} points, drawn at random."
    chosen = np.zeros(len(dataset), bool)
    chosen[dataset.index_of(part.ids)] = True
    seen = np.flatnonzero(inside & chosen)
    radius = RADIUS * min(1.0, max(0.3, (100 / max(1, len(seen))) ** 0.35))
    yield from _rings(scene, places, seen, radius)
    yield from _classes(scene, places, seen, radius)
    if scene.wrong is not None and scene.wrong[seen].any():
        wrong = places.rows(places.place(dataset.points[seen[scene.wrong[seen]]]))
        line = f"line width={0.3 * radius:.2f}pt"
        yield from _plot(f"only marks, mark=diamond, mark size={1.9 * radius:.2f}pt, kpwrong, {line}", wrong)
        yield r"\addlegendentry{on the wrong side}"


def _rings(scene: Scene, places: Coordinates, seen: Ints, radius: float) -> Iterator[str]:
    support = seen[scene.alpha[seen] > 0]
    shares = np.minimum(0.75, 0.17 + 0.105 * np.log2(np.maximum(1, scene.alpha[support])))
    widths = np.round(radius * shares, 1)
    for width in np.unique(widths).tolist():
        rows = places.rows(places.place(scene.dataset.points[support[widths == width]]))
        size = f"mark size={1.5 * radius + width / 2:.2f}pt, line width={width}pt"
        yield from _plot(f"only marks, mark=o, {size}, kpring, forget plot", rows)


def _classes(scene: Scene, places: Coordinates, seen: Ints, radius: float) -> Iterator[str]:
    """All points in one table, each with the name of its class: p, m, and P, M where held out."""
    dataset = scene.dataset
    side, line = np.sqrt(np.pi) / 2 * radius, f"draw=kpoutline, line width={0.2 * radius:.2f}pt"
    marks = {
        "p": f"mark=*, {line}, fill=kpplus, mark size={radius:.2f}pt",
        "m": f"mark=square*, {line}, fill=kpminus, mark size={side:.2f}pt",
    }
    if dataset.held_out.any():
        thick = 0.4 * radius
        line = f"line width={thick:.2f}pt, fill=kpcanvas"
        marks["P"] = f"mark=*, {line}, draw=kpplus, mark size={radius - thick / 2:.2f}pt"
        marks["M"] = f"mark=square*, {line}, draw=kpminus, mark size={side - thick / 2:.2f}pt"
    classes = ", ".join(f"{name}={{{mark}}}" for name, mark in marks.items())
    names = np.where(dataset.labels > 0, "p", "m")
    names = np.where(dataset.held_out, np.char.upper(names), names)[seen].tolist()
    if names:
        rows = zip(places.rows(places.place(dataset.points[seen])), names, strict=True)
        yield r"\addplot[scatter, only marks, scatter src=explicit symbolic, forget plot,"
        yield f"  scatter/classes={{{classes}}}] table[header=false, meta index=2] {{"
        yield from (f"{row} {name}" for row, name in rows)
        yield "};"
    entries = {"p": "class $+1$", "m": "class $-1$", "P": "held out"}
    for name, text in entries.items():
        if name in marks:
            yield rf"\addlegendimage{{only marks, {marks[name]}}}\addlegendentry{{{text}}}"
    alpha = scene.alpha[scene.alpha > 0]
    if len(alpha):
        span = shown(alpha.min()) + (f" to {shown(alpha.max())}" if alpha.max() > alpha.min() else "")
        yield rf"\addlegendimage{{only marks, mark=o, mark size={1.6 * radius:.2f}pt, kpring}}"
        yield rf"\addlegendentry{{support vector, {latex(f'α = {span}')}}}"
    if len(scene.boundary):
        yield r"\addlegendimage{kpboundary, line width=1.2pt, no marks}\addlegendentry{boundary $f = 0$}"
    if len(scene.positive_margin) or len(scene.negative_margin):
        yield r"\addlegendimage{kpmargin, dashed, line width=0.6pt, no marks}\addlegendentry{margins $f = \pm 1$}"
