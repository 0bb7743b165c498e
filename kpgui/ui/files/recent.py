"""What can be opened at once, with thumbnails: the recent files in a menu, these and examples on an empty canvas."""

from collections.abc import Sequence
from functools import partial
from itertools import product
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QMenu,
    QProxyStyle,
    QSizePolicy,
    QStyle,
    QStyleOption,
    QToolButton,
    QWidget,
)

from kpgui.language import _, sentence, without_key
from kpgui.ui.canvas import Canvas
from kpgui.ui.canvas.layers.cards import HintLayer
from kpgui.ui.forms.widgets import in_row, push_button
from kpgui.ui.look.scale import APART, CLOSE, LOOSE, scaled
from kpgui.ui.look.style import named, plain
from kpgui.ui.look.thumbnails import HEIGHT, WIDTH, Thumbnails, icon_of, thumbnail
from kpgui.ui.session.document import Document
from kpgui.ui.session.settings import Settings
from kpgui.ui.tasks import AfterFirstPaint
from kpgui.words.examples import EXAMPLES, Example

WIDEST = 360
"""Widest name of a file in the menu, in pixels; a part of a longer one is left out."""

SHOWN = 4
"""Most files in the list."""

SMALL = 0.42
"""Size of the picture of an example relative to that of its image, so that two rows fit on a small screen."""


class RecentMenu(QMenu):
    """The recent files that still exist, listed anew whenever the menu is shown."""

    chosen = Signal(object)
    """The path of a file."""

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(_("Open &recent"), parent)
        self.setObjectName("menu.recent")
        self._settings = settings
        self._paths: list[Path] = []
        self._style: QProxyStyle | None = None
        self.aboutToShow.connect(self._fill)
        self.triggered.connect(self._choose)

    def _fill(self) -> None:
        if self._style is None:
            self._style = _LargeIcons(self)
            self.setStyle(self._style)
        self.clear()
        thumbnails = Thumbnails()
        self._paths = self._settings.recent_files
        for number, path in enumerate(self._paths):
            name = self.fontMetrics().elidedText(path.name, Qt.TextElideMode.ElideMiddle, scaled(WIDEST))
            entry = self.addAction(thumbnails.icon(path), name.replace("&", "&&"))
            entry.setIconVisibleInMenu(True)
            entry.setData(number)  # Qt would change a name that is not valid Unicode
            entry.setToolTip(plain(str(path)))
            entry.setStatusTip(plain(str(path)))
        if self.isEmpty():
            self.addAction(_("No recent files")).setEnabled(False)

    def _choose(self, entry: QAction) -> None:
        if entry.data() is not None:
            self.chosen.emit(self._paths[entry.data()])


class _LargeIcons(QProxyStyle):
    """The Fusion style with icons of the size of thumbnails, which style sheets cannot set for menus."""

    def __init__(self, menu: QMenu) -> None:
        super().__init__("Fusion")
        self.setParent(menu)

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        if metric == QStyle.PixelMetric.PM_SmallIconSize:
            return WIDTH // 2
        return super().pixelMetric(metric, option, widget)


class Offers(QWidget):
    """Buttons on a canvas that was never edited, where the card that says how to add points leaves room for them."""

    chosen = Signal(object)
    """What a button offers."""

    def __init__(self, name: str, document: Document, canvas: Canvas, after_first_paint: AfterFirstPaint) -> None:
        super().__init__(canvas)
        self.setObjectName(name)
        self.setProperty("offers", True)
        self._document = document
        self._canvas = canvas
        self._after_first_paint = after_first_paint
        self._offered = False
        self._watching = QTimer(self, singleShot=True)
        self._watching.timeout.connect(self._end_watching)
        self.hide()
        canvas.view_box.sigResized.connect(self._place)  # later than the canvas itself is
        document.changed.connect(self._follow)
        self._follow()

    def fill(self) -> bool:
        """Makes the buttons. Returns whether there are any."""
        raise NotImplementedError

    def arrange(self, plot: QRectF) -> QRectF:
        """Arranges the buttons for a canvas with this plot. Returns the part of the plot at whose bottom they are."""
        raise NotImplementedError

    def _follow(self) -> None:
        if self._is_wanted():
            self._after_first_paint.do(self._fill)
        else:
            self._offered = False
            self.hide()

    def _is_wanted(self) -> bool:
        return not len(self._document.session.dataset) and not self._document.undo_stack.count()

    def _fill(self) -> None:
        if self._is_wanted():  # what is done before the first paint may change that
            self.setFont(QApplication.font())  # the canvas, whose child it is, has type of its own
            self._offered = self.fill()
            self._place()

    def _place(self) -> None:
        if not self._offered:
            self.hide()
            return
        room = self.arrange(self._canvas.view_box.sceneBoundingRect())
        self.adjustSize()
        self.move(round(room.center().x() - self.width() / 2), round(room.bottom()) - self.height())
        self.setVisible(self.height() <= room.height())

    @property
    def half_card(self) -> float:
        """Half the height of the card in the middle, with the room around it."""
        return self._canvas.stage.layer(HintLayer).card.height() * self._canvas.mapping.unit / 2 + LOOSE

    def made_button(self, offered: object, picture: QIcon, size: QSize) -> QToolButton:
        """A button with a picture above its text."""
        button = QToolButton(self)
        button.clicked.connect(partial(self._choose, offered))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setIconSize(size)
        button.setIcon(picture)
        return button

    def _choose(self, offered: object, __: bool = True) -> None:
        self._canvas.viewport().installEventFilter(self)
        self._watching.start(QApplication.doubleClickInterval())
        self.chosen.emit(offered)

    def _end_watching(self) -> None:
        self._canvas.viewport().removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The second click of a double click on a button, which is gone by then, adds no point."""
        return event.type() == QEvent.Type.MouseButtonDblClick


class Shelf(Offers):
    """Examples near the lower edge of the canvas, and below them where there is more: what these actions open."""

    def __init__(
        self, document: Document, canvas: Canvas, after_first_paint: AfterFirstPaint, more: Sequence[QAction]
    ) -> None:
        super().__init__("shelf", document, canvas, after_first_paint)
        self._more, self._buttons = more, list[QToolButton]()
        self._grid, self._links = QGridLayout(self), QWidget(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(CLOSE)

    def fill(self) -> bool:
        if not self._buttons:
            self._buttons = [self._example_button(each) for each in EXAMPLES]
            links = [
                push_button(
                    self,
                    f"shelf.{each.objectName()}",
                    without_key(each.text()),
                    each.trigger,
                    each.toolTip(),
                    link=True,
                )
                for each in self._more
            ]
            in_row(None, *links, None, on=self._links, spacing=APART)
        return True

    def arrange(self, plot: QRectF) -> QRectF:
        room = plot.adjusted(LOOSE, plot.height() / 2 + self.half_card, -LOOSE, -LOOSE)
        for texts, columns in product((_whole, _title), (6, 3, 2)):
            for k, (button, example) in enumerate(zip(self._buttons, EXAMPLES, strict=False)):
                button.setText(texts(example))
                self._grid.addWidget(button, k // columns, k % columns)
            self._grid.addWidget(self._links, len(EXAMPLES), 0, 1, columns)
            size = self._grid.sizeHint()
            if size.width() <= room.width() and size.height() <= room.height():
                break
        return room

    def _example_button(self, example: Example) -> QToolButton:
        session = example.session()
        size = QSize(round(SMALL * WIDTH), round(SMALL * HEIGHT))
        button = self.made_button(example, icon_of(thumbnail(session.dataset)), size)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        spoken = f"{sentence(_(example.title))} {sentence(_(example.meaning))}"
        return named(button, f"example.{example.key}", spoken, f"{session.learner}, {session.kernel}")


def _whole(example: Example) -> str:
    return f"{_(example.title)}\n{_(example.meaning)}"


def _title(example: Example) -> str:
    return _(example.title)


class StartList(Offers):
    """Recent files, by their paths, near the upper edge of the canvas."""

    def __init__(
        self, document: Document, settings: Settings, canvas: Canvas, after_first_paint: AfterFirstPaint
    ) -> None:
        super().__init__("start_list", document, canvas, after_first_paint)
        self._settings = settings
        self._row = in_row(on=self, spacing=APART)

    def fill(self) -> bool:
        for button in self.findChildren(QToolButton):
            button.hide()
            button.deleteLater()
        thumbnails, paths = Thumbnails(), self._settings.recent_files[:SHOWN]
        for path in paths:
            self._row.addWidget(self._file_button(path, thumbnails.icon(path)))
        return bool(paths)

    def arrange(self, plot: QRectF) -> QRectF:
        return plot.adjusted(LOOSE, LOOSE, -LOOSE, -plot.height() / 2 - self.half_card)

    def _file_button(self, path: Path, picture: QIcon) -> QToolButton:
        button = self.made_button(path, picture, QSize(WIDTH, HEIGHT) / 2)
        name = button.fontMetrics().elidedText(path.name, Qt.TextElideMode.ElideMiddle, WIDTH // 2 + 16)
        button.setText(name.replace("&", "&&"))
        return named(button, "", _("Open {name}").format(name=path.name), _("Open {path}").format(path=path))
