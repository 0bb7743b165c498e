"""What an animation can be written as. A new one is a file here and a line in the tuple."""

from pathlib import Path

from kpgui.figure.animation.encoder import Encoder
from kpgui.figure.animation.gif import Gif
from kpgui.figure.animation.mp4 import Mp4
from kpgui.figure.animation.page.page import HtmlPage
from kpgui.figure.animation.webp import WebP
from kpgui.figure.outputs import check_place
from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.model.registry import Registry

ENCODERS: Registry[Encoder] = Registry("animation", (Gif(), WebP(), Mp4(), HtmlPage()))


def encoder_for(path: Path) -> Encoder:
    """The encoder of files with this suffix. Raises KpguiError when there is none."""
    found = next((each for each in ENCODERS if path.suffix.lower() in each.suffixes), None)
    if found is None:
        known = " or ".join(suffix for each in ENCODERS for suffix in each.suffixes)
        raise KpguiError(_("{path}: the name of an animation must end in {known}.").format(path=path, known=known))
    return found


def check_target(path: Path) -> None:
    """Raises KpguiError for a path to which no animation can be written: that is known before it is drawn."""
    check_place(path, encoder_for)
