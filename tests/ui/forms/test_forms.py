"""Forms generated from parameters: exact numbers, refusals in place, sliders, folding."""

import pytest
from PySide6.QtCore import QEvent, QLocale, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
)
from shiboken6 import delete, isValid

from kpgui.generators import GENERATORS
from kpgui.kernels import KERNELS
from kpgui.learners import LEARNERS
from kpgui.model.arithmetic import parse_rule
from kpgui.model.param import Param
from kpgui.model.session import ORDER, SEED
from kpgui.ui.forms.fields import number_from, number_text
from kpgui.ui.forms.forms import Form
from kpgui.ui.forms.widgets import Callout

SIGMA = Param("sigma", 1.0, "Width.", scale="log", low=0, open_low=True, slider=(0.01, 100), symbol="σ")
DEGREE = Param("degree", 2, "Degree.", scale="integer", low=1, high=50, slider=(1, 10))
BIAS = Param("bias", False, "Constant.", scale="flag")
RULE = Param("rule", "y > x", "Where.", scale="text", check=parse_rule, syntax="a formula")
RARE = Param("seed", 0, "Seed.", scale="integer", low=0, rare=True)


class Shown:
    """A form on the screen and what it announced."""

    def __init__(self, qtbot, *params, owner="RBF"):
        self.form = Form("kernel", params, owner)
        self.form.show_values({each.name: each.default for each in params})
        qtbot.addWidget(self.form)
        self.edits = []
        self.form.edited.connect(lambda *edit: self.edits.append(edit))
        with qtbot.waitExposed(self.form):
            self.form.show()

    def find(self, kind, name):
        return self.form.findChild(kind, f"param.kernel.{name}")

    def type(self, name, text, enter=True):
        field = self.find(QDoubleSpinBox, name)
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field.lineEdit(), text)
        if enter:
            QTest.keyClick(field, Qt.Key.Key_Return)
        return field

    @property
    def refusals(self):
        labels = self.form.findChildren(QLabel)
        return [label.text() for label in labels if label.property("role") == "wrong" and label.isVisible()]


@pytest.fixture
def sigma(qtbot):
    return Shown(qtbot, SIGMA)


@pytest.mark.parametrize("text, value", [("0.1234567", 0.1234567), ("1e-7", 1e-7), ("250", 250.0), ("0.1", 0.1)])
def test_a_typed_number_is_taken_with_all_its_digits(sigma, text, value):
    field = sigma.type("sigma", text)
    assert sigma.edits == [("sigma", value, None)]
    assert number_from(field.text()) == value
    assert field.value() == value


def test_a_number_set_from_outside_is_taken_too(sigma):
    field = sigma.find(QDoubleSpinBox, "sigma")
    field.setValue(0.1234567890123456)
    assert sigma.edits == [("sigma", 0.1234567890123456, None)]
    assert field.text() == "0.1234567890123456"


@pytest.mark.parametrize("text", ["-1", "0", "abc", "", "nan", "1,5"])
def test_what_is_not_allowed_is_refused_in_place_and_the_old_value_kept(sigma, text):
    field = sigma.find(QDoubleSpinBox, "sigma")
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field.lineEdit(), Qt.Key.Key_Delete)
    QTest.keyClicks(field.lineEdit(), text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert sigma.edits == []
    assert field.value() == 1.0
    assert len(sigma.refusals) == 1
    assert sigma.refusals[0].startswith("RBF: Sigma σ must be a number above 0, not")


def test_a_decimal_comma_where_a_point_is_usual_is_named(sigma):
    sigma.type("sigma", "0,3")
    assert sigma.edits == []
    assert sigma.refusals == [
        "RBF: Sigma σ must be a number above 0, not “0,3”. Decimals are written with a point: 0.3."
    ]


def test_a_refusal_names_the_field_as_the_screen_does(qtbot):
    rate = Param("eta", 1.0, "Rate.", low=0, open_low=True, symbol="η", label="Learning rate")
    shown = Shown(qtbot, rate, owner="NORMA")
    shown.type("eta", "0")
    assert shown.refusals == ["NORMA: Learning rate η must be a number above 0, not 0."]
    assert "Learning rate η" in [label.text() for label in shown.form.findChildren(QLabel)]


def test_a_refused_value_from_outside_leaves_the_old_one(sigma):
    field = sigma.find(QDoubleSpinBox, "sigma")
    field.setValue(-3)
    assert field.value() == 1.0
    assert sigma.edits == []
    assert sigma.refusals == ["RBF: Sigma σ must be a number above 0, not -3."]


def test_the_refusal_goes_when_the_text_is_right_again(sigma):
    sigma.type("sigma", "-1", enter=False)
    assert sigma.refusals
    sigma.type("sigma", "2")
    assert sigma.refusals == []


def test_the_refusal_goes_by_itself_once_the_old_value_is_back(sigma, qtbot):
    field = sigma.find(QDoubleSpinBox, "sigma")
    field._reading.setInterval(20)
    sigma.type("sigma", "-1", enter=False)
    qtbot.wait(60)
    assert sigma.refusals
    QTest.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: sigma.refusals == [], timeout=60_000)
    assert field.value() == 1.0


def test_a_whole_number_refuses_a_fraction(qtbot):
    shown = Shown(qtbot, DEGREE, owner="Polynomial")
    shown.type("degree", "2.5")
    assert shown.edits == []
    assert shown.refusals == ["Polynomial: Degree must be a whole number from 1 to 50, not 2.5."]
    shown.type("degree", "3")
    assert shown.edits == [("degree", 3, None)]
    assert isinstance(shown.edits[0][1], int)


def test_large_seeds_are_exact(qtbot):
    shown = Shown(qtbot, SEED)
    shown.type("seed", str(2**53 - 1))
    assert shown.edits == [("seed", 2**53 - 1, None)]


def test_a_decimal_comma_is_understood_where_it_is_usual_and_shown_as_a_point(qtbot):
    QLocale.setDefault(QLocale(QLocale.Language.German))
    try:
        shown = Shown(qtbot, SIGMA)
        field = shown.type("sigma", "0,25")
        assert shown.edits == [("sigma", 0.25, None)]
        assert field.text() == "0.25"
        shown.type("sigma", "0.5")
        assert shown.edits[-1] == ("sigma", 0.5, None)
    finally:
        QLocale.setDefault(QLocale.c())


def test_numbers_read_back_as_they_are_shown():
    for value in (0.1, -1.5, 1e-300, 12345678.9, 3):
        assert number_from(number_text(value)) == value
    assert number_text(-0.5) == "−0.5"


def test_arrow_keys_step_a_number(sigma):
    field = sigma.find(QDoubleSpinBox, "sigma")
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Up)
    assert sigma.edits == [("sigma", 1.26, None)]


def test_dragging_the_slider_is_one_stroke(sigma):
    slider = sigma.form.findChild(QSlider)
    left, height = Qt.MouseButton.LeftButton, slider.height() // 2
    start = QPoint(slider.width() // 2, height)
    QTest.mousePress(slider, left, pos=start)
    for right in range(4, 40, 4):
        QTest.mouseMove(slider, start + QPoint(right, 0))
    QTest.mouseRelease(slider, left, pos=start + QPoint(40, 0))
    strokes = {stroke for _, _, stroke in sigma.edits}
    assert len(sigma.edits) > 2
    assert len(strokes) == 1
    assert None not in strokes
    assert sigma.find(QDoubleSpinBox, "sigma").value() == sigma.edits[-1][1]


def test_a_slider_keeps_the_arrows_for_itself(sigma):
    slider = sigma.form.findChild(QSlider)
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Right)
    assert len(sigma.edits) == 1
    assert sigma.edits[0][1] > 1


@pytest.mark.parametrize("key", [Qt.Key.Key_Home, Qt.Key.Key_End])
def test_the_keys_of_a_run_change_no_setup(qtbot, key):
    shown = Shown(qtbot, SIGMA, ORDER)
    for kind in (QSlider, QComboBox):
        widget = shown.form.findChild(kind)
        widget.setFocus()
        QTest.keyClick(widget, key)
    assert shown.edits == []


def test_a_choice_gives_the_value_and_shows_words(qtbot):
    shown = Shown(qtbot, ORDER)
    combo = shown.find(QComboBox, "order")
    assert combo.currentText() == "Dataset"
    combo.setCurrentIndex(combo.findData("shuffled_each_epoch"))
    assert shown.edits == [("order", "shuffled_each_epoch", None)]
    assert combo.currentText() == "Shuffled each epoch"


def test_a_flag_is_a_check_box(qtbot):
    shown = Shown(qtbot, BIAS)
    shown.find(QCheckBox, "bias").click()
    assert shown.edits == [("bias", True, None)]


def test_showing_values_announces_nothing(sigma):
    sigma.form.show_values({"sigma": 0.3})
    assert sigma.edits == []
    assert sigma.find(QDoubleSpinBox, "sigma").value() == 0.3


def test_a_long_form_folds_its_later_settings_unless_they_are_unusual(qtbot):
    learner = LEARNERS.find("kernel_perceptron")
    shown = Shown(qtbot, *learner.params())
    decay = shown.find(QDoubleSpinBox, "decay")
    assert not decay.isVisible()
    fold = shown.form.findChild(QPushButton)
    assert fold.text() == "4 more settings"
    fold.click()
    assert decay.isVisible()
    fold.click()
    shown.form.show_values(learner(decay=0.9).settings())
    assert decay.isVisible()


def test_rare_settings_are_folded_away_in_a_short_form_too(qtbot):
    shown = Shown(qtbot, RARE, SIGMA)
    seed, fold = shown.find(QDoubleSpinBox, "seed"), shown.form.findChild(QPushButton)
    assert shown.find(QDoubleSpinBox, "sigma").isVisible()
    assert not seed.isVisible()
    assert fold.text() == "1 more setting"
    QTest.mouseClick(fold, Qt.MouseButton.LeftButton)
    assert seed.isVisible()
    assert seed.y() < fold.y()


def test_a_text_is_taken_when_the_typing_pauses(qtbot):
    shown = Shown(qtbot, RULE, owner="By formula")
    line = shown.find(QLineEdit, "rule")
    assert line.text() == "y > x"
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_End)
    QTest.keyClicks(line, " + 1")
    assert shown.edits == []
    qtbot.waitUntil(lambda: shown.edits == [("rule", "y > x + 1", None)], timeout=60_000)
    QTest.keyClicks(line, "0 ")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert shown.edits[1:] == [("rule", "y > x + 10", None)]


def test_a_wrong_text_is_marked_when_the_typing_pauses_and_unmarked_once_it_is_mended(qtbot):
    shown = Shown(qtbot, RULE, owner="By formula")
    line = shown.find(QLineEdit, "rule")
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_End)
    QTest.keyClicks(line, " + q")
    assert shown.refusals == []
    qtbot.waitUntil(lambda: shown.refusals != [], timeout=60_000)
    assert shown.refusals[0].startswith("Position 9: there is nothing named 'q'")
    assert line.mark == (8, 9)
    QTest.keyClick(line, Qt.Key.Key_Backspace)
    QTest.keyClicks(line, "x")
    assert shown.refusals == []
    assert line.mark is None


def test_a_wrong_text_changes_nothing_and_stays_and_escape_brings_back_the_right_one(qtbot):
    shown = Shown(qtbot, RULE, owner="By formula")
    line = shown.find(QLineEdit, "rule")
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, "y")
    qtbot.waitUntil(lambda: shown.edits == [("rule", "y", None)], timeout=60_000)
    QTest.keyClicks(line, " > sn(x)")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert shown.edits[-1] == ("rule", "y > x", None)
    assert line.text() == "y > sn(x)"
    assert "the nearest name is 'sin'" in shown.refusals[0]
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert line.text() == "y > x"
    assert shown.refusals == []
    assert len(shown.edits) == 2


@pytest.mark.parametrize("declared", [*KERNELS, *LEARNERS, *GENERATORS], ids=lambda declared: declared.key)
def test_every_parameter_has_a_named_described_field(qtbot, declared):
    form = Form("any", declared.params(), declared.title)
    qtbot.addWidget(form)
    for param in declared.params():
        field = form.findChild(object, f"param.any.{param.name}")
        assert declared.title in field.accessibleName()
        assert field.accessibleDescription() == param.meaning
        assert param.meaning in field.toolTip()


def test_a_refusal_outlives_its_field_while_a_dialog_is_open(qtbot):
    shown = Shown(qtbot, SIGMA)
    shown.type("sigma", "0")
    (said,) = shown.form.findChildren(Callout)
    assert said.isVisible()
    delete(shown.find(QDoubleSpinBox, "sigma"))
    QApplication.sendEvent(shown.form, QEvent(QEvent.Type.LayoutRequest))
    QApplication.processEvents()  # the deletion of the sentence waits until this test, as a dialog would, returns
    assert isValid(said)
    assert not said.isVisible()
