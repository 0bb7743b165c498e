"""What must hold whenever the window rests. Each check returns what is wrong, "" if nothing is."""

import threading
import time
from dataclasses import replace
from typing import Any

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from kpgui import api
from kpgui.formats.storage import read_bytes
from kpgui.generators import generator
from kpgui.kernels import kernel
from kpgui.learners import learner
from kpgui.model.session import Session
from kpgui.recovery.copy import Copy, packed, unpacked

UNDONE = 500
"""Most steps that are undone and done again."""

THREADS = {"MainThread", "kpgui-trainer"}

PATIENCE = 30.0
"""Seconds for which what was begun may go on, on a machine that has more to do."""


def content(session: Session) -> Session:
    """What edits change of a session: the errors of a kept moment are counted after the edit, and are none."""
    ghosts = tuple(replace(each, errors=None, held_out_errors=None) for each in session.ghosts)
    return replace(session, view=Session().view, reached=None, live=False, shape="", ghosts=ghosts)


def no_thread_is_left(soak: Any) -> str:
    left = [each for each in threading.enumerate() if each.name not in THREADS]
    left = [each for each in left if not isinstance(each, threading._DummyThread)]
    end = time.monotonic() + PATIENCE
    while any(each.is_alive() for each in left) and time.monotonic() < end:
        QTest.qWait(20)
    trainers = [each for each in threading.enumerate() if each.name == "kpgui-trainer"]
    wanted = 1 if soak.window.races.race is None else 2
    names = [each.name for each in left if each.is_alive()] + [each.name for each in trainers[wanted:]]
    return ", ".join(names)


def no_closed_dialog_is_kept(soak: Any) -> str:
    """Until the window was closed, dialogs would gather that growth from window to window does not show."""
    return ", ".join(repr(each) for each in QApplication.topLevelWidgets() if isinstance(each, QDialog))


def the_session_saved_is_the_session_loaded(soak: Any) -> str:
    """Expressions are compared by what they mean: a file that was read has them in full."""
    session, path = soak.window.saving.session_as_seen(), soak.folder / "check.kpgui"
    api.save(session, path)
    loaded = api.load(path)
    same = replace(loaded, kernel=session.kernel, learner=session.learner, shape=session.shape) == session
    means = meant(session) == meant(loaded)
    return "" if same and means else f"{session}\n{loaded}"


def meant(session: Session) -> tuple[object, ...]:
    """What the expressions of a session mean."""
    shape = generator(session.shape) if session.shape else None
    return kernel(session.kernel), learner(session.learner), shape


def a_copy_packed_is_the_copy_unpacked(soak: Any) -> str:
    copy = Copy(soak.window.saving.session_as_seen(), soak.window.document.path, None, 0.0)
    return "" if unpacked(packed(copy)) == copy else f"{copy}\n{unpacked(packed(copy))}"


def the_recovery_copies_load_and_are_up_to_date(soak: Any) -> str:
    document, folder = soak.window.document, soak.folder / "state" / "recovery"
    end = time.monotonic() + PATIENCE
    while True:
        try:
            copies = [unpacked(read_bytes(path)) for path in folder.glob("*.copy")] if folder.is_dir() else []
        except FileNotFoundError:
            continue  # it was removed between the two
        wanted = [content(document.own)] if document.modified else []
        if [content(copy.session) for copy in copies] == wanted:
            return ""
        if time.monotonic() > end:
            return f"{len(copies)} copies, modified: {document.modified}\n{copies}\n{document.own}"
        QTest.qWait(50)


def undo_to_the_start_gives_the_first_state(soak: Any) -> str:
    document, commands = soak.window.document, soak.window.commands
    stack, last, first = document.undo_stack, document.session, soak.firsts[document.lent]
    steps = stack.index()
    if steps > UNDONE:
        return ""
    for _ in range(steps):
        commands["edit.undo"].trigger()
    if stack.index() or content(document.session) != content(first):
        enabled = commands["edit.undo"].isEnabled()
        return f"{steps} steps, {stack.index()} left, {enabled=}\n{document.session}\n{first}"
    for _ in range(steps):
        commands["edit.redo"].trigger()
    return "" if content(document.session) == content(last) else f"redone\n{document.session}\n{last}"


CHECKS = (
    no_thread_is_left,
    no_closed_dialog_is_kept,
    the_session_saved_is_the_session_loaded,
    a_copy_packed_is_the_copy_unpacked,
    the_recovery_copies_load_and_are_up_to_date,
    undo_to_the_start_gives_the_first_state,
)
