"""The part of the window that panels may use, so that they need not know each other."""

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


class Workbench(QObject):
    """The document, training, theme, focus and readings that all panels share.

    points_generated: a new dataset was generated and should be brought into view. preview_changed: a Dataset to show as
    a preview on the canvas, or None. links_changed: `Links` to show on the canvas, or None. forgotten_changed: ids of
    the points that the learner forgot, to mark on the canvas. prototypes_changed: the `NamedBoundary`s of
    prototypes to draw on the canvas. weights_changed: `PlaneArrows` of the weights of a
    learner in the plane, to draw on the canvas, or None. analysed: a Session, and the Margin that an analysis
    found for it. menu_asked: the menu of the
    selection is wanted at this QPoint in screen coordinates. said: a short message for the status bar. acted: an action
    is about to be carried out. closing: the
    window is about to be gone, so that threads have to end. after_first_paint: runs what can wait until the window has
    been painted. shape: the generator in the form, as in `Session.shape`. still: nothing is to move by itself.
    """

    points_generated = Signal()
    preview_changed = Signal(object)
    links_changed = Signal(object)
    forgotten_changed = Signal(object)
    prototypes_changed = Signal(object)
    weights_changed = Signal(object)
    menu_asked = Signal(object)
    said = Signal(str)
    acted = Signal()
    analysed = Signal(object, object)
    closing = Signal()

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
        self.closing.connect(self.ghosts.stop)
        document.restored.connect(self._restore)

    def has_bumps(self) -> bool:
        """Whether a point adds a bump to f: it does not to a vote."""
        frame = self.training.frame
        return frame is None or frame.expansion.additive

    def _restore(self, session: Session) -> None:
        self.shape = session.shape
