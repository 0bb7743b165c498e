"""SVG and PDF: the same picture as the PNG, in shapes and words."""

import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageFilter

from kpgui import api
from kpgui.figure.outputs import OUTPUTS, Picture, save
from kpgui.figure.outputs.picture import size_of
from kpgui.figure.painter import parts_of
from kpgui.figure.style import Style
from tests.figure.conftest import session_of, xor
from tests.strategies import noisy_moons

SVG = "{http://www.w3.org/2000/svg}"


def needs(program):
    missing = shutil.which(program) is None
    return pytest.mark.skipif(missing, reason=f"`python3 packaging/dev.py system` installs {program}")


def moons():
    dataset = noisy_moons(60, noise=0.15)
    return session_of(dataset.points, dataset.labels)


def picture_of(session, **choices):
    return Picture(session, api.train(session), Style(**choices), resolution=300)


def content(picture, key):
    return OUTPUTS.find(key).content(picture)


def root(picture):
    return ElementTree.fromstring(content(picture, "svg"))


def pixels(path):
    """Red, green and blue of a picture on white, slightly blurred: outlines are smoothed in more than one way."""
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB").filter(ImageFilter.BoxBlur(1)), float)


def rasterised(path, size, dpi):
    target = path.with_name(f"{path.stem}-{path.suffix[1:]}.png")
    if path.suffix == ".svg":
        subprocess.run(
            ["rsvg-convert", "-w", str(size[0]), "-h", str(size[1]), path, "-o", target], check=True, timeout=240
        )
    else:
        command = ["pdftocairo", "-png", "-singlefile", "-r", str(dpi), path, target.with_suffix("")]
        subprocess.run(command, check=True, timeout=240)
    return pixels(target)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "suffix", [pytest.param(".svg", marks=needs("rsvg-convert")), pytest.param(".pdf", marks=needs("pdftocairo"))]
)
def test_it_is_the_same_picture_as_the_png(tmp_path, suffix, theme):
    style = {"colour_bar": True, "grid": True, "wrong": True, "formula": True, "width": 900, "height": 720, "dpi": 150}
    picture = picture_of(moons(), theme=theme, **style)
    save(picture, tmp_path / "a.png")
    save(picture, tmp_path / f"a{suffix}")
    wanted, found = pixels(tmp_path / "a.png"), rasterised(tmp_path / f"a{suffix}", (900, 720), 150)
    assert found.shape == wanted.shape
    apart = np.abs(found - wanted).max(axis=2) / 255
    assert apart.mean() < 0.01
    assert (apart > 0.35).mean() < 0.002, "nothing is missing or elsewhere"


@pytest.mark.parametrize("key", ["svg", "pdf"])
def test_the_same_picture_gives_the_same_bytes(key):
    assert content(picture_of(moons()), key) == content(picture_of(moons()), key)


@pytest.mark.parametrize("key", ["svg", "pdf"])
def test_nothing_in_it_tells_of_the_time_or_the_machine(key):
    drawn = content(picture_of(xor(), embed=False), key)
    for hint in (rb"20\d\d-\d\d-\d\d", rb"D:20\d\d", rb"/home|/root|/tmp|/usr"):
        assert re.search(hint, drawn) is None


def test_names_with_control_characters_leave_it_well_formed():
    """XML has no such characters, and no browser shows a picture with one."""
    session = xor()
    dataset = session.dataset.named(("a\x1b[31m", "\x00y\ufffe"), ("\x9bno", "yes\x08"))
    words = {group.get("aria-label") for group in root(picture_of(replace(session, dataset=dataset))).iter(f"{SVG}g")}
    assert {"a [31m", "y"} <= words


def test_the_words_of_an_svg_are_found():
    drawn = root(picture_of(moons()))
    assert drawn.find(f"{SVG}title").text == "Kernel perceptron · RBF σ = 0.5"
    words = {group.get("aria-label") for group in drawn.iter(f"{SVG}g")}
    assert {"Kernel perceptron · RBF σ = 0.5", "x", "y", "class −1", "boundary: f = 0"} <= words
    assert not list(drawn.iter(f"{SVG}text")), "outlines look the same everywhere"


def test_only_the_field_is_an_image():
    assert len(list(root(picture_of(moons())).iter(f"{SVG}image"))) == 1
    assert not list(root(picture_of(moons(), field="none")).iter(f"{SVG}image"))


def test_the_field_is_clipped_to_the_plot():
    drawn = root(picture_of(moons()))
    clip = next(drawn.iter(f"{SVG}clipPath"))
    image = next(drawn.iter(f"{SVG}image"))
    plot = next(group for group in drawn.iter(f"{SVG}g") if group.get("id") == "plot")
    assert plot.get("clip-path") == f"url(#{clip.get('id')})"
    assert [clip[0].get(name) for name in ("x", "y", "width", "height")] == [
        image.get(name) for name in ("x", "y", "width", "height")
    ]


def vertices(path):
    """The places of a path of relative lines, (k, 2)."""
    found = []
    here = np.zeros(2)
    for command, numbers in re.findall(r"([MmlzLZ])([^MmlzLZ]*)", path):
        for step in np.array(re.findall(r"-?[\d.]+", numbers), float).reshape(-1, 2):
            here = step if command == "M" else here + step
            found.append(here)
    return np.array(found)


def test_the_boundary_is_where_the_contours_are_to_a_tenth_of_a_point():
    picture = picture_of(moons())
    group = next(each for each in root(picture).iter(f"{SVG}g") if each.get("id") == "boundary")
    drawn = np.concatenate([vertices(path.get("d")) for path in group.iter(f"{SVG}path")])
    layout = parts_of(picture.scene, picture.style, *picture.paper).layout
    wanted = layout.place(picture.scene.boundary)
    wanted = wanted[~np.isnan(wanted[:, 0])]
    apart = np.linalg.norm(drawn[:, None] - wanted[None], axis=2)
    assert apart.min(axis=1).max() < 0.1
    assert apart.min(axis=0).max() < 0.1


@needs("pdftotext")
def test_the_text_of_a_pdf_is_text(tmp_path):
    save(picture_of(moons(), formula=True, colour_bar=True), tmp_path / "a.pdf")
    command = ["pdftotext", "-layout", tmp_path / "a.pdf", "-"]
    found = subprocess.run(command, capture_output=True, check=True, timeout=240).stdout.decode()
    for words in ("Kernel perceptron · RBF σ = 0.5", "n = 60", "class +1", "class −1", "boundary: f = 0", "f = ±1"):
        assert words in found


@needs("pdfinfo")
@pytest.mark.parametrize("size", [(840, 600), (841, 653), (333, 777)])
def test_the_page_has_exactly_the_size_of_the_picture(tmp_path, size):
    picture = picture_of(xor(), width=size[0], height=size[1], dpi=100)
    save(picture, tmp_path / "a.pdf")
    command = ["pdfinfo", tmp_path / "a.pdf"]
    found = subprocess.run(command, capture_output=True, check=True, timeout=240).stdout.decode()
    page = re.search(r"Page size: +([\d.]+) x ([\d.]+) pts", found)
    assert [float(each) for each in page.groups()] == pytest.approx([0.72 * each for each in size], abs=0.01)
    assert not re.search("Date", found)
    drawn = root(picture)
    assert [float(drawn.get(name)[:-2]) for name in ("width", "height")] == pytest.approx(
        [0.72 * each for each in size], abs=0.01
    )


@pytest.mark.slow
def test_very_many_points_are_one_image_and_cost_little():
    dataset = noisy_moons(20_000, noise=0.2)
    session = session_of(dataset.points, dataset.labels, "linear()", "kernel_perceptron(epochs=1)")
    picture = picture_of(session, embed=False)
    drawn = root(picture)
    points = next(each for each in drawn.iter(f"{SVG}g") if each.get("id") == "points")
    assert [each.tag for each in points] == [f"{SVG}image"]
    assert len(content(picture, "svg")) < 2_500_000
    assert len(content(picture, "pdf")) < 2_500_000


def test_points_that_look_the_same_are_drawn_by_reference():
    dataset = noisy_moons(3000, noise=0.2)
    session = session_of(dataset.points, dataset.labels, "linear()", "kernel_perceptron(epochs=1)")
    drawn = root(picture_of(session, rings=False, embed=False))
    points = next(each for each in drawn.iter(f"{SVG}g") if each.get("id") == "points")
    assert len(points.findall(f"{SVG}use")) == 3000
    assert len(points.findall(f"{SVG}defs")) <= 12, "a few for each class, by rounding"


def test_a_picture_without_a_height_has_that_of_the_png():
    picture = picture_of(moons())
    width, height = size_of(picture.scene, picture.style)
    drawn = root(picture)
    assert float(drawn.get("height")[:-2]) == pytest.approx(height * 72 / 120, abs=0.01)
    assert float(drawn.get("width")[:-2]) == pytest.approx(width * 72 / 120, abs=0.01)
