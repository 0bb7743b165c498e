"""What the contact sheet shows: every panel, dialog and menu, as the window may look."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QMainWindow,
    QMenu,
    QPushButton,
    QScrollBar,
    QWidget,
)

from kpgui.app import create_window
from kpgui.generators import generator
from kpgui.model.edits import Replace
from kpgui.ui.dialogs.picture import PictureDialog
from kpgui.ui.instruments.registry import INSTRUMENTS
from kpgui.ui.window import view_menu
from kpgui.ui.window.main_window import MainWindow
from kpgui.words.lessons.shelf import lessons
from shots.scenes import MOONS, settled, step, wait_until

DIALOGS = (
    "file.export_figure",
    "file.export_animation",
    "file.export",
    "file.keep_step",
    "edit.transform",
    "view.axes",
    "help.lessons",
    "help.examples",
    "help.guide",
    "help.about",
)
"""The actions that open a dialog which waits for no file."""

FITS = 0.02
"""Share of a widget's side by which it may reach beyond the one around it: frames do."""


class Look(NamedTuple):
    """One way for the window to look. type: size of its type relative to the usual one."""

    name: str
    size: tuple[int, int] = (1280, 800)
    theme: str = "light"
    language: str = "en"
    type: float = 1.0
    mirrored: bool = False


LOOKS = (
    Look("usual"),
    Look("dark", theme="dark"),
    Look("contrast", theme="contrast"),
    Look("small", size=(1024, 700)),
    Look("laptop", size=(1366, 768)),
    Look("large", size=(1920, 1080)),
    Look("4k", size=(3840, 2160)),
    Look("type-150", size=(1366, 768), type=1.5),
    Look("type-200", size=(1920, 1080), type=2.0),
    Look("german", language="de"),
    Look("french", language="fr"),
    Look("spanish", language="es"),
    Look("chinese", language="zh_CN"),
    Look("german-small-dark", size=(1024, 700), theme="dark", language="de"),
    Look("right-to-left", mirrored=True),
)


@contextmanager
def opened(look: Look) -> Iterator[MainWindow]:
    """A new window that looks so. An application must exist, with settings of nobody."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    usual, view_menu.system_scale = view_menu.system_scale, lambda: look.type
    view_menu.speak(application, look.language)
    if look.mirrored:
        application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    window = create_window()
    view_menu.system_scale = usual
    window.resize(*look.size)
    window.commands[f"view.theme_{look.theme}"].trigger()
    window.show()
    try:
        yield window
    finally:
        window.document.undo_stack.setClean()
        window.close()
        window.deleteLater()
        view_menu.speak(application, "en")


def scenes(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """Brings one thing after another on the screen, with its name; each is gone when the next one comes."""
    QTest.qWait(200)
    yield "start", window
    window.commands["view.setup"].trigger()
    yield "folded", window
    window.commands["view.setup"].trigger()
    window.document.edit(Replace(generator(MOONS).make()), "draw")
    window.commands["view.fit"].trigger()
    step(window, 5)
    yield "run", window
    for panel in INSTRUMENTS:
        window.dock_layout.bring(panel.key)
        QTest.qWait(100)
        settled(window)
        yield panel.key, window
    window.commands["view.reset_layout"].trigger()
    window.canvas.select_all()
    for name in DIALOGS:
        window.commands[name].trigger()
        (dialog,) = (each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible())
        if isinstance(dialog, PictureDialog):
            wait_until(lambda: dialog.page.ready and dialog.preview.image is not None)  # noqa: B023  # called at once
        yield name, dialog
        dialog.close()
    yield from menus(window)
    window.commands["view.presentation"].trigger()
    QTest.qWait(200)
    yield "presentation", window
    window.commands["view.presentation"].trigger()
    QTest.qWait(200)
    window.commands["help.keys"].trigger()
    yield "keys", window
    window.commands["help.keys"].trigger()
    lesson = lessons()[-1]
    window.teaching.begin(lesson)
    for number in range(1, 4):
        QTest.qWait(300)
        yield f"lesson {number}", window
        window.lesson_bar.moved.emit(number)
    window.teaching.leave()


def menus(window: MainWindow) -> Iterator[tuple[str, QWidget]]:
    """The menus and the menus in them, and the context menu."""
    titles = [action.menu() for action in window.menuBar().actions()]
    inside = [each.menu() for menu in titles for each in menu.actions() if each.menu() is not None]
    for menu in (*titles, *inside, window.commands.context_menu(window)):
        assert isinstance(menu, QMenu)
        menu.popup(QPoint(0, 0))
        QTest.qWait(20)
        yield f"menu {menu.title()}", menu
        menu.close()


def problems(root: QWidget) -> list[str]:
    """What is seen in a widget, but is cut, too narrow for its text, or under another part."""
    found = []
    for each in (root, *root.findChildren(QWidget)):
        if not each.isVisible() or each.visibleRegion().isEmpty():
            continue
        name = f"{type(each).__name__} {each.objectName()}"
        short = each.width() < each.minimumSizeHint().width()
        if isinstance(each, QLabel | QPushButton | QCheckBox | QComboBox):
            short = short and not (isinstance(each, QLabel) and (each.wordWrap() or not each.text()))
            if short or each.visibleRegion().boundingRect().width() < (1 - FITS) * each.width():
                found.append(f"{name} is cut: {each.text() if not isinstance(each, QComboBox) else ''!r}")
        found += [f"{one} and {other} overlap" for one, other in _overlaps(each)]
    return found


def _overlaps(around: QWidget) -> Iterator[tuple[str, str]]:
    """The children of a widget that a layout places, and that overlap all the same."""
    layout = around.layout()
    if layout is None or isinstance(around, QAbstractScrollArea | QMainWindow):
        return
    # Not by the layout's items: Qt deletes those of a status bar, and PySide takes what comes at their place for them.
    widgets = around.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    placed = [each for each in widgets if layout.indexOf(each) >= 0]
    shown = [each for each in placed if each.isVisible() and not isinstance(each, QScrollBar)]
    for k, one in enumerate(shown):
        for other in shown[k + 1 :]:
            both: QRect = one.geometry().intersected(other.geometry())
            if both.width() > FITS * one.width() and both.height() > FITS * one.height():
                yield _name(one), _name(other)


def _name(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.objectName()}".strip()
