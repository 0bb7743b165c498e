"""Words for what is selected."""

from kpgui.model.number import shown


def counted(count: int) -> str:
    """A number of points in words for the menu: "a point", "3 points"."""
    return "a point" if count == 1 else f"{count} points"


def by(degrees: float) -> str:
    """The angle of a rotation, to follow the number of points: " by 30°"."""
    return f" by {shown(degrees)}°"
