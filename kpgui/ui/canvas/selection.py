"""Words for what is selected."""

from kpgui.model.number import shown


def counted(count: int) -> str:
    """How many points, in words for the menu: "a point", "3 points"."""
    return "a point" if count == 1 else f"{count} points"


def by(degrees: float) -> str:
    """How far they were turned, to go after their number: " by 30°"."""
    return f" by {shown(degrees)}°"
