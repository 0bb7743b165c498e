"""What the window says in a dialog, a notice and the status bar: one line, whatever names are in it."""

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from kpgui.app import create_window
from kpgui.model.errors import LONGEST_MESSAGE
from kpgui.ui.dialogs.messages import Notices, show_problem

NAMES = ["n" * 1000, "a\nb\u202e.csv", "many words " * 100]


def said_in_a_dialog(window, text):
    return show_problem(window, text).text()


def said_in_a_notice(window, text):
    notices = Notices(QWidget(window))
    return notices.show_notice("notice.test", text, {}).findChild(QLabel).text()


def said_on_the_status_bar(window, text):
    whole = create_window()
    whole.status.say(text)
    said = whole.status.currentMessage()
    whole.close()
    return said


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("said", [said_in_a_dialog, said_in_a_notice, said_on_the_status_bar])
def test_it_is_one_line_of_bounded_length_and_its_end_stays(qtbot, said, name):
    window = QWidget()
    qtbot.addWidget(window)
    found = said(window, f"Opened {name} and left the rest aside.")
    assert found.isprintable()
    assert len(found) <= LONGEST_MESSAGE
    assert found.endswith("left the rest aside.")
