"""The style in which a figure shows what the canvas does."""

from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kpgui.figure.style import Style


def shown_style(theme: str, hidden: Collection[str]) -> "Style":
    """hidden: the keys of what is switched off on the canvas."""
    from kpgui.figure.style import Style

    return Style(
        theme=theme,
        field="none" if "field" in hidden else "smooth",
        margins="none" if "margins" in hidden else "dashed",
        rings="rings" not in hidden,
        wrong="wrong" not in hidden,
    )
