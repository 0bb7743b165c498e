"""The base class of panels, and the workbench: the part of the window that panels may use."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from kpgui.language import _, in_sentence
from kpgui.model.session import Session
from kpgui.ui.forms.widgets import Surface
from kpgui.ui.look.scale import CLOSE, LOOSE, TIGHT
from kpgui.ui.look.style import Theme
from kpgui.ui.session.document import Document
from kpgui.ui.session.focus import Instruments, SharedFocus
from kpgui.ui.session.ghosts import Bumps, Ghosts
from kpgui.ui.session.training import Training
from kpgui.ui.tasks import READABLE, AfterFirstPaint, Throttle
from kpgui.words.ghosts import boundaries
from kpgui.words.overrides import label_words, settings
from kpgui.words.variation import Variation

if TYPE_CHECKING:
    from kpgui.figure.style import Style


class Workbench(QObject):
    """The document, training, theme, focus and readings that all panels share.

    after_first_paint: runs what can wait until the window has been painted. shape: the generator in the form, as in
    `Session.shape`. still: nothing is to move by itself. exporters: each says what a panel offers to be written now: a
    key, a title, and what asks for a path and writes it there. style: what pictures look like, as it was chosen last.
    varied: what varies in small multiples.
    """

    style: "Callable[[], Style]"
    varied: Callable[[], tuple[Variation, ...]]

    points_generated = Signal()
    """A new dataset was generated and should be brought into view."""
    preview_changed = Signal(object)
    """A Dataset to show as a preview on the canvas, or None."""
    overlaid = Signal(str, object)
    """What an instrument shows on the canvas: the key, and the value for the layers that draw it; None for nothing."""
    menu_asked = Signal(object)
    """The menu of the selection is wanted at this QPoint in screen coordinates."""
    said = Signal(str)
    """A short message for the status bar."""
    panel_asked = Signal(str)
    """The panel with this key is wanted."""
    export_asked = Signal(str)
    """The dialog of what can be written is wanted, at the line with this key."""
    vary_asked = Signal(object)
    """What becomes of the run when these settings vary is wanted: (name, values) of one or two, "" for the usual."""
    race_asked = Signal(object)
    """A race is wanted against a run with these settings: (name, value) of one or two."""
    multiples_asked = Signal()
    """Small multiples are wanted, of what `varied` gives."""
    acted = Signal()
    """An action is about to be carried out."""
    analysed = Signal(object, object)
    """A Session, and the Margin that an analysis found for it."""
    closing = Signal()
    """The window is about to be gone, so that threads have to end."""

    def __init__(
        self,
        document: Document,
        training: Training,
        theme: Theme,
        focus: SharedFocus,
        after_first_paint: AfterFirstPaint,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.after_first_paint = after_first_paint
        self.focus = focus
        self.document = document
        self.shape = document.session.shape
        self.training = training
        self.theme = theme
        self.still = False
        self.exporters: list[Callable[[], list[tuple[str, str, Callable[[], object]]]]] = []
        self.instruments = Instruments(training, focus, self)
        self.bumps = Bumps(document, focus, self.instruments, self)
        self.ghosts = Ghosts(document, training, self)
        self.ghosts.said.connect(self.said)
        self.ghosts.changed.connect(self.overlay_ghosts)
        self.bumps.computed.connect(partial(self.overlaid.emit, "bump"))
        self.closing.connect(self.ghosts.stop)
        document.restored.connect(self._restore)

    def has_bumps(self) -> bool:
        """Whether a point adds a bump to f: it does not to a vote."""
        frame = self.training.frame
        return frame is None or frame.expansion.additive

    def overlay_ghosts(self) -> None:
        """Shows the lines of the kept moments on the canvas."""
        self.overlaid.emit("ghosts", boundaries(self.ghosts.kept))

    def _restore(self, session: Session) -> None:
        self.shape = session.shape


class Panel(Surface):
    """A panel: a section of the setup, or an instrument in a dock of its own.

    key: the prefix of its object names; dock_key: of its dock's, where that is another. explanation: one sentence on
    its purpose, for tooltip and accessible description. shortcut: shows the panel and gives it the keyboard focus; the
    action for it, `view.<key>`, has the text `menu_text`. rate: most refreshes per second. wanted_width: in pixels, the
    width that the column gets when the panel is shown by its shortcut. wanted_share: of the room for canvas and column,
    what the column gets at least while the panel is seen.
    """

    key: ClassVar[str]
    dock_key: ClassVar[str] = ""
    title: ClassVar[str]
    explanation: ClassVar[str]
    shortcut: ClassVar[str] = ""
    menu_text: ClassVar[str] = ""
    rate: ClassVar[float] = READABLE
    wanted_width: ClassVar[int] = 0
    wanted_share: ClassVar[float] = 0.0

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(None, f"panel.{self.key}", _(self.title))
        self.workbench = workbench
        self._throttle = Throttle(self.refresh, self.rate, self)
        self.setAccessibleDescription(_(self.explanation))
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # a click beside a field takes the keyboard from the canvas
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(LOOSE, TIGHT, CLOSE, 0)  # the scroll bar has the rest of the right margin
        self.column.setSpacing(CLOSE)

    def begin(self) -> None:
        """Takes the keyboard focus, after the panel was shown by its shortcut."""
        self.setFocus()

    def refresh(self) -> None:
        """Shows the current state. Called when the panel appears, and after requests while it is visible."""

    def request_refresh(self) -> None:
        """Refreshes soon, at most `rate` times a second, if the panel is visible."""
        if self.isVisible():
            self._throttle.request()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._throttle.cancel()


def open_menu(field: QWidget, event: QContextMenuEvent, menu: QMenu) -> None:
    """Opens a menu of a field, with an entry to vary the setting that it is for, if it is one of a panel's session."""
    panel: QWidget | None = field
    while panel is not None and not isinstance(panel, Panel):
        panel = panel.parentWidget()
    name = field.objectName().removeprefix("param.")
    group, __, last = name.rpartition(".")
    if panel is not None:
        workbench, wanted = panel.workbench, last if group == last else name
        found = next((each for each in settings(workbench.document.session) if wanted in (each.name, each.alias)), None)
        if found is not None:
            shown = found.param.symbol or in_sentence(_(label_words(found.param)))
            action = menu.addAction(_("Vary {name}…").format(name=shown))
            action.setObjectName("setup.vary")
            action.triggered.connect(partial(workbench.vary_asked.emit, ((found.name, ""),)))
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if not menu.isEmpty():
        menu.popup(event.globalPos())
