"""Sessions to draw, and looks at the pictures."""

import shutil
import subprocess

import pytest
from PIL import Image, ImageChops, ImageStat

from kpgui import api
from kpgui.figure.outputs import OUTPUTS
from kpgui.model.session import Session, View
from tests.strategies import noisy_moons

SMALL = ["--size", "200x160"]
DRAWN = [each.suffixes[0] for each in OUTPUTS if each.drawn]


def size(path):
    with Image.open(path) as picture:
        return picture.size


def moons(folder):
    path = folder / "moons.kpgui"
    dataset = noisy_moons(40)
    api.save(Session(dataset, "rbf(sigma=1)", "kernel_perceptron(epochs=20)", view=View.around(dataset.points)), path)
    return path


def rasterised(path, folder):
    """The picture as a PNG; skips the test where the program that makes it is missing."""
    out = folder / "raster.png"
    programs = {
        ".png": None,
        ".svg": ["rsvg-convert", "--width=1000", path, "-o", out],
        ".pdf": [
            "pdftocairo",
            "-png",
            "-singlefile",
            "-scale-to-x",
            "1000",
            "-scale-to-y",
            "-1",
            path,
            out.with_suffix(""),
        ],
    }
    words = programs[path.suffix]
    if words is None:
        return path
    if not shutil.which(words[0]):
        pytest.skip(f"{words[0]} is not there")
    subprocess.run(words, check=True, timeout=240)
    return out


def apart(one, other):
    """The mean difference of two pictures of about the same size, 1 for black and white."""
    with Image.open(one) as first, Image.open(other) as second:
        first, second = first.convert("RGB"), second.convert("RGB").resize(first.size)
        return sum(ImageStat.Stat(ImageChops.difference(first, second)).mean) / 3 / 255
