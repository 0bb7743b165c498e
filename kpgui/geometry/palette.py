"""The colours of the four themes, one hue for each meaning, and classes that the colour-blind tell apart."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np


class Palette(NamedTuple):
    """Colours as "#rrggbb", after Okabe and Ito (2008).

    Surfaces and text: `window` behind everything, `panel` for forms and fields, `canvas` for the plot; `text`
    and `muted` (secondary text) are legible on all three.

    Hues: blue squares are −1 (`negative`), orange discs +1 (`positive`). Violet is the program itself (`accent`:
    primary buttons, focus, sliders, links), yellow what the user points at or selects (`selection`),
    ochre a warning (`warning`), red an error and the wrong side (`danger`), magenta a mistake (`flash`), green a
    correct point (`examined`), and ink what the learner keeps or has forgotten (`support`).

    An eye without red or green cones cannot tell so many hues apart. There shape and words do: the selection is a light
    ring between dark lines (`selection_edge`), thick when selected, thin and wide when hovered; a mistake has an ×, a
    correct point a cross-hair, one on the wrong side a diamond, a forgotten one a dotted circle; warnings and errors
    are sentences; and the accent, a blue to these eyes, marks no points.

    Field: `undecided` where f is exactly 0, from `…_soft` next to the boundary to `…_field` at the peak of |f|.
    `outline` surrounds every point, so that it stands out from the field of its own class.

    `lines`: of further boundaries, which dashes and names tell apart as well.
    """

    name: str
    window: str
    panel: str
    canvas: str
    text: str
    muted: str
    grid: str
    accent: str
    selection: str
    selection_edge: str
    warning: str
    danger: str
    positive: str
    negative: str
    outline: str
    positive_soft: str
    negative_soft: str
    positive_field: str
    negative_field: str
    undecided: str
    boundary: str
    margin: str
    support: str
    flash: str
    examined: str
    lines: tuple[str, str, str, str]


LIGHT = Palette(
    name="light",
    window="#eef0f3",
    panel="#f8f9fb",
    canvas="#ffffff",
    text="#1b1f26",
    muted="#565e6b",
    grid="#d5d9e0",
    accent="#6a35b8",
    selection="#ffd500",
    selection_edge="#1b1f26",
    warning="#7d6000",
    danger="#b3261e",
    positive="#d55e00",
    negative="#0068ab",
    outline="#22262d",
    positive_soft="#fdf1e2",
    negative_soft="#e6f1f9",
    positive_field="#f3b878",
    negative_field="#8cc0e4",
    undecided="#f3f3f3",
    boundary="#101318",
    margin="#4b515b",
    support="#22262d",
    flash="#bb0065",
    examined="#00543d",
    lines=("#7428c8", "#2a6600", "#8a0f5a", "#6e4300"),
)

DARK = Palette(
    name="dark",
    window="#16191e",
    panel="#1e2228",
    canvas="#101216",
    text="#e7eaef",
    muted="#9fa8b6",
    grid="#343a44",
    accent="#b58cff",
    selection="#fff24a",
    selection_edge="#101216",
    warning="#d6c37c",
    danger="#ff8a80",
    positive="#ffa033",
    negative="#5fb8f2",
    outline="#f4f6f9",
    positive_soft="#33260f",
    negative_soft="#10273a",
    positive_field="#87500a",
    negative_field="#0f5a8c",
    undecided="#22252a",
    boundary="#ffffff",
    margin="#b9c0cb",
    support="#f4f6f9",
    flash="#ff8fcb",
    examined="#5fe0b4",
    lines=("#cdaaff", "#b2e86a", "#ff9fd0", "#e6cf9a"),
)

PRINT = Palette(
    name="print",
    window="#ffffff",
    panel="#ffffff",
    canvas="#ffffff",
    text="#000000",
    muted="#4a4a4a",
    grid="#cfcfcf",
    accent="#5e35a0",
    selection="#ffd500",
    selection_edge="#000000",
    warning="#6e5300",
    danger="#a51e17",
    positive="#ef9000",
    negative="#005590",
    outline="#000000",
    positive_soft="#fffaf2",
    negative_soft="#d7e4f0",
    positive_field="#fee3ba",
    negative_field="#86b4d6",
    undecided="#ececec",
    boundary="#000000",
    margin="#3c3c3c",
    support="#000000",
    flash="#b0005f",
    examined="#004d38",
    lines=("#6420b0", "#245800", "#7a0d4f", "#5c3800"),
)

CONTRAST = Palette(
    name="contrast",
    window="#ffffff",
    panel="#ffffff",
    canvas="#ffffff",
    text="#000000",
    muted="#454545",
    grid="#8c8c8c",
    accent="#6512b0",
    selection="#ffe600",
    selection_edge="#000000",
    warning="#5c4300",
    danger="#a80000",
    positive="#d44a00",
    negative="#0045a5",
    outline="#000000",
    positive_soft="#ffedd2",
    negative_soft="#d8eaff",
    positive_field="#ffb25c",
    negative_field="#74b4f5",
    undecided="#ececec",
    boundary="#000000",
    margin="#1f1f1f",
    support="#000000",
    flash="#ad0062",
    examined="#004b37",
    lines=("#6d14bc", "#1c4700", "#78004a", "#4a2c00"),
)

PALETTES: dict[str, Palette] = {palette.name: palette for palette in (LIGHT, DARK, CONTRAST, PRINT)}
"""The themes by name. `contrast` is for a projector in a bright room, where dark and pale colours run together.
`print` is for paper: white background, black lines, classes that differ in grey too."""


@lru_cache(maxsize=8)
def field_colours(palette: Palette) -> Any:
    """The lookup table of a quantised field: uint8 (256, 4), red, green, blue, opacity; read-only.

    Entry 128 is `undecided`; 129 to 255 go from `positive_soft` to `positive_field`, 127 to 1 likewise for
    the negative class. Entry 0 does not occur and equals entry 1.
    """
    table = np.full((256, 4), 255, np.uint8)
    table[128, :3] = rgb(palette.undecided)
    table[129:, :3] = _ramp(palette.positive_soft, palette.positive_field)
    table[1:128, :3] = _ramp(palette.negative_soft, palette.negative_field)[::-1]
    table[0] = table[1]
    table.flags.writeable = False
    return table


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255, of "#rrggbb"."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _ramp(start: str, end: str) -> Any:
    """127 colours from start to end, both included."""
    return np.rint(np.linspace(rgb(start), rgb(end), 127)).astype(np.uint8)


def blend(start: str, end: str, share: float) -> str:
    """The colour that lies `share` of the way from one "#rrggbb" to another.

    >>> blend("#000000", "#ffffff", 0.5)
    '#808080'
    """
    mixed = (round(a + share * (b - a)) for a, b in zip(rgb(start), rgb(end), strict=True))
    return "#" + "".join(f"{each:02x}" for each in mixed)
