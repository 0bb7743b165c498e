"""A race: a second run on the same points with one or two settings different, in step with the window's own."""

from dataclasses import replace
from time import perf_counter

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from kpgui.engine.clock import Clock
from kpgui.engine.messages import (
    Command,
    Load,
    Mailbox,
    Pace,
    Pause,
    Play,
    Reach,
    Resume,
    Seek,
    Skip,
    Step,
    Unit,
    Viewport,
)
from kpgui.engine.trainer import Trainer
from kpgui.language import _, titled
from kpgui.learners import learner
from kpgui.model.errors import KpguiError
from kpgui.model.frame import Frame, Status
from kpgui.model.session import View
from kpgui.ui.session.training import Training
from kpgui.words.enablement import ENDED
from kpgui.words.variation import Variation, cases
from kpgui.words.verdict import sentence_of

PULL = 4
"""Milliseconds between two looks at the frames."""

LEARNING, LONGEST = 1 / 6, 0.03
"""Where the pace asks for as many steps as possible, each run learns for so much of the time from one common place to
the next, which counts as so many seconds at most. It is processor time: waiting for a turn is not learning."""

LEFT, RIGHT = 0, 1

Chosen = tuple[tuple[str, str], ...]
"""Settings by name and the texts of their values, as in `Case.chosen`."""


class Race(QObject):
    """Leads two runs: the window's on the left, and on the right one of its own, in a thread that ends with `stop`.

    Both stand after the same number of steps, mistakes or epochs; one that has ended waits for the other, and until
    then the left one counts as going on. It takes the place of the left trainer: commands come through `relay`. Where
    it is known what they ask for, both are told the place; else one of them leads, and the other goes where that is.
    """

    frame_arrived = Signal(object)
    """A Frame of the right run."""

    moved = Signal()
    """Both runs are where they are to be, or on the way to their ends."""

    refused = Signal(str)
    """Why the right run has not the settings that were chosen, or what is wrong with a run; "" for nothing."""

    def __init__(self, training: Training, chosen: Chosen, pace: float, parent: QObject) -> None:
        super().__init__(parent)
        self._training = training
        self._chosen, self._unit, self._by_epochs = chosen, Unit.STEP, True
        self._mailbox = Mailbox()
        self._trainer = Trainer(self._mailbox)
        self._clock = Clock()
        left = self._joined = training.frame
        self.frames: list[Frame | None] = [left if left is not None and left.run == training.run else None, None]
        """The latest ones of the two runs; None from when another one is loaded until its first is there."""
        self.sessions = [training.loaded, training.loaded]
        """Those of the two runs."""
        self._place: int | None = None
        """Where both are told to be, in units; None: where they are."""
        self._leader: int | None = None
        self._playing = self._changed = False
        self._stride, self._spent, self._sent = 1, [0.0, 0.0], 0.0
        self._timer = QTimer(self, interval=PULL, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._pull)
        self._refusal = self._said = ""
        if training.playing and training.frame is not None:
            training.seek(training.frame.counters.step)
        training.race = self
        self._trainer.start()
        self._pace(Pace(pace))
        self._begin_right()
        self._timer.start()

    def stop(self) -> None:
        """Leaves the left run where it is, and has the thread end, without waiting for that."""
        self._timer.stop()
        self._training.race = None
        left = self.frames[LEFT]
        if left is not None and left.status is Status.FAILED:
            self._training.reset()
        elif left is not None and (left.counters.step or self._training.playing):
            self._training.seek(left.counters.step)  # which brings its own status
        self._trainer.stop(0)

    def wait(self) -> bool:
        """Waits a limited time for the thread, after `stop`. Returns whether it has ended."""
        return self._trainer.stop()

    @property
    def unit(self) -> Unit:
        """What both runs have the same number of; steps, where one of the learners has neither mistakes nor epochs."""
        return self._unit if self._by_epochs else Unit.STEP

    @unit.setter
    def unit(self, unit: Unit) -> None:
        self._unit = unit
        self._tie()

    @property
    def by_epochs(self) -> bool:
        """Whether both learners have mistakes and epochs."""
        return self._by_epochs

    def vary(self, chosen: Chosen) -> None:
        """Begins the right run anew with these settings, and lets it catch up with the left one."""
        self._chosen = chosen
        self._begin_right()
        self._say()

    def set_viewport(self, view: View, width: int, height: int) -> None:
        """Sets the rectangle for which the right field is computed; see `Training.set_viewport`."""
        self._trainer.send(Viewport(view, width, height))

    # Commands.

    def relay(self, command: Command) -> None:
        """Takes a command that is meant for the left run, and tells both what it comes to."""
        match command:
            case Load():
                self._load(command)
            case Resume(Play.TO_END):
                self._set_free()
                self._tell(command, LEFT, RIGHT)
            case Resume():
                self._play()
            case Pause() if not self._playing:
                self._tell(command, LEFT, RIGHT)
                self._lead(RIGHT if self._ended(LEFT) else LEFT)
            case Pause():
                self._reach(self._position)
            case Step(count):
                self._reach(max(0, self._position + count))
            case Skip(unit, count) if unit is self.unit:
                self._reach(max(0, self._position + count))
            case Seek() | Skip():
                leader = RIGHT if isinstance(command, Skip) and self._ended(LEFT) else LEFT
                self._lead(leader)
                self._tell(command, leader)
            case Pace():
                self._pace(command)
                self._tell(command, LEFT)
            case _:
                self._tell(command, LEFT)

    def _tell(self, command: Command, *sides: int) -> None:
        for side in sides:
            if side == LEFT:
                self._training.tell(command, alone=True)
            else:
                self._trainer.send(command)

    def _load(self, load: Load) -> None:
        self.frames, self._playing = [None, None], False
        self.sessions[LEFT] = load.session
        begin = replace(load, play=load.play if load.play is Play.TO_END else Play.PAUSED)
        self._tell(begin, LEFT)
        self._begin_right(begin.play)
        if load.play is Play.PACED:
            self._play()

    def _begin_right(self, play: Play = Play.PAUSED) -> None:
        """Begins the right run; it goes to its end if the left one is told to, or is at its own."""
        session = self.sessions[LEFT]
        try:
            self.sessions[RIGHT] = cases(session, tuple(Variation(name, (text,)) for name, text in self._chosen))[
                0
            ].session
            self._refusal = ""
        except KpguiError as error:
            self.sessions[RIGHT] = session
            self._refusal = str(error)
        self._by_epochs = all(learner(each.learner).by_epochs for each in self.sessions)
        left = self.frames[LEFT]
        to_end = play is Play.TO_END or (self._ended(LEFT) and left is not None and left.counters.step > 0)
        self.frames[RIGHT] = None
        play = Play.TO_END if to_end else Play.PAUSED
        self._tell(Load(self._training.run, self.sessions[RIGHT], play), RIGHT)
        if to_end:
            self._set_free()
        else:
            self._tie()

    def _tie(self) -> None:
        """Brings the right run to where the left one is, or the left one to where the right one is if it has ended."""
        playing, ended = self._playing, self._ended(LEFT)
        if ended and self._ended(RIGHT):
            self._set_free()
        else:
            self._lead(RIGHT if ended else LEFT)
        if playing:
            self._play()

    def _lead(self, side: int) -> None:
        self._place, self._leader, self._playing = None, side, False

    def _set_free(self) -> None:
        self._place = self._leader = None
        self._playing = False

    def _pace(self, command: Pace) -> None:
        self._clock.set_pace(command.steps_per_second)
        self._tell(command, RIGHT)

    def _play(self) -> None:
        self._clock.restart()
        self._reach(self._position, playing=True)

    def _reach(self, place: int, playing: bool = False) -> None:
        self._place, self._leader, self._playing = place, None, playing
        self._training.again = self._training.again or self._ended(LEFT)  # one that has failed sends no other frame
        self._tell(Reach(self.unit, place, playing), LEFT, RIGHT)

    # Frames.

    def joined(self, frame: Frame) -> Frame:
        """Takes a frame of the left run, and returns it as it is to be shown: as going on while the right one does."""
        if frame is not self._joined:
            self.frames[LEFT], self._changed = frame, True
        self._joined = frame = self.frames[LEFT] or frame
        if frame.status in ENDED and not self._ended(RIGHT):
            going = self._playing or (self._place is None and self._leader is None)
            self._joined = replace(frame, status=Status.RUNNING if going else Status.PAUSED)
        return self._joined

    def _pull(self) -> None:
        frame = self._mailbox.take()
        if frame is not None and frame.run == self._training.run:
            ended = self._ended(RIGHT)
            self.frames[RIGHT], self._changed = frame, True
            if ended != self._ended(RIGHT):
                self._training.again = True
            self.frame_arrived.emit(frame)
        self._say()
        if None not in self.frames:
            self._follow_leader()
            self._stay_on_record()
            self._go_on()

    def _follow_leader(self) -> None:
        if self._leader is None:
            return
        frame = self.frames[self._leader]
        if frame is not None and frame.status is not Status.RUNNING and self._count(frame) != self._place:
            self._place = self._count(frame)
            self._tell(Reach(self.unit, self._place), 1 - self._leader)

    def _stay_on_record(self) -> None:
        """Lets both stay where the one stands whose log goes back the least."""
        for frame in self.frames:
            first = frame is not None and frame.counters.step == frame.first_step
            if frame is not None and first and self._place is not None and self._count(frame) > self._place:
                self._reach(self._count(frame), self._playing)

    def _say(self) -> None:
        """Says what is wrong, where that is something else than before."""
        sides = zip((_("Right"), _("Left")), reversed(self.frames), strict=True)
        problems = (titled(side, sentence_of(each.problem)) for side, each in sides if each and each.problem)
        said, self._said = self._said, self._refusal or next(problems, "")
        if said != self._said:
            self.refused.emit(self._said)

    def _go_on(self) -> None:
        """Shows where both are once they are there, and then, while they play, sends them on."""
        if not (self._there(LEFT) and self._there(RIGHT)):
            return
        if self._changed:
            self._changed = False
            self.moved.emit()
        ended = [side for side in (LEFT, RIGHT) if self._ended(side)]
        if len(ended) == 2 and self._leader is None:
            self._set_free()
        elif self._playing and self._place is not None:
            due = min(self._clock.due(), self._stride)
            if due >= 1:
                self._send_on(int(due), [side for side in (LEFT, RIGHT) if side not in ended])

    def _send_on(self, count: int, sides: list[int]) -> None:
        assert self._place is not None
        before, self._spent = self._spent, [0.0 if frame is None else frame.seconds for frame in self.frames]
        took = max(now - then for now, then in zip(self._spent, before, strict=True))
        sent, self._sent = self._sent, perf_counter()
        wanted = LEARNING * min(LONGEST, self._sent - sent)
        self._stride = max(1, round(count * min(2.0, wanted / max(took, 1e-9))))
        self._clock.made(count)
        self._place += count
        self._tell(Reach(self.unit, self._place, more=True), *sides)

    @property
    def _position(self) -> int:
        """Where both are told to be, or the one that is further is."""
        counts = [self._count(frame) for frame in self.frames if frame is not None]
        return max(counts, default=0) if self._place is None else self._place

    def _count(self, frame: Frame) -> int:
        counters, length = frame.counters, max(1, len(self.sessions[LEFT].dataset.training))
        return {
            Unit.STEP: counters.step,
            Unit.MISTAKE: counters.mistakes,
            Unit.EPOCH: counters.step // length,
        }[self.unit]

    def _ended(self, side: int) -> bool:
        frame = self.frames[side]
        return frame is not None and frame.status in ENDED

    def _there(self, side: int) -> bool:
        frame = self.frames[side]
        if frame is None:
            return False
        count, place = self._count(frame), self._place
        return place is None or count == place or (count < place and self._ended(side))
