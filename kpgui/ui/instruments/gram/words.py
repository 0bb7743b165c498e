"""The kernel as a matrix, in words."""

import numpy as np

from kpgui.language import _, sentence
from kpgui.model.errors import short
from kpgui.model.param import grouped, indexed, shown
from kpgui.ui.instruments.gram.reading import GramValue, Part
from kpgui.words.counters import plural
from kpgui.words.verdict import gram_text


def headline(value: GramValue) -> str:
    """The kernel, and of which points the matrix is."""
    title = short(str(value.kernel), 60)
    if not value.spectrum.of:
        return _("{kernel}: there are no points to train on.").format(kernel=title)
    if len(value.rows) == value.spectrum.of:
        count = plural(value.spectrum.of, "{n} point", "{n} points")
        return _("{kernel} between {count} trained on.").format(kernel=title, count=count)
    return _("{kernel} between {some} of {all} points trained on, drawn at random, each class by its share.").format(
        kernel=title, some=grouped(len(value.rows)), all=grouped(value.spectrum.of)
    )


def cell_text(value: GramValue, row: int, column: int) -> str:
    """K of two points by their numbers, and whether they are of one class; row, column: in the order of the dataset."""
    x, z = (indexed("x", int(value.rows[k]) + 1) for k in (row, column))
    same = _("one class") if value.dataset.labels[row] == value.dataset.labels[column] else _("two classes")
    which = _("itself") if row == column else same
    return f"K({x}, {z}) = {shown(float(value.matrix[row, column]))} · {which}"


def spectrum_text(value: GramValue) -> str:
    """What the longest axes hold of the whole."""
    if not value.spectrum.of:
        return ""
    shares = [*value.spectrum.shares(), 1.0, 1.0][:3] if value.matrix.any() else [0.0, 0.0, 0.0]
    one, two, three = (shown(round(100 * share, 1), 3) for share in shares)
    said = _("One axis holds {one} % of Σ|λ|, two {two} %, three {three} %.")
    return said.format(one=one, two=two, three=three)


def alignment_text(value: GramValue) -> str:
    """How well the matrix tells the classes apart."""
    if len(value.rows) < 2:
        return ""
    said = _("Alignment with the labels A(K, yyᵀ) = {alignment}, at most 1.").format(
        alignment=shown(value.alignment, 3)
    )
    if np.isnan(value.alike) or np.isnan(value.unlike):
        return said
    means = _("K is {alike} on average within a class, {unlike} between the classes.")
    return f"{said} {means.format(alike=shown(value.alike, 3), unlike=shown(value.unlike, 3))}"


def verdict_text(value: GramValue) -> str:
    """Whether it is a kernel on these points, the counter-example if not, and the rule or the part that decides it."""
    if not value.spectrum.of:
        return ""
    why = value.kernel.validity.why
    said = gram_text(value.spectrum, value.kernel)
    return f"{sentence(said[:1].upper() + said[1:])} {why}"


def counter_example(value: GramValue) -> str:
    """The sum of squares that is none, "" where there is none such."""
    if value.c is None:
        return ""
    said = _("Σ cᵢcⱼK(xᵢ, xⱼ) = {sum} < 0 with these c").format(sum=shown(value.spectrum.smallest))
    if value.dataset.d != 2:
        return sentence(said)
    return _("{said}: discs on the canvas, orange where c > 0, blue and dotted where c < 0.").format(said=said)


def copied(value: GramValue) -> str:
    """The points with their c as a table for spreadsheets, in full precision."""
    assert value.c is not None
    rows = zip(value.rows.tolist(), value.c.tolist(), value.dataset.points.tolist(), strict=True)
    head = "\t".join(["point", "c", *(f"x{k + 1}" for k in range(value.dataset.d))])
    return "\n".join([head, *("\t".join(map(repr, (row + 1, c, *place))) for row, c, place in rows), ""])


def part_text(part: Part) -> str:
    """A part of the kernel, and the rule that makes it a kernel, or why it need not be one; none for the whole."""
    decided = part.depth and (part.kernel.parts or not part.kernel.validity.guaranteed)
    return short(str(part.kernel), 60) + (f"\n{part.kernel.validity.why}" if decided else "")
