"""What Qt draws still shows the same after a session was put into it."""

import shutil
import subprocess
import zlib

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer

from kpgui import api, formats
from kpgui.figure.outputs import OUTPUTS, Picture, save
from kpgui.figure.outputs.picture import session_text
from kpgui.figure.style import Style
from kpgui.formats import FORMATS
from kpgui.formats.session import SessionFile
from kpgui.model.errors import KpguiError
from kpgui.model.session import Reached, Session
from tests.strategies import noisy_moons

MODEL = api.train(Session(noisy_moons(60, noise=0.2), "rbf(sigma=0.5)"), 37)
TEXT = session_text(MODEL.session, MODEL)


def drawn(device):
    """What a device of Qt's writes."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    target = device(buffer)
    painter = QPainter(target)
    painter.setBrush(QColor("orange"))
    painter.drawEllipse(QRectF(20, 20, 150, 100))
    painter.drawText(QRectF(0, 0, 400, 300), "Kernel perceptron")
    painter.end()
    if isinstance(target, QImage):
        QImageWriter(buffer, b"png").write(target)
    return bytes(buffer.data().data())


def image(buffer):
    target = QImage(400, 300, QImage.Format.Format_RGB32)
    target.fill(QColor("white"))
    return target


def svg(buffer):
    target = QSvgGenerator()
    target.setOutputDevice(buffer)
    target.setSize(QSize(400, 300))
    return target


DEVICES = {"png": image, "svg": svg}
KINDS = (*DEVICES, "pdf")


@pytest.fixture(params=KINDS)
def pair(request, qapp, tmp_path):
    """The paths of a picture without the session and of the same one with it."""
    without, carrying = (tmp_path / f"{name}.{request.param}" for name in ("without", "carrying"))
    if request.param == "pdf":
        for path, embed in ((without, False), (carrying, True)):
            save(Picture(MODEL.session, MODEL, Style(embed=embed)), path)
        return without, carrying
    without.write_bytes(drawn(DEVICES[request.param]))
    carrying.write_bytes(FORMATS.find(request.param).embed(without.read_bytes(), TEXT))
    return without, carrying


def pixels(path):
    """The picture as other programs show it, None where there is none."""
    if path.suffix == ".png":
        return QImage(str(path))
    if path.suffix == ".svg":
        picture = QImage(400, 300, QImage.Format.Format_RGB32)
        picture.fill(QColor("white"))
        painter = QPainter(picture)
        renderer = QSvgRenderer(str(path))
        assert renderer.isValid()
        renderer.render(painter)
        painter.end()
        return picture
    return QImage(
        str(ran("pdftocairo", "-png", "-singlefile", "-r", "50", path, path.with_suffix("")).with_suffix(".png"))
    )


def ran(program, *words):
    """The last of the words, after the program ran without a complaint."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, timeout=240, check=True)
    assert (done.stderr, done.returncode) == ("", 0)
    return words[-1]


def test_the_picture_shows_the_same(pair):
    without, carrying = map(pixels, pair)
    assert not without.isNull()
    assert without == carrying


def test_the_session_opens_at_the_step_of_the_outcome(pair):
    counters = MODEL.counters
    found = formats.load(pair[1])
    assert found.reached == Reached(37, counters.mistakes, counters.updates)
    assert found.dataset == MODEL.session.dataset


def test_librsvg_and_poppler_do_not_complain(pair, tmp_path):
    carrying = pair[1]
    if carrying.suffix == ".svg":
        shown = [ran("rsvg-convert", path, "-o", path.with_suffix(".png")) for path in pair]
        assert not QImage(str(shown[0])).isNull()
        assert QImage(str(shown[0])) == QImage(str(shown[1]))
    if carrying.suffix == ".pdf":
        ran("pdfinfo", carrying)
        assert "perceptron" in ran("pdftotext", carrying, tmp_path / "text.txt").read_text()
        assert ran("pdfdetach", "-save", "1", carrying, "-o", tmp_path / "out.kpgui").read_bytes() == TEXT


@pytest.fixture(params=[each.suffixes[0] for each in OUTPUTS if each.key in KINDS])
def path(request, qapp, tmp_path):
    """Of a picture of every kind that is drawn here and can carry a session."""
    return tmp_path / f"figure{request.param}"


def test_a_picture_is_saved_with_its_session_in_it_once(path):
    save(Picture(MODEL.session, MODEL), path)
    assert SessionFile().write(formats.load(path)) == TEXT


def test_a_style_may_leave_the_session_out(path):
    save(Picture(MODEL.session, MODEL, Style(embed=False)), path)
    with pytest.raises(KpguiError, match=r"figure\.\w+ is a picture without a kpgui session"):
        formats.load(path)


def test_a_session_that_no_picture_can_carry_leaves_the_file_that_was_there(path, monkeypatch):
    save(Picture(MODEL.session, MODEL), path)
    before = path.read_bytes()
    monkeypatch.setattr("kpgui.formats.parts.picture.MOST", 100)
    with pytest.raises(KpguiError, match="save the picture without it"):
        save(Picture(MODEL.session, MODEL), path)
    assert path.read_bytes() == before


def test_a_pdf_has_one_mark_at_the_session_and_an_old_one_still_opens(qapp, tmp_path):
    """Older versions appended the session as an incremental update to the document."""
    path = tmp_path / "figure.pdf"
    save(Picture(MODEL.session, MODEL), path)
    assert path.read_bytes().count(b"/KpguiSession") == 1
    save(Picture(MODEL.session, MODEL, Style(embed=False)), path)
    picture = path.read_bytes()
    assert b"/KpguiSession" not in picture
    stream = b"<<\n/Type /EmbeddedFile\n/KpguiSession true\n/Filter /FlateDecode\n>>\nstream\n%s\nendstream"
    path.write_bytes(picture + b"90 0 obj\n" + stream % zlib.compress(TEXT, 4) + b"\nendobj\n")
    assert SessionFile().write(formats.load(path)) == TEXT
