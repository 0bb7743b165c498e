from kpgui.ui.forms.labels import WrappedLabel
from kpgui.words.typesetting import STAYS


def test_a_label_has_the_text_as_it_was_set_and_breaks_no_line_before_a_unit(qtbot):
    label = WrappedLabel(None)
    qtbot.addWidget(label)
    label.setText("0 of 200 (0 %)")
    assert label.text() == "0 of 200 (0 %)"
    whole = label.fontMetrics().horizontalAdvance(f"0{STAYS}of{STAYS}200")
    unit = label.fontMetrics().horizontalAdvance("(0 %)")
    lines = {width: label.heightForWidth(width) for width in (whole + unit + 40, whole + unit - 4, whole + 4)}
    assert sorted(set(lines.values())) == [lines[whole + unit + 40], lines[whole + 4]]


def test_a_cleared_label_has_no_text(qtbot):
    label = WrappedLabel(None)
    qtbot.addWidget(label)
    label.setText("14 of 200 points")
    label.clear()
    assert label.text() == ""
