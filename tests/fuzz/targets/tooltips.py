"""Hostile texts in every place that shows data: no text of the window is taken for HTML, and no file is opened."""

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

from kpgui.formats.session import SessionFile
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session
from tests.fuzz.case import Case
from tests.fuzz.rules import Ask, Broken
from tests.fuzz.window import Desk, desk

BAIT = "BAIT"
"""In a text: the path of a picture that nobody may open."""

STARTS = (
    "", "", "", " ", "\t", "\n", "a ", "1 < 2 ", "f(x) & ", "&lt;", "&#60;", "<?xml version='1.0'?>",
    "<!DOCTYPE html>", "<!-- -->", "\ufeff", "\u2060", "x\n", "<", "<<", "‘",
)  # fmt: skip
NAMES = (
    "img", "IMG", "Img", "body", "table", "td", "p", "b", "a", "qt", "html", "style", "link", "svg", "object", "br",
    "h1", "font",
)  # fmt: skip
BLANKS = " ", "  ", "\t", "\n", "/"
ATTRIBUTES = (
    "src={q}{b}{q}", "background={q}{b}{q}", "style={q}background-image:url({b}){q}", "title={q}{b}{q}",
    "href={q}{b}{q}",
)  # fmt: skip
ENDS = ">", "/>", " >", ">x", "></img>", "", ">\n", "<b>"


def check_tooltips(case: Case, ask: Ask[Any]) -> None:
    """The text in a place; then everything is pointed at."""
    at = desk()
    found: list[str] = []
    text = case.text.replace(BAIT, str(at.bait.path))
    at.on_question = lambda: found.extend(at.bait.taken_for_html())
    try:
        ask("open", lambda: at.show(Session(Dataset.of([[0, 0], [1, 1]], [1, -1]))))
        ask("put it there", lambda: PLACES[case.options.get("place", "cell")](at, text))
        ask("look", lambda: _look(at, found))
    finally:
        at.on_question = lambda: None


def _look(at: Desk, found: list[str]) -> None:
    from tests.screen_texts import hover_everything

    at.bait.opened()
    hover_everything()
    opened = at.bait.opened()
    found += at.bait.taken_for_html()
    at.look()
    if found:
        raise Broken("HTML", found[0], found[0].partition(" of ")[0])
    if opened:
        raise Broken("file opened", "by a tooltip")


def _file(at: Desk, name: str, content: str) -> Any:
    path = at.folder / name
    path.write_text(content, "utf-8", "surrogatepass")
    return path


def _open(at: Desk, path: Any, ask: bool = False) -> None:
    """Opens a file, and whatever dialog it brings; rows that cannot be read are skipped."""
    from PySide6.QtWidgets import QCheckBox, QDialog, QPushButton

    at.window.opening._begin([path], ask)
    at.pause(0.2, until=lambda: not at.window.reading.busy)
    dialog = at.window.findChild(QDialog, "dialog.import")
    if dialog is not None and dialog.isVisible():
        at.on_question()
        skip, accept = dialog.findChild(QCheckBox, "import.skip"), dialog.findChild(QPushButton, "import.open")
        if skip.isVisible():
            skip.click()
        at.pause(0.2, until=accept.isEnabled)
        at.on_question()
        accept.click()
    at.pause(0.2, until=lambda: not at.window.reading.busy)


def _cell(at: Desk, text: str) -> None:
    quoted = text.replace('"', '""')
    rows = "".join(f"{k},{k / 2},{'ab'[k % 2]}\n" for k in range(30))
    _open(at, _file(at, "cell.csv", f'x,y,label\n{rows}"{quoted}",1,a\n'), ask=True)


def _names(at: Desk, text: str) -> None:
    quoted = text.replace('"', '""')
    rows = "".join(f'{k},{k % 3},{k % 2},"{quoted}{k % 3}"\n' for k in range(9))
    _open(at, _file(at, "names.csv", f'"{quoted}","{quoted}x",z,"{quoted}l"\n{rows}'), ask=True)


def _path(at: Desk, text: str) -> None:
    from PySide6.QtWidgets import QMenu

    path = at.folder / f"{text.encode('utf-8', 'replace')[:200].decode('utf-8', 'ignore')}.kpgui"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(SessionFile().write(Session(Dataset.of([[0, 0], [1, 1]], [1, -1]))))
    except (OSError, ValueError):  # no name of a file
        return
    _open(at, path)
    at.window.findChild(QMenu, "menu.recent").aboutToShow.emit()
    at.on_question()
    path.write_bytes(b"nothing")
    _open(at, path)
    path.unlink()


def _session(at: Desk, text: str) -> None:
    """In place of each text of a session file with a ghost, one after the other, and of each of its fields."""
    _keep_ghost(at)
    good = json.loads(SessionFile().write(at.window.saving.session_as_seen()))
    for changed in (*_with_texts(good, text), *(good | {name: text} for name in good)):
        _open(at, _file(at, "field.kpgui", json.dumps(changed)))
        at.on_question()


def _with_texts(value: Any, text: str) -> Iterator[Any]:
    """The value with one of its texts replaced, for each of them."""
    if isinstance(value, str):
        yield text
    elif isinstance(value, dict):
        for name in value:
            yield from (value | {name: other} for other in _with_texts(value[name], text))
    elif isinstance(value, list):
        for k, each in enumerate(value):
            yield from ([*value[:k], other, *value[k + 1 :]] for other in _with_texts(each, text))


def _keep_ghost(at: Desk) -> None:
    at.window.dock_layout.bring("kept")
    at.window.commands["train.to_end"].trigger()
    at.pause(0.5, until=at.window.commands["run.keep_ghost"].isEnabled)
    at.window.commands["run.keep_ghost"].trigger()


def _typed(at: Desk, text: str) -> None:
    """Into every field for text that there is, with a ghost and the picture's dialog open."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QLineEdit

    _keep_ghost(at)
    at.window.commands["file.export_figure"].trigger()
    at.window.commands["help.guide"].trigger()
    at.pause(0.1)
    for top in at.application.topLevelWidgets():
        for field in top.findChildren(QLineEdit):
            if field.isVisible() and field.isEnabled():
                field.setFocus()
                field.selectAll()
                field.insert(text)
                QTest.keyClick(field, Qt.Key.Key_Return)
    at.pause(0.1)


def _said(at: Desk, text: str) -> None:
    """Messages: in the status bar, in a box, in a notice."""
    from kpgui.ui.dialogs.messages import show_problem, show_report

    at.window.status.say(text)
    for box in (show_problem(at.window, text), show_report(at.window, text, text)):
        at.on_question()
        box.close()
    notice = at.window.notices.show_notice("notice.fuzz", text, {})
    at.on_question()
    notice.close()


PLACES = {"cell": _cell, "names": _names, "path": _path, "session": _session, "typed": _typed, "said": _said}


def _tag(rng: random.Random) -> str:
    attribute = rng.choice(ATTRIBUTES).format(q=rng.choice(("'", '"', "")), b=BAIT)
    name = rng.choice(("", "", "", *BLANKS)) + rng.choice(NAMES)
    return f"{rng.choice(STARTS)}<{name}{rng.choice(BLANKS)}{attribute}{rng.choice(ENDS)}"


def _tooltips(rng: random.Random) -> Case:
    text = "".join(_tag(rng) for _ in range(rng.choice((1, 1, 2))))
    if rng.random() < 0.3:
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice("<>&;/\n\0\"' !-[]\u2060é") + text[at:]
    return Case("tooltips", "tooltips", text.encode(), {"place": rng.choice(list(PLACES))})


TARGETS = {"tooltips": check_tooltips} if sys.platform == "linux" else {}
MAKERS = {"tooltips": (2, _tooltips)} if TARGETS else {}
