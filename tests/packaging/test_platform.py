"""The versions of Python and Qt that are installed get along."""

import sys

from PySide6.QtCore import QObject


def test_calls_of_qt_keep_the_references_to_none():
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(1000):
        thing.setObjectName("thing")
    # A bad pair drops one a call. Other code may let go of a few meanwhile.
    assert sys.getrefcount(None) > before - 100
