"""Words for what is selected."""

from kpgui.language import _, ngettext
from kpgui.model.number import shown


def counted(count: int) -> str:
    """A number of points in words for the menu: "a point", "3 points"."""
    return ngettext("a point", "{count} points", count).format(count=count)


def by(degrees: float) -> str:
    """The angle of a rotation, to follow the number of points: " by 30°"."""
    return _(" by {degrees}°").format(degrees=shown(degrees))
