"""Calls that are made later."""

import re
from pathlib import Path

import kpgui


def test_nothing_that_may_raise_is_called_by_a_single_shot():
    """PySide 6.11 ends the process when a callable given to QTimer.singleShot raises; a QTimer's slot may."""
    sources = Path(kpgui.__file__).parent.rglob("*.py")
    calls = [call for path in sources for call in re.findall(r"QTimer\.singleShot\(.*", path.read_text("utf-8"))]
    assert calls == ["QTimer.singleShot(0, kept.clear))"]
