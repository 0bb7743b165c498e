"""What the tools were told is there again at the next start, as far as it is allowed."""

import json

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from kpgui.ui.canvas import TOOLS
from kpgui.ui.session.settings import settings_path


def stored(**entries):
    store = QSettings(str(settings_path()), QSettings.Format.IniFormat)
    store.setValue("window", json.dumps(entries))
    store.sync()


def settings(desk):
    """By key, of all tools."""
    tools = desk.window.canvas.tools
    key = tools.current.key
    found = {}
    for tool in TOOLS:
        tools.take(tool.key)
        found[tool.key] = tools.current.settings()
    tools.take(key)
    return found


USUAL = {tool.key: tool.settings() for tool in TOOLS}


def test_the_tool_in_use_its_settings_and_the_grid_are_there_again(start):
    desk = start()
    desk.trigger("tool.line")
    desk.type("param.tool.count", "7")
    desk.trigger("tool.spray")
    desk.type("param.tool.radius", "44")
    desk.trigger("view.snap")
    desk.window.close()
    desk = start()
    assert desk.window.canvas.tool == "spray"
    assert desk.find(QAction, "tool.spray").isChecked()
    assert not desk.find(QAction, "tool.draw").isChecked()
    assert desk.find(QWidget, "param.tool.radius").value() == 44
    assert desk.window.canvas.snaps
    assert desk.find(QAction, "view.snap").isChecked()
    expected = {**USUAL, "spray": {**USUAL["spray"], "radius": 44.0}, "line": {**USUAL["line"], "count": 7}}
    assert settings(desk) == expected


def test_a_window_starts_with_a_tool_that_adds_points(start):
    desk = start()
    desk.trigger("tool.erase")
    desk.window.close()
    desk = start()
    assert desk.window.canvas.tool == "draw"
    assert desk.find(QAction, "tool.draw").isChecked()


def test_what_was_not_changed_is_not_stored(start):
    start().window.close()
    text = QSettings(str(settings_path()), QSettings.Format.IniFormat).value("window")
    assert json.loads(text)["tools"] == {}


@pytest.mark.parametrize(
    "wrong",
    [1000, 3.9, -1, 0, "30", None, True, [], {}, float("nan"), float("inf"), 10**400],
    ids=lambda wrong: str(wrong)[:8],
)
def test_a_stored_value_that_is_not_allowed_is_the_usual_one(start, wrong):
    stored(tools={"spray": {"radius": wrong, "density": 3, "colour": "red"}})
    desk = start()
    assert settings(desk) == {**USUAL, "spray": {**USUAL["spray"], "density": 3}}
    assert desk.window.status.currentMessage() == ""


@pytest.mark.parametrize("wrong", [2.5, 0, "many", [3], False])
def test_a_stored_number_or_choice_of_another_kind_is_the_usual_one(start, wrong):
    stored(tools={"spray": {"density": wrong, "spread": wrong}, "line": wrong, "no tool": {"radius": 3}}, tool="spray")
    desk = start()
    assert settings(desk) == USUAL
    assert desk.window.canvas.tool == "spray"


@pytest.mark.parametrize("tool", ["hammer", "", "SPRAY"])
def test_a_tool_that_there_is_not_any_more_leaves_the_first(start, tool):
    stored(tool=tool, tools={})
    desk = start()
    assert desk.window.canvas.tool == "draw"
    assert desk.find(QAction, "tool.draw").isChecked()
