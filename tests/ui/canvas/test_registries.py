"""Every layer and every tool has its file and its line."""

import re

import pytest

from kpgui.model.errors import KpguiError
from kpgui.ui.canvas import TOOLS, layers, tools
from kpgui.ui.canvas.layers import LAYERS
from kpgui.ui.canvas.layers.base import Layer
from kpgui.ui.canvas.tools.base import Tool
from tests.registered import declared_in


def test_every_layer_is_listed():
    assert declared_in(layers, Layer) == set(LAYERS)


def test_every_tool_is_listed():
    assert declared_in(tools, Tool) == {type(tool) for tool in TOOLS}


@pytest.mark.parametrize("tool", TOOLS.members, ids=TOOLS.keys())
def test_a_tool_can_be_taken_up_by_its_key(stage, tool):
    stage.canvas.set_tool(tool.key)
    assert stage.canvas.tool == tool.key
    assert tool.title
    assert not re.search("[a-z][A-Z]", tool.title), "a title is words, not the name of a class"
    assert tool.tip.endswith(".")


def test_an_unknown_tool_is_answered_with_the_nearest(stage):
    with pytest.raises(KpguiError, match="'select'"):
        stage.canvas.set_tool("selct")
