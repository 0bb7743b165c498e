"""The kernel as a matrix, in words."""

import numpy as np

from kpgui.language import _, sentence
from kpgui.model.errors import short
from kpgui.model.param import grouped, indexed, shown
from kpgui.ui.instruments.gram.reading import GramValue, Part
from kpgui.words.counters import plural
from kpgui.words.gram import gram_text


def headline(value: GramValue) -> str:
    """The kernel, and of which points the matrix is."""
    title = short(str(value.kernel), 60)
    if not value.of:
        return _("{kernel}: there are no points to train on.").format(kernel=title)
    if len(value.ids) == value.of:
        count = plural(value.of, "{n} point", "{n} points")
        return _("{kernel} between {count} trained on.").format(kernel=title, count=count)
    return _("{kernel} between {some} of {all} points trained on, drawn at random, each class by its share.").format(
        kernel=title, some=grouped(len(value.ids)), all=grouped(value.of)
    )


def cell_text(value: GramValue, row: int, column: int) -> str:
    """K of two points by their numbers, and whether they are of one class; row, column: in the order of the dataset."""
    x, z = (indexed("x", int(value.numbers[k])) for k in (row, column))
    same = _("one class") if value.labels[row] == value.labels[column] else _("two classes")
    which = _("itself") if row == column else same
    return f"K({x}, {z}) = {shown(float(value.matrix[row, column]))} · {which}"


def spectrum_text(value: GramValue) -> str:
    """What the longest axes hold of the whole."""
    found = [shown(round(100 * share, 1), 3) for share in value.spectrum.shares()]
    if not found:
        return _("All eigenvalues are 0.")
    texts = {
        1: _("One axis holds all of it."),
        2: _("One axis holds {0} % of Σ|λ|, two {1} %."),
        3: _("One axis holds {0} % of Σ|λ|, two {1} %, three {2} %."),
    }
    return texts[len(found)].format(*found)


def alignment_text(value: GramValue) -> str:
    """How well the matrix tells the classes apart."""
    if len(value.ids) < 2:
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
    if not value.of:
        return ""
    why = value.kernel.validity.why
    said = gram_text(value.spectrum, value.kernel)
    return f"{sentence(said[:1].upper() + said[1:])} {why}"


def counter_example(value: GramValue) -> str:
    """The sum of squares that is none, "" where there is none such."""
    if value.c is None:
        return ""
    said = _("Σ cᵢcⱼK(xᵢ, xⱼ) = {sum} < 0 with these c").format(sum=shown(value.spectrum.smallest))
    if value.places.shape[1] != 2:
        return sentence(said)
    return _("{said}: discs on the canvas, orange where c > 0, blue and dotted where c < 0.").format(said=said)


def copied(value: GramValue) -> str:
    """The points with their c as a table for spreadsheets, in full precision."""
    assert value.c is not None
    rows = zip(value.numbers.tolist(), value.c.tolist(), value.places.tolist(), strict=True)
    head = "\t".join(["point", "c", *(f"x{k + 1}" for k in range(value.places.shape[1]))])
    return "\n".join([head, *("\t".join(map(repr, (number, c, *place))) for number, c, place in rows), ""])


def part_texts(part: Part) -> tuple[str, str]:
    """A part of the kernel, and the rule that makes it a kernel, or why it need not be one; none for the whole."""
    decided = part.depth and (part.kernel.parts or not part.kernel.validity.guaranteed)
    why = part.kernel.validity.why if decided else ""
    return short(str(part.kernel), 60), why
