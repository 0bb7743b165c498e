"""The window's side of the trainer: sends commands, and pulls frames at the screen's own rate."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from kpgui.engine.messages import (
    Command,
    Load,
    Mailbox,
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
from kpgui.kernels import Kernel, kernel
from kpgui.model.errors import KpguiError
from kpgui.model.frame import Frame, Status
from kpgui.model.reading import Focus
from kpgui.model.session import Reached, Session, View
from kpgui.ui.session.document import Document
from kpgui.ui.tasks import AfterFirstPaint
from kpgui.words.enablement import ENDED, situation_of_run
from kpgui.words.replay import difference_text, may_differ, old_parts, progress_text, under_way

if TYPE_CHECKING:
    from kpgui.engine.trainer import Trainer
    from kpgui.ui.session.race import Race

PULL, AWAITED = 8, 2
"""Milliseconds between two polls of the mailbox, and while the first field of a run is awaited."""


class Training(QObject):
    """Trains the document's session in another thread.

    An edit that matters to the learner begins a new run in live mode, straight to its end, and while a run is going on,
    which then goes on in the same way. Otherwise the run stays as it is, outdated until it is begun anew or the edit is
    undone; only a run without a step is replaced at once.
    """

    frame_arrived = Signal(object)
    """A Frame of the current run."""

    playing_changed = Signal(bool)
    """Whether the run is playing."""

    left_end = Signal()
    """The end of the run is not going to be shown next, although the frame that shows this has not arrived yet."""

    outdated_changed = Signal(str)
    """The new value of `outdated`."""

    live_changed = Signal(bool)
    """Whether live mode is on, after a session was opened."""

    replaying = Signal(str)
    """How far a replay is, "" at its end."""

    differs = Signal(str)
    """A sentence, when a replayed run is not the one that was saved."""

    rested = Signal()
    """A run has paused or ended, otherwise than by single steps."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._mailbox = Mailbox()
        self._trainer: Trainer | None = None
        self._before: list[Command] = []
        self._run = 0
        self._live = document.session.live
        self._playing = False
        self._going = Play.PAUSED
        """How the run goes on, as far as was asked: the frame that shows it may not have arrived yet."""
        self._begun = self._opened = False
        self._outdated = ""
        self._replay: Reached | None = None
        self._frame: Frame | None = None
        self.loaded = document.session
        self.race: Race | None = None
        """Leads this run and another one; None: this is the only one."""
        self._shown: tuple[Session, Kernel] | None = None
        self._on_screen, self._unseen, self._behind = False, True, False
        self.waits: Callable[[Frame], bool] | None = None
        """Whether a frame has to wait until it is shown; what comes after it is merged with it. None: none has to."""
        self.stepping = 0
        """How many steps the command sent last makes, back if negative; 0: it was another one."""
        self._held = False
        self._stepped_from: Frame | None = None
        self.again = False
        """The frame is to be shown again: its marks went with points that are back."""
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=PULL)
        self._timer.timeout.connect(self._pull)
        self._starting = QTimer(self, singleShot=True, interval=0)
        self._starting.timeout.connect(self._start_trainer)
        document.opened.connect(self._leave_document)
        document.changed.connect(self._follow)
        document.restored.connect(self._restore)

    def start(self, after_first_paint: AfterFirstPaint) -> None:
        """Loads the session, and starts the thread after the first paint, which need not wait for the engine."""
        self._restore(self._document.session)
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

    def tell(self, command: Command, alone: bool = False) -> None:
        """Sends a command to the trainer, or queues it until there is one. alone: it is not for the race, if any."""
        if self.race is not None and not alone:
            self.race.relay(command)
        elif self._trainer is None:
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
    def outdated(self) -> str:
        """What the run was made with and the session has no longer, as in "kernel"; "" while the run is up to date."""
        return self._outdated

    @property
    def frame(self) -> Frame | None:
        """The latest frame. Just after an edit it may still be of the previous run."""
        return self._frame

    @property
    def shown(self) -> tuple[Session, Kernel] | None:
        """The session of the latest frame, and its kernel; None before the first, and if the kernel is invalid."""
        return self._shown

    @property
    def reached(self) -> Reached | None:
        """Where the run of the document's session is, to be saved with it; None if there is none.

        In live mode the start is a place too: a session that is opened there is not trained.
        """
        frame = self._frame
        if self._outdated or self._behind:
            return None
        if self._replay is not None:
            return self._replay
        if frame is None or frame.run != self._run or frame.status is Status.FAILED:
            return None
        counters = frame.counters
        known = counters.step > 0 or (self._live and frame.status is Status.READY)
        return Reached(counters.step, counters.mistakes, counters.updates) if known else None

    @property
    def playing(self) -> bool:
        return self._playing

    @property
    def live(self) -> bool:
        return self._live

    def handlers(self) -> dict[str, Callable[[], None]]:
        """What the actions of the run do, by their ids."""
        return {
            "train.run": self.toggle,
            "train.step": partial(self.step_by, 1),
            "train.step_back": partial(self.step_by, -1),
            "train.next_mistake": partial(self.skip, Unit.MISTAKE, 1),
            "train.last_mistake": partial(self.skip, Unit.MISTAKE, -1),
            "train.next_epoch": partial(self.skip, Unit.EPOCH, 1),
            "train.last_epoch": partial(self.skip, Unit.EPOCH, -1),
            "train.reset": self.reset,
            "train.to_end": self.to_end,
        }

    def set_live(self, live: bool) -> None:
        """Switches live mode, in which every edit is followed by training to the end; also trains now."""
        begins, self._live = live and not self._live, live
        if begins:
            self._load(Play.TO_END)

    def set_pace(self, steps_per_second: float) -> None:
        self.tell(Pace(steps_per_second))

    def set_viewport(self, view: View, width: int, height: int) -> None:
        """Sets the rectangle for which the field is computed, and its size in device pixels."""
        self._on_screen = True
        self.tell(Viewport(view, width, height))

    def watch(self, wanted: tuple[Wanted, ...], focus: Focus) -> None:
        """Has these readings, and no others, computed with this focus; frames bring the values."""
        self.tell(Watch(wanted, focus))

    def toggle(self) -> None:
        """Pauses or resumes; at the end of a run, and when it is outdated, starts anew."""
        if self._outdated or (not self._playing and situation_of_run(self._frame)[1]):
            self._load(Play.PACED)
        elif self._playing:
            self._send(Pause())
        else:
            self._send(Resume(Play.PACED))

    def step_by(self, count: int) -> None:
        """Makes so many steps, or goes back if negative; in an outdated run too. None while such a one may wait."""
        unseen = self.stepping and self._stepped_from is self._frame
        if count * (self.stepping or 1) > 0 and self.waits is not None and (self._held or unseen):
            return
        self._begin_if_outdated(count)
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
        self._begin_if_outdated(count)
        self._send(Skip(unit, count))
        if count < 0:
            self.left_end.emit()

    def _begin_if_outdated(self, count: int) -> None:
        """Going on is learning with the present settings; going back is still in the outdated run."""
        if self._outdated and count > 0:
            self._load(Play.PAUSED)

    def reset(self, step: int = 0) -> None:
        """Begins the run anew, and goes to a step of it; the same seed gives the same run again."""
        self._load(Play.PAUSED, step)

    def to_end(self) -> None:
        if self._outdated:
            self._load(Play.TO_END)
        else:
            self._send(Resume(Play.TO_END))

    def _send(self, command: Resume | Pause | Step | Seek | Skip) -> None:
        if self._behind:
            self._load_edited()
        if self._replay is not None:
            self._end_replay()
            self.tell(Pause())  # a step would count from the end of the replay
        self._going = command.play if isinstance(command, Resume) else Play.PAUSED
        self.stepping = command.count if isinstance(command, Step) else 0
        self._begun, self._stepped_from = True, self._frame
        self.tell(command)

    def _load(self, play: Play, step: int = 0) -> None:
        self._end_replay()
        self._run += 1
        self.loaded = self._document.session
        self._behind, self._unseen = False, True
        self._timer.setInterval(AWAITED)
        self._going, self._begun, self.stepping = play, play is not Play.PAUSED or step > 0, 0
        self._show_outdated("")
        self.tell(Load(self._run, self.loaded, play, step))
        if play is not Play.TO_END:
            self.left_end.emit()

    def _load_edited(self) -> None:
        self._load(Play.TO_END if self._live else self._going)

    def _follow(self, before: Session, after: Session) -> None:
        """Begins a run of the edited session, or marks the present one as outdated."""
        if self._opened or not may_differ(before, after):
            return
        if self._live or not self._begun:
            self._begin_anew()
            return
        old = old_parts(self.loaded, after)
        if not old:
            self._behind = False
            self.again = True
            self._show_outdated("")
        elif self._going is not Play.PAUSED:
            self._begin_anew()
        else:
            self._end_replay()
            self.tell(Pause())  # steps asked for a moment ago may not be on the screen yet
            self._show_outdated(old)

    def _leave_document(self) -> None:
        """Forgets the run: another session is about to replace the one that it is of."""
        self._opened, self._going, self._begun = True, Play.PAUSED, False

    def _restore(self, session: Session) -> None:
        """Goes to where the run of a session that was opened was left, and switches live mode as it was."""
        self._opened = False
        if session.live != self._live:
            self._live = session.live
            self.live_changed.emit(session.live)
        if session.reached is None:
            self._load_edited()
        else:
            self._load(Play.PAUSED, session.reached.step)
            self._replay = session.reached if session.reached.step else None

    def _follow_replay(self, saved: Reached, frame: Frame) -> None:
        if under_way(saved, frame):
            self.replaying.emit(progress_text(saved, frame))
            return
        self._end_replay()
        difference = difference_text(saved, frame)
        if difference:
            self.differs.emit(difference)

    def _end_replay(self) -> None:
        if self._replay is not None:
            self._replay = None
            self.replaying.emit("")

    def _begin_anew(self) -> None:
        """Begins a run of the edited session, or only notes that while the current run has not shown a field yet.

        A mouse moves faster than a run shows its first field: if every move began a new run, none would be seen.
        """
        if self._unseen:
            self._behind = True
            if not self._live:
                self.left_end.emit()
        else:
            self._load_edited()

    def _show_outdated(self, old: str) -> None:
        if old != self._outdated:
            self._outdated = old
            self.outdated_changed.emit(old)

    def _pull(self) -> None:
        latest = self._mailbox.latest
        self._held = self.waits is not None and latest is not None and latest.run == self._run and self.waits(latest)
        if self._held:
            return
        frame = None if latest is None else self._mailbox.take(latest)
        frame, self.again = frame or (self._frame if self.again else None), False
        if frame is None or frame.run != self._run:
            return
        frame = self._frame = frame if self.race is None else self.race.joined(frame)
        if self._shown is None or self._shown[0] is not self.loaded:
            self._shown = _with_kernel(self.loaded)
        self.frame_arrived.emit(frame)
        if self._replay is not None:
            self._follow_replay(self._replay, frame)
        drawn = self._on_screen and self.loaded.dataset.d == 2 and not frame.problem  # there will be a field
        if self._unseen and not (drawn and frame.field is None):
            self._unseen = False
            self._timer.setInterval(PULL)
        if self._behind and not self._unseen:
            self._load_edited()
        rested = False
        if frame.status in ENDED:
            rested, self._going = self._going is not Play.PAUSED, Play.PAUSED
            self._begun = self._begun and frame.status is not Status.FAILED
        playing = frame.status is Status.RUNNING
        if playing != self._playing:
            self._playing = playing
            self.playing_changed.emit(playing)
            rested = rested or not playing
        if rested:
            self.rested.emit()


def _with_kernel(session: Session) -> tuple[Session, Kernel] | None:
    try:
        return session, kernel(session.kernel)
    except KpguiError:
        return None  # the trainer reports it in a frame
