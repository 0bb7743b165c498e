"""The look of a window: its typeface, its theme, the style sheet and the Qt palette made from it."""

import re
from typing import TypeVar

from PySide6 import QtGui
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QLabel, QWidget

from kpgui.geometry.palette import PALETTES, Palette, blend
from kpgui.process import resource
from kpgui.ui.look.scale import application, rescale, scaled_sheet, set_scale

# All lengths lie on a grid of 4 pixels; borders are 1 pixel.
_SHEET = """
QMainWindow, QDialog {{ background: {window}; }}
QMainWindow::separator {{ background: {window}; width: 6px; height: 6px; }}
QToolTip {{ background: {panel}; color: {text}; border: 1px solid {grid}; padding: 4px; }}
QMenuBar {{ background: {window}; color: {text}; padding: 2px 4px; }}
#tool_bar, #tool_options_bar {{ padding: 0px; }}
#tool_strip QToolButton {{ padding: 2px; }}
QMenuBar::item {{ padding: 7px 8px; border-radius: 4px; background: transparent; }}
QMenuBar::item:selected {{ background: {hover}; }}
QToolBar {{ background: {window}; border: none; padding: 4px; spacing: 2px; }}
QToolBar::separator {{ background: {grid}; width: 1px; margin: 6px 6px; }}
QToolButton {{ border: 1px solid transparent; border-radius: 6px; padding: 4px; background: transparent;
    color: {text}; }}
QToolButton:hover {{ background: {hover}; }}
QToolButton:pressed {{ background: {pressed}; }}
QToolButton:checked {{ background: {chosen}; border-color: {accent}; }}
QToolButton:focus {{ border-color: {accent}; }}
QToolButton[primary="true"] {{ background: {accent}; }}
QToolButton[primary="true"]:focus {{ border: 2px solid {text}; padding: 3px; }}
QToolButton[primary="true"]:hover {{ background: {accent_hover}; }}
QToolButton[primary="true"]:disabled {{ background: {hover}; }}
QToolButton[labelled="true"] {{ padding: 4px 8px; }}
QWidget[offers="true"] QToolButton {{ background: {canvas}; }}
QWidget[offers="true"] QToolButton:hover {{ background: {hover}; }}
QPushButton {{ background: {field}; color: {text}; border: 1px solid {edge}; border-radius: 6px;
    padding: 3px 12px; min-height: 18px; }}
QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QPushButton:hover {{ background: {hover}; }}
QPushButton:pressed {{ background: {pressed}; }}
QPushButton:focus {{ border-color: {accent}; }}
QPushButton[primary="true"], QPushButton:default {{ background: {accent}; color: {on_accent};
    border-color: {accent}; }}
QPushButton[primary="true"]:hover, QPushButton:default:hover {{ background: {accent_hover}; }}
QPushButton[primary="true"]:focus, QPushButton:default:focus {{ border: 2px solid {text}; padding: 2px 11px; }}
QPushButton:disabled {{ color: {muted}; background: {panel}; }}
QPushButton[link="true"] {{ background: transparent; border: 1px solid transparent; color: {accent};
    padding: 0 2px; text-align: left; }}
QPushButton[link="true"]:hover {{ text-decoration: underline; }}
QPushButton[link="true"][offer="true"] {{ background: {accent}; color: {on_accent}; }}
QPushButton[link="true"]:focus {{ border-color: {accent}; }}
QPushButton[link="true"]:disabled {{ color: {muted}; }}
QPushButton[header="true"] {{ background: {panel}; border: 1px solid transparent; border-radius: 4px;
    padding: 2px 11px; font-weight: 600; text-align: left; }}
QPushButton[header="true"]:hover {{ background: {hover}; }}
QPushButton[header="true"]:focus {{ border-color: {accent}; }}
QLineEdit, QAbstractSpinBox, QComboBox {{ background: {field}; color: {text}; border: 1px solid {edge};
    border-radius: 4px; padding: 0 6px; min-height: 20px; selection-background-color: {accent};
    selection-color: {on_accent}; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ subcontrol-origin: margin; width: 0; border: none; }}
QAbstractSpinBox > QLineEdit {{ border: none; background: transparent; padding: 0 4px; min-height: 0; }}
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus {{ border-color: {accent}; }}
QLineEdit[wrong="true"], QAbstractSpinBox[wrong="true"] {{ border-color: {danger}; }}
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled {{ color: {muted}; }}
QComboBox::drop-down {{ border: none; width: 20px; }}
QComboBox::down-arrow {{ image: none; }}
QComboBox QAbstractItemView {{ background: {panel}; color: {text}; border: 1px solid {grid}; padding: 4px;
    selection-background-color: {accent}; selection-color: {on_accent}; outline: none; }}
QCheckBox::indicator {{ width: 14px; height: 14px; border: 1px solid {edge}; border-radius: 3px;
    background: {field}; }}
QCheckBox::indicator:focus, QCheckBox::indicator:hover {{ border-color: {accent}; }}
QCheckBox::indicator:checked {{ background: {accent}; border-color: {accent}; }}
QCheckBox::indicator:checked:focus {{ border-color: {text}; }}
QTableView::indicator, QTreeView::indicator {{ width: 12px; height: 12px; border: 1px solid {edge}; border-radius: 3px;
    background: transparent; }}
QTableView::indicator:checked, QTreeView::indicator:checked {{ background: {accent}; border-color: {accent}; }}
QTableView::indicator:selected {{ border-color: {on_accent}; }}
QTableView::indicator:checked:selected {{ background: {on_accent}; }}
QCheckBox::indicator:checked, QTableView::indicator:checked, QTreeView::indicator:checked {{ image: url("{tick}"); }}
QRadioButton::indicator {{ width: 14px; height: 14px; border: 1px solid {edge}; border-radius: 8px;
    background: {field}; }}
QRadioButton::indicator:focus, QRadioButton::indicator:hover {{ border-color: {accent}; }}
QRadioButton::indicator:checked {{ width: 6px; height: 6px; border: 5px solid {accent}; }}
QSlider {{ min-height: 20px; }}
ValueSlider {{ min-height: 14px; max-height: 14px; }}
QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {edge}; }}
QSlider::sub-page:horizontal {{ height: 4px; border-radius: 2px; background: {accent}; }}
QSlider::handle:horizontal {{ width: 12px; height: 12px; margin: -5px 0; border-radius: 7px;
    background: {field}; border: 1px solid {accent}; }}
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus {{ background: {accent}; }}
QSlider::sub-page:horizontal:disabled {{ background: {groove}; }}
QSlider::handle:horizontal:disabled {{ border-color: {grid}; }}
QProgressBar {{ background: {groove}; border: none; border-radius: 3px; max-height: 6px; }}
QProgressBar::chunk {{ background: {accent}; border-radius: 3px; }}
QScrollArea, QScrollArea > QWidget > QWidget#panel_page {{ background: {panel}; border: none; }}
QScrollBar:vertical {{ background: transparent; width: 8px; margin: 0; }}
QScrollBar::handle:vertical {{ background: {edge}; border-radius: 4px; min-height: 24px; }}
QScrollBar::handle:vertical:disabled {{ background: transparent; }}
QScrollBar::handle:vertical:hover {{ background: {muted}; }}
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {{
    background: none; height: 0; width: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 8px; margin: 0; }}
QScrollBar::handle:horizontal {{ background: {edge}; border-radius: 4px; min-width: 24px; }}
QTableView, QListView, MomentsTree {{ background: {field}; color: {text}; border: 1px solid {edge}; border-radius: 4px;
    outline: none; selection-background-color: {accent}; selection-color: {on_accent}; }}
QTableView:focus, QListView:focus, MomentsTree:focus {{ border-color: {accent}; }}
QTableView QLineEdit, MomentsTree QLineEdit {{ border-radius: 0; border-color: {accent}; padding: 0 2px; }}
PointsView, MomentsTree {{ selection-background-color: {selected_row}; selection-color: {text}; }}
MomentsTree QHeaderView::section {{ padding: 3px; }}
MomentsTree::item:hover {{ background: {hover}; }}
MomentsTree::item:selected {{ background: {selected_row}; color: {text}; }}
PointsView::indicator:selected {{ border-color: {text}; }}
PointsView::indicator:checked:selected {{ background: {accent}; }}
QHeaderView {{ background: {panel}; border: none; }}
QHeaderView::section {{ background: {panel}; color: {muted}; border: none; border-bottom: 1px solid {grid};
    padding: 3px 5px; }}
QUndoView::item {{ padding: 3px 6px; }}
QUndoView::item:selected {{ background: {accent}; color: {on_accent}; }}
QTabBar {{ qproperty-drawBase: 0; qproperty-elideMode: ElideNone; qproperty-usesScrollButtons: 1; }}
QMainWindow > QTabBar {{ qproperty-focusPolicy: NoFocus; }}
QTabBar::scroller {{ width: 36px; }}
QTabBar::tab {{ background: {window}; color: {muted}; border: none; padding: 4px 8px; }}
QTabBar::tab:selected {{ background: {panel}; color: {text}; border-bottom: 2px solid {accent}; }}
QTabBar::tab:hover {{ color: {text}; }}
QFrame[surface="panel"], QWidget[surface="panel"] {{ background: {panel}; }}
QFrame[surface="notice"] {{ background: {notice}; border-bottom: 1px solid {grid}; }}
QLabel[role="heading"] {{ font-weight: 600; color: {text}; }}
QLabel[role="muted"] {{ color: {muted}; }}
QLabel[role="formula"] {{ color: {muted}; }}
QLabel[role="wrong"] {{ color: {danger}; }}
QLabel[callout="true"] {{ background: {panel}; border: 1px solid {danger}; border-radius: 4px; padding: 3px 6px; }}
QLabel[role="number"] {{ font-weight: 600; color: {text}; }}
QLabel[outdated="true"] {{ color: {muted}; }}
QLabel[tone="good"] {{ color: {examined}; }}
QLabel[tone="warning"] {{ color: {warning}; }}
QLabel[tone="bad"] {{ color: {danger}; }}
QStatusBar {{ background: {window}; color: {muted}; }}
QStatusBar::item {{ border: none; }}
"""


def style_sheet(palette: Palette) -> str:
    """The style sheet of a window in these colours."""
    colours = {name: value for name, value in palette._asdict().items() if name != "name"}
    dark = palette.name == "dark"
    return _SHEET.format(
        **colours,
        field=_field(palette),
        selected_row=selected_row(palette),
        edge=edge(palette),
        groove=blend(palette.grid, palette.text, 0.08),
        hover=blend(palette.window, palette.text, 0.08),
        pressed=blend(palette.window, palette.text, 0.16),
        chosen=blend(palette.panel, palette.accent, 0.18),
        notice=blend(palette.panel, palette.accent, 0.14),
        accent_hover=blend(palette.accent, palette.text, 0.15),
        on_accent=on_accent(palette),
        tick=resource("icons", f"tick-{'black' if dark else 'white'}.svg").as_posix(),
    )


def selected_row(palette: Palette) -> str:
    """The ground of the rows of selected points, on which text is legible; other lists use the accent."""
    return blend(_field(palette), palette.selection, 0.2 if palette.name == "dark" else 0.35)


def edge(palette: Palette) -> str:
    """The edge of what can be operated: 3 : 1 against every ground (WCAG 2.2, 1.4.11)."""
    return blend(palette.grid, palette.text, 0.36 if palette.name == "dark" else 0.45)


def _field(palette: Palette) -> str:
    """The ground of what can be typed into or chosen from."""
    return blend(palette.panel, palette.text, 0.06) if palette.name == "dark" else palette.canvas


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Sets a property that the style sheet depends on, as in QLabel[tone="warning"]."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def on_accent(palette: Palette) -> str:
    """The colour of text and icons on the accent colour."""
    return palette.canvas


def qt_palette(palette: Palette) -> QPalette:
    """The same colours as a QPalette, for what Qt's Fusion style draws itself: menus, check boxes, dialogs."""
    role = QPalette.ColorRole
    colours = {
        role.Window: palette.window,
        role.WindowText: palette.text,
        role.Base: palette.panel,
        role.AlternateBase: palette.window,
        role.ToolTipBase: palette.panel,
        role.ToolTipText: palette.text,
        role.PlaceholderText: palette.muted,
        role.Text: palette.text,
        role.Button: palette.panel,
        role.ButtonText: palette.text,
        role.BrightText: palette.danger,
        role.Link: palette.accent,
        role.Highlight: palette.accent,
        role.HighlightedText: on_accent(palette),
        role.Accent: palette.accent,
    }
    drawn = QPalette()
    for each, colour in colours.items():
        drawn.setColor(each, QColor(colour))
    for each in (role.WindowText, role.Text, role.ButtonText):
        drawn.setColor(QPalette.ColorGroup.Disabled, each, QColor(blend(palette.muted, palette.panel, 0.4)))
    return drawn


SCREEN_THEMES = ("light", "dark", "contrast")


class Theme(QObject):
    """Applies palette, typeface and its size to a window; widgets that paint themselves listen to `changed`.

    rescaled: type has another size, and so have widths and icons. scale: that size, relative to the usual one.
    """

    changed = Signal(object)
    rescaled = Signal(float)

    def __init__(self, window: QWidget, name: str, scale: float = 1.0) -> None:
        super().__init__(window)
        self._window = window
        self.scale = scale
        self._palette = PALETTES[name if name in SCREEN_THEMES else "light"]
        self._style_window()
        application().screenAdded.connect(self._announce)  # it may have a higher pixel density

    @property
    def palette(self) -> Palette:
        return self._palette

    def apply(self, name: str) -> None:
        """Switches to the palette of this name, and emits `changed`."""
        if name == self._palette.name:
            return
        self._palette = PALETTES[name]
        self._style_window()
        self._announce()

    def set_scale(self, scale: float) -> None:
        """Makes type, widths and icons so many times as large as usual, and emits `rescaled`."""
        if scale == self.scale:
            return
        self.scale = scale
        self._style_window()
        rescale(self._window)
        self._announce()
        self.rescaled.emit(scale)

    def _announce(self) -> None:
        self.changed.emit(self._palette)

    def _style_window(self) -> None:
        running = application()
        if running.style().objectName() != "fusion":
            running.setStyle("Fusion")
        running.setPalette(qt_palette(self._palette))
        set_scale(self.scale)
        self._window.setStyleSheet(scaled_sheet(style_sheet(self._palette)))


WORD_JOINER = "\N{WORD JOINER}"
"""Has no width, and is not spoken."""


def plain(text: str) -> str:
    """The text for where Qt guesses; in one that it would take for HTML no tag or entity begins any more."""
    return re.sub("[<&]", rf"\g<0>{WORD_JOINER}", text) if QtGui.Qt.mightBeRichText(text) else text


def rich(text: str) -> str:
    """Says that a text is HTML of our own, in which all data is escaped."""
    return text


W = TypeVar("W", bound=QWidget)


def named(widget: W, name: str, spoken: str = "", tip: str = "") -> W:
    """Returns the widget, with this object name, accessible name and tooltip; "" leaves one as it is."""
    if name:
        widget.setObjectName(name)
    if spoken:
        widget.setAccessibleName(spoken)
    if tip:
        widget.setToolTip(plain(tip))
    return widget


class PlainLabel(QLabel):
    """A label that shows its text as it is. name: that of the object. role: how the style sheet shows it."""

    def __init__(
        self, parent: QWidget | None, text: str = "", *, name: str = "", role: str = "", wraps: bool = False
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setObjectName(name)
        self.setProperty("role", role)
        self.setWordWrap(wraps)
        super().setText(text)
