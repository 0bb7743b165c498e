import numpy as np
import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFont, QImage, QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from kpgui.drawing.formula import boxed
from kpgui.kernels import KERNELS
from kpgui.ui.forms.labels import FormulaLabel
from kpgui.words.kernel_tree import WRAPS
from kpgui.words.typesetting import statements

FORMULAS = [kernel.formula for kernel in KERNELS] + [wrap.formula for wrap in WRAPS]


@pytest.fixture
def label(qtbot):
    label = FormulaLabel(None)
    qtbot.addWidget(label)
    label.setStyleSheet("QLabel { color: black; background: white; font-size: 13px; }")
    return label


def inked(label, width, beyond=20):
    """Where the label paints when it has this width: a mask of its own height, with a margin around it."""
    label.setFixedWidth(width)
    label.setFixedHeight(label.heightForWidth(width))
    image = QImage(width + 2 * beyond, label.height() + 2 * beyond, QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    painter.translate(beyond, beyond)
    top = 0.0
    for box in label.lines(width):
        box.draw(painter, 0, top + box.ascent)
        top += box.height + 3
    painter.end()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return pixels[:, : image.width()] < 200


@pytest.mark.parametrize("width", [150, 190, 256])
@pytest.mark.parametrize("formula", FORMULAS)
def test_nothing_of_a_formula_lies_outside_of_its_label(label, formula, width):
    label.setText(formula)
    mask = inked(label, width)
    assert mask.any()
    mask[19:-19, 19:-19] = False  # a stroke may reach half a pixel beyond
    assert not mask.any()


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_narrow_formula_is_smaller_or_on_more_lines_but_whole(label, formula):
    label.setText(formula)
    assert all(box.width <= 150 for box in label.lines(150))


def test_a_formula_is_laid_out_once_for_a_width_however_often_layouts_ask(label, monkeypatch):
    calls = []
    monkeypatch.setattr("kpgui.ui.forms.labels.boxed", lambda *parts: calls.append(parts) or boxed(*parts))
    label.setText(FORMULAS[0])
    heights = [label.heightForWidth(width) for width in (120, 300)]
    assert calls
    calls.clear()
    assert [label.heightForWidth(width) for width in (120, 300) * 50] == heights * 50
    assert not calls


@pytest.mark.parametrize("change", ["text", "font", "style sheet"])
def test_a_formula_is_laid_out_anew_after_a_change(qtbot, change):
    label = FormulaLabel(None)
    qtbot.addWidget(label)
    label.setText("x / z")
    before = label.heightForWidth(300)
    if change == "text":
        label.setText("x + z")
    elif change == "font":
        font = label.font()
        font.setPointSizeF(3 * font.pointSizeF())
        label.setFont(font)
    else:
        label.setStyleSheet("QLabel { font-size: 70px; }")
        label.ensurePolished()
    assert label.heightForWidth(300) != before


@pytest.mark.slow
def test_a_formula_that_no_size_fits_is_elided_and_its_text_whole(label):
    whole = " + ".join(f"exp(−‖x − z‖² / {k})" for k in range(60))
    label.setText(whole)
    (line,) = label.lines(250)
    assert 150 < line.width <= 250
    assert label.text() == label.accessibleName() == whole


def test_the_text_of_the_label_is_the_formula_on_one_line(label):
    label.setText("exp(−‖x − z‖² / (2σ²))")
    assert label.text() == label.accessibleName() == "exp(−‖x − z‖² / (2σ²))"


def drawn(formula):
    """The rows of pixels from top to bottom that a formula inks, and its box."""
    font = QFont()
    font.setPixelSize(40)
    (row,) = statements(formula)
    box = boxed(row, font)
    image = QImage(round(box.width) + 20, round(box.height) + 20, QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    box.draw(painter, 10, 10 + box.ascent)
    painter.end()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return pixels[:, : image.width()] < 128, box


def test_a_bar_lies_between_the_parts_of_a_fraction():
    mask, box = drawn("a / b")
    full = np.flatnonzero(mask[:, 12 : 8 + int(box.width)].mean(axis=1) > 0.9)
    assert len(full)
    assert mask[: full[0] - 1].any() and mask[full[-1] + 2 :].any()
    assert full[-1] - full[0] < 6


def test_an_exponent_is_raised_and_smaller():
    plain, _ = drawn("x")
    raised, _ = drawn("xᵀ")
    assert np.flatnonzero(raised.any(axis=1))[0] < np.flatnonzero(plain.any(axis=1))[0] - 5


def test_brackets_grow_with_what_they_enclose():
    _, low = drawn("(a)")
    mask, high = drawn("(a / b)")
    assert high.height > 1.4 * low.height
    left = mask[:, : 10 + 12].any(axis=1)
    assert left.sum() > 0.9 * high.height - 10


def test_a_formula_is_drawn_by_the_label_itself(label):
    label.setText("x / z")
    label.resize(100, label.heightForWidth(100))
    image = label.grab(QRect(0, 0, 100, label.height())).toImage()
    assert any(image.pixelColor(x, y).lightness() < 128 for x in range(40) for y in range(image.height()))


def test_a_formula_takes_the_height_that_it_needs_in_its_column(qtbot):
    column = QWidget()
    qtbot.addWidget(column)
    label = FormulaLabel(column)
    lines = QVBoxLayout(column)
    lines.addWidget(label)
    lines.addStretch(1)
    column.resize(150, 400)
    column.show()
    for formula in FORMULAS:
        label.setText(formula)
        for width in (150, 300):
            column.resize(width, 400)
            qtbot.waitUntil(lambda: label.height() == label.heightForWidth(label.width()), timeout=60_000)
