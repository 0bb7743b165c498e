"""The window's side of the trainer: sends commands, and pulls frames at the screen's own rate."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from kpgui.engine.messages.commands import (
    Command,
    Load,
    Pace,
    Pause,
    Play,
    Resume,
    Seek,
    Skip,
    Step,
    Unit,
    Viewport,
    Wanted,
    Watch,
)
from kpgui.engine.messages.mailbox import Mailbox
from kpgui.kernels import Kernel, kernel
from kpgui.model.errors import KpguiError
from kpgui.model.frame import Frame, Status
from kpgui.model.reading import Focus
from kpgui.model.session import Session, View
from kpgui.present.enablement import situation_of_run
from kpgui.ui.session.document import Document
from kpgui.ui.tasks.after_first_paint import AfterFirstPaint

if TYPE_CHECKING:
    from kpgui.engine.trainer import Trainer

PULL = 8
"""Milliseconds between two polls of the mailbox."""


class Training(QObject):
    """Trains the document's session in another thread.

    Every edit that matters to the learner begins a new run: paused, or in live mode straight to its end.

    frame_arrived: a Frame of the current run. playing_changed: whether the run is playing. left_end: the end of the run
    is not going to be shown next, although the frame that shows this has not arrived yet.
    """

    frame_arrived = Signal(object)
    playing_changed = Signal(bool)
    left_end = Signal()

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._mailbox = Mailbox()
        self._trainer: Trainer | None = None
        self._before: list[Command] = []
        self._run = 0
        self._live = False
        self._playing = False
        self._frame: Frame | None = None
        self._loaded = document.session
        self._shown: tuple[Session, Kernel] | None = None
        self._on_screen = False
        self._unseen = True
        self._behind = False
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(PULL)
        self._timer.timeout.connect(self._pull)
        self._starting = QTimer(self, singleShot=True, interval=0)
        self._starting.timeout.connect(self._start_trainer)
        document.changed.connect(self._follow)

    def start(self, after_first_paint: AfterFirstPaint) -> None:
        """Loads the session, and starts the thread after the first paint, which need not wait for the engine."""
        self._load(Play.PAUSED)
        self._timer.start()
        after_first_paint.do(self._starting.start)

    def _start_trainer(self) -> None:
        from kpgui.engine.trainer import Trainer

        self._trainer = Trainer(self._mailbox)
        self._trainer.start()
        for command in self._before:
            self._trainer.send(command)
        self._before.clear()

    def stop(self) -> bool:
        """Stops the thread. Returns whether it ended in time."""
        self._timer.stop()
        self._starting.stop()
        return self._trainer is None or self._trainer.stop()

    def _tell(self, command: Command) -> None:
        """Sends a command to the trainer, or queues it until there is one."""
        if self._trainer is None:
            self._before.append(command)
        else:
            self._trainer.send(command)

    @property
    def run(self) -> int:
        """The id of the current run."""
        return self._run

    @property
    def behind(self) -> bool:
        """Whether the document was edited since the current run began; a new one will follow."""
        return self._behind

    @property
    def frame(self) -> Frame | None:
        """The latest frame. Just after an edit it may still be of the previous run."""
        return self._frame

    @property
    def shown(self) -> tuple[Session, Kernel] | None:
        """The session of the latest frame, and its kernel; None before the first, and if the kernel is invalid."""
        return self._shown

    @property
    def playing(self) -> bool:
        return self._playing

    @property
    def live(self) -> bool:
        return self._live

    def set_live(self, live: bool) -> None:
        """Switches live mode, in which every edit is followed by training to the end; also trains now."""
        if live == self._live:
            return
        self._live = live
        if live:
            self._load(Play.TO_END)

    def set_pace(self, steps_per_second: float) -> None:
        self._tell(Pace(steps_per_second))

    def set_viewport(self, view: View, width: int, height: int) -> None:
        """Sets the rectangle for which the field is computed, and its size in device pixels."""
        self._on_screen = True
        self._tell(Viewport(view, width, height))

    def watch(self, wanted: tuple[Wanted, ...], focus: Focus) -> None:
        """Have these readings, and no others, computed with this focus; frames bring the values."""
        self._tell(Watch(wanted, focus))

    def toggle(self) -> None:
        """Pauses or resumes; at the end of a run, starts it again."""
        if self._playing:
            self._send(Pause())
        elif situation_of_run(self._frame)[1]:
            self._load(Play.PACED)
        else:
            self._send(Resume(Play.PACED))

    def step(self) -> None:
        self._send(Step(1))

    def step_back(self) -> None:
        if self._frame is not None:
            self._send(Step(-1))
            self.left_end.emit()

    def step_by(self, count: int) -> None:
        """Makes so many steps, or goes back if it is negative."""
        self._send(Step(count))
        if count < 0:
            self.left_end.emit()

    def seek(self, step: int) -> None:
        """Shows the run as it was after so many steps."""
        if self._frame is not None and not self._behind:
            self._send(Seek(step))
            self.left_end.emit()

    def skip(self, unit: Unit, count: int) -> None:
        """Goes to the `count`-th next mistake or end of an epoch, or back if it is negative."""
        self._send(Skip(unit, count))
        if count < 0:
            self.left_end.emit()

    def reset(self) -> None:
        """Goes back to the start; the same seed gives the same run again."""
        self._load(Play.PAUSED)

    def to_end(self) -> None:
        self._send(Resume(Play.TO_END))

    def _send(self, command: Command) -> None:
        if self._behind:
            self._load_edited()
        self._tell(command)

    def _load(self, play: Play) -> None:
        self._run += 1
        self._loaded = self._document.session
        self._behind, self._unseen = False, True
        self._tell(Load(self._run, self._loaded, play))
        if play is not Play.TO_END:
            self.left_end.emit()

    def _load_edited(self) -> None:
        self._load(Play.TO_END if self._live else Play.PAUSED)

    def _follow(self, before: Session, after: Session) -> None:
        """Begins a run of the edited session, or only notes that while the current run has not shown a field yet.

        A mouse moves faster than a run shows its first field: if every move began a new run, none would be seen.
        """
        if _same_problem(before, after):
            return
        if self._unseen:
            self._behind = True
            if not self._live:
                self.left_end.emit()
        else:
            self._load_edited()

    def _pull(self) -> None:
        frame = self._mailbox.take()
        if frame is None or frame.run != self._run:
            return
        self._frame = frame
        if self._shown is None or self._shown[0] is not self._loaded:
            self._shown = _with_kernel(self._loaded)
        self.frame_arrived.emit(frame)
        self._unseen = self._unseen and self._on_screen and frame.field is None and frame.status is not Status.FAILED
        if self._behind and not self._unseen:
            self._load_edited()
        playing = frame.status is Status.RUNNING
        if playing != self._playing:
            self._playing = playing
            self.playing_changed.emit(playing)


def _with_kernel(session: Session) -> tuple[Session, Kernel] | None:
    try:
        return session, kernel(session.kernel)
    except KpguiError:
        return None  # the trainer reports it in a frame


def _same_problem(one: Session, other: Session) -> bool:
    """Whether two sessions give the same run: they differ at most in the view."""
    return (
        one.dataset is other.dataset
        and one.kernel == other.kernel
        and one.learner == other.learner
        and one.order == other.order
        and one.seed == other.seed
    )
