"""Stopping points of a run: what is read, and what is not one."""

import pytest

from kpgui.model.errors import KpguiError
from kpgui.model.stopping import END, StoppingPoint


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("0", StoppingPoint("step", 0)),
        ("250", StoppingPoint("step", 250)),
        ("mistake:3", StoppingPoint("mistake", 3)),
        ("epoch:12", StoppingPoint("epoch", 12)),
        ("end", END),
    ],
)
def test_a_text_and_its_point_are_the_same(text, point):
    assert StoppingPoint.parse(text) == point
    assert str(point) == text


@pytest.mark.parametrize(
    "text",
    ["", "last", "-1", "1.5", "mistake", "mistake:", "mistake:-1", "mistakes:3", "end:1", "²", "9" * 19],
)
def test_another_text_is_refused_with_what_can_be_written(text):
    with pytest.raises(KpguiError, match=r"is no place in a run; write a step as 250, mistake:3, epoch:2 or end\.$"):
        StoppingPoint.parse(text)
