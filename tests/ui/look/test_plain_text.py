"""Text that may come from a file is shown as it is: nothing in the window makes HTML of it."""

import ast
from pathlib import Path

import pytest
from PySide6 import QtGui
from PySide6.QtGui import QAccessible, QTextDocument
from PySide6.QtWidgets import QWidget

import kpgui
from kpgui.ui.look.style import WORD_JOINER, PlainLabel, plain, rich

MODULES = sorted(Path(kpgui.__file__).parent.rglob("*.py"))

SETTERS = {"setToolTip", "setWhatsThis", "setStatusTip", "setInformativeText", "showText"}
"""What shows a text in a place where Qt guesses whether it is HTML."""

PROPERTIES = {"toolTip", "whatsThis", "statusTip", "informativeText"}
"""The same, as arguments with which PySide makes a widget or an action."""

ROLES = "ToolTipRole", "StatusTipRole", "WhatsThisRole"

SAFE = {"_", "plain", "rich"}
"""Our own texts, texts as they are, and HTML with data escaped."""

HTML = {
    "setHtml",
    "setMarkdown",
    "insertHtml",
    "appendHtml",
    "setLabel",
    "TextItem",
    "QTextEdit",
    "QStaticText",
}
"""What makes HTML of a text, or guesses, in Qt and pyqtgraph."""

HERE = "kpgui/ui/look/style.py"
"""The labels' own module."""

OWN = "kpgui/ui/dialogs/guide_browser.py", "kpgui/ui/window/key_sheet.py"
"""The modules whose HTML is that of the manual, and of our own texts and keys, escaped."""


def forbidden(source: str, module: str = "") -> list[str]:
    """The places that may make HTML of data, with their lines."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            shows = name in SETTERS or any(each.endswith(ROLES) for each in map(ast.unparse, node.args))
            if shows and not any(map(_is_safe, node.args)):
                found.append(f"{node.lineno}: {name} without plain()")
            if name == "QLabel" and module != HERE:
                found.append(f"{node.lineno}: QLabel instead of PlainLabel")
            if name in HTML and module not in OWN:
                found.append(f"{node.lineno}: {name}")
            if any(_is_icon_of_a_message(each) for each in node.args) and not any(map(_is_safe, node.args[2:])):
                found.append(f"{node.lineno}: QMessageBox without plain()")
            boxes = "QMessageBox" in ast.unparse(node.func)
            found += [
                f"{node.lineno}: {each.arg} without plain()"
                for each in node.keywords
                if (each.arg in PROPERTIES or (boxes and each.arg == "text")) and not _is_safe(each.value)
            ]
            if ast.unparse(node.func).startswith("QMessageBox.") and not any(map(_is_safe, node.args[2:])):
                found.append(f"{node.lineno}: {name} without plain()")
            found += [
                f"{each.lineno}: {each.attr} connected without plain()"
                for each in node.args
                if isinstance(each, ast.Attribute) and each.attr in SETTERS
            ]
        if isinstance(node, ast.ClassDef) and module != HERE:
            found += [f"{node.lineno}: QLabel below" for each in node.bases if getattr(each, "id", "") == "QLabel"]
    return found


def _is_safe(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in SAFE


def _is_icon_of_a_message(value: ast.expr) -> bool:
    return ast.unparse(value).startswith("QMessageBox.Icon.")


@pytest.mark.parametrize(
    "line",
    [
        "widget.setToolTip(text)",
        "self.setWhatsThis(escape(text))",
        'entry.setStatusTip(f"{path}")',
        'button.setToolTip(_("Open {path}").format(path=path))',
        "bar.messageChanged.connect(bar.setToolTip)",
        "QToolTip.showText(place, text, self)",
        "box.setItemData(0, text, Role.ToolTipRole)",
        "box.setInformativeText(text)",
        "QMessageBox(QMessageBox.Icon.Warning, 'kpgui', sentence, button, parent)",
        "label = QLabel(self)",
        "class Label(QLabel): pass",
        "axis.setLabel(name)",
        "page.setHtml(text)",
        "QCheckBox(self, toolTip=text)",
        "QPushButton(text, whatsThis=_(tip).format(name=name), parent=self)",
        "box = QMessageBox(self, text=text)",
        "QMessageBox.warning(self, 'kpgui', text)",
    ],
)
def test_what_is_looked_for_is_found(line):
    assert forbidden(line)


@pytest.mark.parametrize(
    "line", ["widget.setToolTip(plain(text))", "widget.setToolTip(_(tip))", "label = PlainLabel(self, text)"]
)
def test_what_is_allowed_is_not(line):
    assert forbidden(line) == []


@pytest.mark.slow
def test_no_module_makes_html_of_data():
    assert len(MODULES) > 300
    root = Path(kpgui.__file__).parent.parent
    names = {path: path.relative_to(root).as_posix() for path in MODULES}
    found = {name: forbidden(path.read_text(encoding="utf-8"), name) for path, name in names.items()}
    assert {name: lines for name, lines in found.items() if lines} == {}


HOSTILE = (
    '<img src="/dev/zero">',
    "row 3: <b>bold",
    "  <?xml version='1.0'?><p>",
    "<!DOCTYPE html>",
    "a &lt;b",
    "1 < 2 <b>",
    "<\nimg src=x>",
    "<br/>x",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_stays_as_it_is(text):
    told = plain(text)
    assert not QtGui.Qt.mightBeRichText(told)
    assert told.replace(WORD_JOINER, "") == text
    if told != text:  # else this version of Qt does not take it for HTML
        document = QTextDocument()
        document.setHtml(told)  # even if something did
        assert "￼" not in document.toPlainText()


@pytest.mark.parametrize("text", ["", "a", "x < 0", "Data & points", "two\nlines", "f(x) > 0 < 1"])
def test_what_qt_does_not_take_for_html_is_not_changed(text):
    assert plain(text) == text == rich(text)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_label_shows_the_text_and_says_it(qtbot, text):
    parent = QWidget()
    qtbot.addWidget(parent)
    label = PlainLabel(parent, text)
    assert label.text() == text
    interface = QAccessible.queryAccessibleInterface(label)
    assert interface.text(QAccessible.Text.Name) == text
