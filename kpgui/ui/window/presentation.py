"""Presentation mode: the canvas and the step's sentence alone, full screen, large enough for the last row."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QEvent, QObject, QRect, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent, QScreen
from PySide6.QtWidgets import QDockWidget, QMainWindow, QToolBar, QWidget

from kpgui.language import _
from kpgui.ui.actions.actions import Actions
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.layers.pointer import HaloLayer
from kpgui.ui.look.style import Theme
from kpgui.ui.window.column import Rail
from kpgui.ui.window.dock_layout import VERSION
from kpgui.ui.window.key_sheet import Blank, KeySheet
from kpgui.ui.window.lesson_bar import LessonBar
from kpgui.ui.window.predict import PredictBar
from kpgui.ui.window.side_by_side import SideBySide
from kpgui.ui.window.status_bar import StatusBar
from kpgui.ui.window.step_sentence import StageStrip, StepSentence
from kpgui.ui.window.view_menu import type_scale

HEIGHT = 430
"""A screen is so many pixels of the canvas high: type is then a thirtieth of it."""

PANELS = 0.7
"""Size of type in panels that are opened on the stage, relative to the canvas', to which they must leave room."""

SETTLING = 500
"""Milliseconds that a window manager has to give the window its new size, and its former one again."""

PAGES = {
    Qt.Key.Key_PageDown: ("train.next_mistake", "train.step"),
    Qt.Key.Key_PageUp: ("train.last_mistake", "train.step_back"),
}
"""What the keys of a presenter's remote do, the second where the learner has no mistakes to go to."""

NORMAL = Qt.WindowState.WindowNoState


class _Former(NamedTuple):
    """The window as it was: what Qt stores of it, its state and its place when not maximised."""

    geometry: QByteArray
    layout: QByteArray
    state: Qt.WindowState
    place: QRect
    screen: QScreen


class Presentation(QObject):
    """Enters and leaves presentation mode, and then brings back docks, bars, sizes and the window's place."""

    def __init__(
        self,
        window: QMainWindow,
        canvas: Canvas,
        sentence: StepSentence,
        strip: StageStrip,
        status: StatusBar,
        actions: Actions,
        theme: Theme,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._canvas = canvas
        self._sentence = sentence
        self._actions = actions
        self._theme = theme
        self._strip, self._status = strip, status
        self._bars: list[QWidget] = []
        self._unit = 1.0
        """Size of everything on the stage, unless type is larger than that anyway."""
        self._former: _Former | None = None
        self._settling = QTimer(self, singleShot=True, interval=SETTLING)
        self._settling.timeout.connect(self._settle)
        self._filling = QTimer(self, singleShot=True, interval=SETTLING)
        self._filling.timeout.connect(self._fill_at_last)
        self._keys = KeySheet(window, actions, theme)
        self._blank = Blank("presentation.blank", _("Black screen"), window)
        window.installEventFilter(self)
        theme.rescaled.connect(self._enlarge)
        self._enlarge()
        actions["view.presentation"].toggled.connect(self._change)
        actions["help.keys"].triggered.connect(self._keys.toggle)

    @property
    def active(self) -> bool:
        return self._actions["view.presentation"].isChecked()

    @property
    def layout(self) -> tuple[QByteArray, QByteArray]:
        """The window's geometry and state as Qt stores them, without presentation mode."""
        if self._former is not None:
            return self._former.geometry, self._former.layout
        return self._window.saveGeometry(), self._window.saveState(VERSION)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leaves at Esc, unless the canvas has something to end first; and waits for the former size after that."""
        if isinstance(event, QKeyEvent):
            return self.active and self._obey(event, event.type())
        if event.type() == QEvent.Type.Resize and self._settling.isActive():
            former = self._former
            if former is not None and former.state == NORMAL and self._window.size() == former.place.size():
                self._settling.start(0)
        return False

    def _obey(self, event: QKeyEvent, kind: QEvent.Type) -> bool:
        """Does what a key of a presenter's remote asks for, which is no shortcut then. Returns whether it is one."""
        key, pressed = event.key(), kind == QEvent.Type.KeyPress
        blanks = key == Qt.Key.Key_B and not event.modifiers()
        if pressed and key == Qt.Key.Key_Escape:
            self._actions["view.presentation"].setChecked(False)
        elif pressed and key in PAGES:
            mistake, step = (self._actions[name] for name in PAGES[Qt.Key(key)])
            (mistake if mistake.isEnabled() else step).trigger()
        elif pressed and blanks:
            self._blank.toggle()
        elif kind != QEvent.Type.ShortcutOverride or not blanks:
            return False
        event.accept()
        return True

    def _change(self, active: bool) -> None:
        if active:
            self._enter()
        else:
            self._keys.hide()
            self._blank.hide()
            self._leave()

    def _enter(self) -> None:
        window = self._window
        if self._settling.isActive():
            self._settling.stop()  # the window may not have its former size again, which is still known
        else:
            self._former = _Former(
                window.saveGeometry(),
                window.saveState(VERSION),
                window.windowState(),
                window.geometry() if window.windowState() == NORMAL else window.normalGeometry(),
                window.screen(),
            )
        bars = [window.menuBar(), window.statusBar(), *window.findChildren(QToolBar), *window.findChildren(Rail)]
        self._bars = [bar for bar in bars if not bar.isHidden()]
        for part in (*window.findChildren(QDockWidget), *bars):  # the rail comes when the setup goes
            part.hide()
        self._set_usable(False)
        screen = stage(QGuiApplication.screens(), window.screen())
        self._unit = screen.size().height() / HEIGHT
        self._theme.set_scale(max(self._theme.scale, PANELS * self._unit))
        self._enlarge()
        self._strip.take(self._sentence)
        self._strip.show()
        self._canvas.set_shown(HaloLayer, True)
        self._fill(screen)
        self._canvas.setFocus()

    def _set_usable(self, usable: bool) -> None:
        """Whether setup and size of type can be changed, which presentation mode decides itself."""
        for name in ("view.setup", "view.larger_type"):
            self._actions[name].setEnabled(usable)

    def _fill(self, screen: QScreen) -> None:
        """Full screen there."""
        window = self._window
        if screen is not window.screen():
            window.setWindowState(NORMAL)
            window.windowHandle().setScreen(screen)
            window.windowHandle().setGeometry(screen.geometry())
        window.showFullScreen()
        self._filling.start()

    def _fill_at_last(self) -> None:
        """Where no window manager has made it as large as the screen, does so."""
        screen = self._window.screen()
        if self.active and self._window.size() != screen.size():
            self._window.windowHandle().setGeometry(screen.geometry())

    def _leave(self) -> None:
        window, former = self._window, self._former
        assert former is not None
        self._canvas.set_shown(HaloLayer, False)
        self._strip.hide()
        self._status.take_sentence()
        self._unit = 1.0
        self._theme.set_scale(type_scale(self._actions["view.larger_type"].isChecked()))
        self._enlarge()
        around: QWidget | None = self._strip.parentWidget()
        # Else the least width with the large counters, which is remembered, would widen the window.
        while around is not None and around is not window:
            around.updateGeometry()
            around = around.parentWidget()
        self._set_usable(True)
        for bar in self._bars:
            bar.show()
        if former.screen not in QGuiApplication.screens():  # it was unplugged meanwhile
            window.setWindowState(NORMAL)
            window.restoreGeometry(former.geometry)
        elif window.screen() is not former.screen or former.state == NORMAL:
            window.setWindowState(NORMAL)
            window.windowHandle().setScreen(former.screen)
            window.setGeometry(former.place)
        window.setWindowState(former.state)
        self._settling.start()
        window.restoreState(former.layout, VERSION)
        self._canvas.setFocus()

    def _settle(self) -> None:
        """Restores the docks once more, at the size that they had: at another one they would be shared out anew."""
        window, former = self._window, self._former
        assert former is not None
        if former.state == NORMAL and window.size() != former.place.size():
            window.setGeometry(former.place)
        window.restoreState(former.layout, VERSION)
        self._former = None

    def _enlarge(self) -> None:
        scale = max(self._unit, self._theme.scale)
        self._canvas.set_unit(scale)
        self._sentence.set_scale(scale)
        self._strip.set_font(self._sentence.font())
        for predict in self._window.findChildren(PredictBar):
            predict.set_font(self._sentence.font())
        for lesson in self._window.findChildren(LessonBar):
            lesson.set_font(self._sentence.font())
        for races in self._window.findChildren(SideBySide):
            races.set_font(self._sentence.font())


def stage(screens: Sequence[QScreen], own: QScreen) -> QScreen:
    """The screen to present on: the second one, or that of the window if there is no other."""
    return next((screen for screen in screens if screen is not QGuiApplication.primaryScreen()), own)
