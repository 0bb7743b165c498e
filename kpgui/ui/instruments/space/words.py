"""Feature space in words: what it is, and what the axes that are shown leave out."""

from kpgui.language import _, ngettext
from kpgui.model.errors import short
from kpgui.model.param import grouped, shown
from kpgui.ui.instruments.space.reading import SCORE, SpaceValue, W


def sentence(value: SpaceValue) -> str:
    """What is seen, in one sentence, and how many points are on their side."""
    if value.pending is not None:
        return _("The Gram matrix is being decomposed…")
    title = short(value.title, 60)
    if not value.count:
        return _("{kernel}: there are no points yet.").format(kernel=title)
    if value.vote:
        what = _("{kernel}: each hypothesis is a plane in this space, but their vote is none, and none is drawn.")
        return what.format(kernel=title)
    if value.line:
        what = _("{kernel}, of points on a line: a plane in the powers of one coordinate is cuts on that line.")
    elif value.dimensions:
        what = ngettext(
            "{kernel}: {count} feature; a plane in it is the curve on the canvas.",
            "{kernel}: {count} features; a plane in them is the curve on the canvas.",
            value.dimensions,
        )
    else:
        what = _("{kernel}: Φ = U·√D, from its Gram matrix K = U·D·Uᵀ. {axes} hold {share} % of the kernel's trace.")
    said = what.format(
        kernel=title,
        count=grouped(value.dimensions),
        axes=_in_words(value),
        share=_percent(value.share),
    )
    if not value.normal.any():
        return said + " " + _("w = 0 so far: train to see a plane.")
    sides = _("{right} of {count} points are on their side.")
    return said + " " + sides.format(right=grouped(value.right), count=grouped(value.count))


def caption(value: SpaceValue) -> str:
    """What the axes leave out, how the margins are drawn, and how many of the points are seen."""
    said = []
    if value.normal.any():
        if SCORE in value.axes or W in value.axes:
            distance = _("the distance to the plane") if W in value.axes else _("f, in proportion to it")
            said.append(_("Along w a coordinate is {distance}: nothing is left out.").format(distance=distance))
        elif value.exact:
            said.append(_("Nothing is left out: the plane is exact."))
        elif value.dimensions:
            said.append(
                _("These axes hold {share} % of ‖w‖²; the plane is drawn where the others have their mean.").format(
                    share=_percent(value.share)
                )
            )
        else:
            said.append(_("The plane is that of w projected onto these axes; it is exact only with the axis w."))
        if value.astray:
            said.append(
                ngettext(
                    "So {count} point is seen on another side of it than it is.",
                    "So {count} points are seen on another side of it than they are.",
                    value.astray,
                ).format(count=grouped(value.astray))
            )
        said.append(_("Dashed: the margins f = ±{margin}.").format(margin=shown(value.level)))
    if len(value.ids) < value.count and value.pending is None:
        said.append(_("{ids} of {count} points.").format(ids=grouped(len(value.ids)), count=grouped(value.count)))
    return " ".join(said)


def _in_words(value: SpaceValue) -> str:
    return ", ".join(name for name in value.axes if name not in (W, SCORE)) or _("No axes")


def _percent(share: float) -> str:
    return shown(round(100 * share, 1), 3)
