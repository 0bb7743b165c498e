"""What an animation can be written as. A new one is a file here and a line in the tuple."""

from pathlib import Path

from kpgui.figure.animation.apng import Apng
from kpgui.figure.animation.encoder import Encoder
from kpgui.figure.animation.gif import Gif
from kpgui.figure.animation.mp4 import Mp4
from kpgui.figure.animation.numbered import Numbered
from kpgui.figure.animation.webp import WebP
from kpgui.model.registry import Registry

ENCODERS: Registry[Encoder] = Registry("animation", (Gif(), WebP(), Apng(), Mp4(), Numbered()))


def encoder_for(path: Path) -> Encoder | None:
    """The encoder of files with this suffix; None if there is none."""
    return next((each for each in ENCODERS if path.suffix.lower() in each.suffixes), None)
