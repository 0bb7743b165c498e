"""The part of the window that panels may use, so that they need not know each other."""

from functools import partial

from PySide6.QtCore import QObject, Signal

from kpgui.model.session import Session
from kpgui.ui.look.theme import Theme
from kpgui.ui.session.bumps import Bumps
from kpgui.ui.session.document import Document
from kpgui.ui.session.focus import SharedFocus
from kpgui.ui.session.ghosts import Ghosts
from kpgui.ui.session.instruments import Instruments
from kpgui.ui.session.training import Training
from kpgui.ui.tasks.after_first_paint import AfterFirstPaint
from kpgui.words.ghosts import boundaries


class Workbench(QObject):
    """The document, training, theme, focus and readings that all panels share.

    after_first_paint: runs what can wait until the window has been painted. shape: the generator in the form, as in
    `Session.shape`. still: nothing is to move by itself.
    """

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
        self.instruments = Instruments(training, focus, self)
        self.bumps = Bumps(focus, self.instruments, self)
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
