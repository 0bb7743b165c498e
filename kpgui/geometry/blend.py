"""Blending of two colours, for surfaces that a palette does not name."""

from kpgui.geometry.palette import rgb


def blend(start: str, end: str, share: float) -> str:
    """The colour that lies `share` of the way from one "#rrggbb" to another.

    >>> blend("#000000", "#ffffff", 0.5)
    '#808080'
    """
    mixed = (round(a + share * (b - a)) for a, b in zip(rgb(start), rgb(end), strict=True))
    return "#" + "".join(f"{each:02x}" for each in mixed)
