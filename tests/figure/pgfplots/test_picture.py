"""Pictures for pgfplots, compiled where LaTeX is installed."""

import re
import shutil
import subprocess

import numpy as np
import pytest

import kpgui
from kpgui.figure.outputs import OUTPUTS, Picture
from kpgui.figure.pgfplots.picture import MOST_POINTS
from kpgui.figure.presets import PRESETS
from kpgui.figure.style import Style
from kpgui.geometry.palette import rgb
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session, View
from tests.strategies import noisy_moons


def installed(*files):
    """Whether TeX finds these files."""
    if shutil.which("kpsewhich") is None:
        return False
    found = subprocess.run(["kpsewhich", *files], capture_output=True, text=True).stdout.split()
    return len(found) == len(files)


PDFLATEX = shutil.which("pdflatex") and installed("pgfplots.sty", "standalone.cls")
LUALATEX = shutil.which("lualatex") and installed("pgfplots.sty", "standalone.cls", "luatex85.sty", "lmodern.sty")
POPPLER = shutil.which("pdftocairo") and shutil.which("pdftotext")
latex_is_there = pytest.mark.skipif(not PDFLATEX, reason="pdflatex with pgfplots and standalone is not installed")


def picture(session, steps=None, **choices):
    """The document, and the scene that it is of."""
    model = kpgui.train(session, steps)
    style = Style(**{"wrong": True, **choices})
    asked = Picture(model.session, model, style, resolution=300)
    return OUTPUTS.find("pgfplots").content(asked).decode(), asked.scene.styled(style)


def compiled(text, folder, program="pdflatex"):
    """The PDF that the document becomes."""
    (folder / "picture.tex").write_text(text, encoding="utf-8")
    done = subprocess.run(
        [program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "picture.tex"],
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    log = (folder / "picture.log").read_text(errors="replace")
    assert "Missing character" not in log
    assert "Package pgfplots Warning" not in log
    return folder / "picture.pdf"


def moons(n=40, **settings):
    dataset = noisy_moons(n)
    settings = {"kernel": "rbf(sigma=0.5) + 0.3*poly(degree=2)", **settings}
    return Session(dataset, view=View.around(dataset.points), **settings)


BARE = {**dict.fromkeys(("title", "counters", "legend", "axes", "ticks", "rings", "wrong"), False), "margins": "none"}

SESSIONS = {
    "moons": (moons(), {}),
    "dark, at a step": (moons(), {"theme": "dark", "steps": 30}),
    "print": (moons(learner="svm(C=3)"), {"theme": "print"}),
    "a vote": (moons(learner="voted_perceptron(bias=true, epochs=3)", kernel="matern32(length=0.5)"), {}),
    "a mean": (moons(learner="averaged_perceptron(bias=true)"), {}),
    "nothing but points": (moons(), {**BARE, "field": "none", "boundary": "none"}),
    "a grid": (moons(), {"grid": True, "margins": "dotted", "boundary_width": 4, "point_size": 2}),
    "large type, two colours": (moons(), {"font_size": 14, "field": "classes", "boundary": "dashed"}),
    "a column": (moons(), PRESETS.find("column").choices),
    "transparent": (moons(), {"transparent": True, "theme": "dark"}),
    "a crowd": (moons(300), {}),
    "no points": (Session(), {}),
    "one class": (Session(Dataset.of([[0, 0], [1, 1]], [1, 1])), {}),
    "far from 0": (
        Session(Dataset.of([[1e8, 1e-9], [1e8 + 1, 2e-9]], [1, -1]), "linear()", view=View(1e8, 1e8 + 1, 0, 3e-9)),
        {},
    ),
}


def test_points_twice_as_large_are_twice_as_large():
    sizes = [
        float(re.search(r"mark=\*, .*?mark size=([\d.]+)pt", picture(moons(), point_size=size, legend=False)[0])[1])
        for size in (1, 2)
    ]
    assert sizes[1] == pytest.approx(2 * sizes[0], abs=0.02)


def test_the_legend_calls_the_function_by_its_name():
    assert r"boundary: $\bar{f} = 0$" in picture(moons(learner="averaged_perceptron()"))[0]


@latex_is_there
@pytest.mark.parametrize("name", SESSIONS)
def test_it_compiles(name, tmp_path):
    session, told = SESSIONS[name]
    text, _ = picture(session, **told)
    assert compiled(text, tmp_path).stat().st_size > 1000


@pytest.mark.skipif(not LUALATEX, reason="lualatex with pgfplots, standalone and lmodern is not installed")
def test_it_compiles_with_lualatex(tmp_path):
    compiled(picture(moons())[0], tmp_path, "lualatex")


@latex_is_there
@pytest.mark.skipif(not POPPLER, reason="poppler's pdftocairo and pdftotext are not installed")
def test_points_and_field_are_where_the_scene_has_them(tmp_path):
    from PIL import Image

    text, scene = picture(moons(), **BARE)
    pdf = compiled(text, tmp_path)
    subprocess.run(["pdftocairo", "-png", "-r", "150", "-singlefile", str(pdf), str(tmp_path / "seen")], check=True)
    with Image.open(tmp_path / "seen.png") as image:
        pixels = np.asarray(image.convert("RGB")).astype(int)
    height, width = pixels.shape[:2]
    border = 4 * 150 / 72.27
    view, points = scene.view, scene.dataset.points
    across = border + (points[:, 0] - view.xmin) / (view.xmax - view.xmin) * (width - 2 * border)
    down = border + (view.ymax - points[:, 1]) / (view.ymax - view.ymin) * (height - 2 * border)
    expected = [rgb(scene.palette.positive if label > 0 else scene.palette.negative) for label in scene.dataset.labels]
    seen = pixels[down.astype(int), across.astype(int)]
    close = np.abs(seen - expected).max(axis=1) <= 3
    assert close.mean() > 0.9  # some lie on others
    places = np.random.default_rng(0).uniform(0.02, 0.98, (400, 2))
    rows, columns = (places[:, 1] * 300).astype(int), (places[:, 0] * 300).astype(int)
    f = scene.pixels[rows, columns].astype(int) - 128
    there = pixels[
        (height - border - places[:, 1] * (height - 2 * border)).astype(int),
        (border + places[:, 0] * (width - 2 * border)).astype(int),
    ]
    bluer = there[:, 2] - there[:, 0]
    assert (np.sign(-bluer) == np.sign(f)).mean() > 0.85  # the others are on lines and points


@latex_is_there
@pytest.mark.skipif(not POPPLER, reason="poppler's pdftocairo and pdftotext are not installed")
def test_its_words_are_found(tmp_path):
    pdf = compiled(picture(moons())[0], tmp_path)
    words = subprocess.run(["pdftotext", str(pdf), "-"], capture_output=True, text=True, check=True).stdout
    for word in ("Kernel perceptron", "RBF", "boundary", "support vector", "mistakes"):
        assert word in words


def test_its_boundary_is_that_of_the_scene():
    text, scene = picture(moons())
    table = re.search(r"addplot\[kpboundary.*?table \{\n(.*?)\};", text, re.DOTALL)[1]
    rows = np.array([[float(v) for v in row.split()] for row in table.splitlines() if row])
    curve = scene.boundary[~np.isnan(scene.boundary[:, 0])]
    away = np.abs(curve[None] - rows[:, None]).max(axis=2).min(axis=1)
    assert away.max() < 1e-3
    assert len(rows) < len(curve) / 2


def test_many_points_are_drawn_in_part_and_that_is_said():
    session = moons(MOST_POINTS + 1, learner="kernel_perceptron(epochs=1)", kernel="linear()")
    text, _ = picture(session, steps=100, field="none", wrong=False)
    assert "% 5\N{NARROW NO-BREAK SPACE}000 of the 5\N{NARROW NO-BREAK SPACE}001 points, drawn at random." in text
    assert len(re.findall(r"^\S+ \S+ [pm]$", text, re.MULTILINE)) <= MOST_POINTS


def test_a_field_full_of_detail_is_reduced():
    rng = np.random.default_rng(0)
    dataset = Dataset.of(rng.uniform(-3, 3, (400, 2)), np.where(rng.random(400) < 0.5, 1, -1))
    text, _ = picture(Session(dataset, "rbf(sigma=0.1)", "kernel_perceptron(epochs=2)"))
    assert len(text.splitlines()) < 40_000


def test_held_out_points_are_classes_of_their_own():
    dataset = noisy_moons(40).with_rows(np.arange(10), held_out=np.ones(10, bool))
    text, _ = picture(Session(dataset, "rbf(sigma=0.5)", view=View.around(dataset.points)))
    assert len(re.findall(r"^\S+ \S+ [PM]$", text, re.MULTILINE)) == 10
    assert "held out}" in text


def test_the_same_session_gives_the_same_bytes():
    assert picture(moons())[0] == picture(moons())[0]
