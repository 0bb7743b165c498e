"""Requests that are carried out at most so often."""

from PySide6.QtCore import QObject

from kpgui.ui.tasks import Throttle


def test_many_requests_within_a_period_are_carried_out_once(qtbot):
    parent, calls = QObject(), []
    throttle = Throttle(lambda: calls.append(1), 50, parent)
    for _ in range(20):
        throttle.request()
    assert calls == []
    qtbot.waitUntil(lambda: calls == [1])
    throttle.request()
    qtbot.waitUntil(lambda: calls == [1, 1])


def test_a_request_that_was_cancelled_is_forgotten(qtbot):
    parent, calls = QObject(), []
    throttle = Throttle(lambda: calls.append(1), 200, parent)
    throttle.request()
    throttle.cancel()
    qtbot.wait(30)
    assert calls == []
    throttle.request()
    qtbot.waitUntil(lambda: calls == [1])
