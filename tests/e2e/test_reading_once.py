"""A file is opened, read and recognised once, however much is asked about it before its points are on the canvas."""

import os
import sys
from contextlib import contextmanager

import pytest

from kpgui.formats.session import SessionFile
from tests.e2e.test_import import FLOWERS, PLAIN, Form
from tests.e2e.test_recovery import notices

opened = []
"""Paths that were opened while somebody counts, by Python or by a library."""


@contextmanager
def counting():
    if not hasattr(counting, "counts"):  # a hook stays for ever, so there is one, which mostly does nothing
        sys.addaudithook(lambda event, args: opened.append(args[0]) if event == "open" and counting.counts else None)
    opened.clear()
    counting.counts = True
    try:
        yield
    finally:
        counting.counts = False


def times_opened(path):
    return sum(isinstance(each, str | bytes | os.PathLike) and os.fsdecode(each) == str(path) for each in opened)


@pytest.fixture
def recognised(monkeypatch):
    """The beginnings of contents for which a format was looked for."""
    starts, recognises = [], SessionFile.recognises  # the first that is tried

    def listening(self, start):
        starts.append(start)
        return recognises(self, start)

    monkeypatch.setattr(SessionFile, "recognises", listening)
    return starts


def test_a_points_file_is_opened_and_recognised_once(desk, tmp_path, recognised):
    path = tmp_path / "points.csv"
    path.write_text(PLAIN)
    with counting():
        assert desk.window.opening.open_path(path)
    assert len(desk.session.dataset) == 2
    assert (times_opened(path), len(recognised)) == (1, 1)


def test_a_session_is_opened_and_recognised_once(desk, saved, recognised):
    with counting():
        assert desk.window.opening.open_path(saved)
    assert desk.session.seed == 9
    assert (times_opened(saved), len(recognised)) == (1, 1)


def test_a_file_is_not_read_again_after_its_owner_was_asked(desk, tmp_path, recognised):
    path = tmp_path / "flowers.csv"
    path.write_text(FLOWERS)
    with counting():
        desk.window.opening.open_path(path)
        form = Form(desk)
        form.pick("x", "width")
        form.pick("y", "petal")
        form.pick("positive", "virginica")
        form.pick("negative", "setosa")
        form.open()
        desk.wait(lambda: len(desk.session.dataset) == 4)
    assert (times_opened(path), len(recognised)) == (1, 1)


def test_what_is_opened_is_what_was_asked_about_and_a_later_change_is_told(desk, tmp_path):
    path = tmp_path / "flowers.csv"
    path.write_text(FLOWERS)
    desk.window.opening.open_path(path)
    form = Form(desk)
    form.pick("positive", "virginica")
    form.pick("negative", "setosa")
    path.write_text(PLAIN)
    form.open()
    desk.wait(lambda: len(desk.session.dataset) == 4)
    desk.window.ownership.look()
    assert [each.sentence for each in notices(desk)] == ["flowers.csv was changed on the disk by another program."]
