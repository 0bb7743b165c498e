"""The trainer: a thread that learns, draws the field, and publishes frames. Commands in, frames out."""

import queue
import threading
import traceback
from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from math import inf, isinf
from time import perf_counter
from typing import Any

from kpgui.engine.clock import Clock, FrameClock, Watching
from kpgui.engine.messages import (
    Command,
    Load,
    Mailbox,
    Pace,
    Pause,
    Play,
    Quit,
    Reach,
    Resume,
    Seek,
    Skip,
    Step,
    Unit,
    Viewport,
    Watch,
    tail,
)
from kpgui.engine.picture.display import Display
from kpgui.engine.run.columns import SharedColumns
from kpgui.engine.run.run import Run
from kpgui.engine.run.timeline import CAPACITY
from kpgui.language import _, later
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Counters, Frame, Status
from kpgui.model.reading import Moment, Reading
from kpgui.model.updates import Updates
from kpgui.process import one_blas_thread

SLICE = 0.004
"""Seconds of learning between two checks of the command queue; a step under way is finished first."""

FRAME = 1 / 60
"""Seconds from one frame to the next while a run goes on. No frame is begun before the previous one was taken, so a
slow screen sets the rate."""

PROGRESS = 0.03
"""Seconds from one frame to the next while a run goes straight to its end, or makes counted steps."""

READABLE = 60.0
"""The fastest pace, in steps a second, at which each step is explained: one step a frame."""

REST = 0.05
"""Seconds that a run which will go on has to wait somewhere until its field is drawn finely there."""

EPOCHS = 4096
"""The most epochs whose mistakes a frame lists, the last ones."""

NO_MEMORY = later("There is not enough memory for this run; take fewer points.")

DONE = object()


class Shown(Enum):
    """The parts of the current state that have already been published to the screen."""

    NOTHING = 0
    COARSE = 1
    ALL = 2


class Trainer:
    """Learns and draws in a thread of its own, which blocks on its command queue whenever there is nothing to do.

    `send` accepts commands from any thread; frames are put into the mailbox. The thread works in pieces of a few
    milliseconds and checks its queue after each. An error in a run becomes a FAILED frame, and the thread goes on.
    """

    def __init__(self, mailbox: Mailbox) -> None:
        self._mailbox = mailbox
        self._commands: queue.SimpleQueue[Command] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name="kpgui-trainer", daemon=True)
        self._quit = False
        self._display = Display()
        self._columns = SharedColumns()
        self._run: Run | None = None
        self._number, self._steps_left = 0, 0.0
        self._clock = Clock()
        self._straight = self._more = False
        self._rests = 0.0  # until then the state that is shown coarsely is not drawn finely
        self._mistakes_left, self._shown = 0, Shown.NOTHING
        self._publishing: Iterator[None] | None = None
        self._unseen = Updates.none()
        self._frames = FrameClock()
        self._watching = Watching()
        self._values: dict[Reading, Any] = {}

    def start(self) -> None:
        self._thread.start()

    def send(self, command: Command) -> None:
        self._commands.put(command)

    def stop(self, timeout: float = 2.0) -> bool:
        """Asks the thread to end, and waits for it. Returns whether it ended within `timeout` seconds."""
        self.send(Quit())
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    # The methods from here on run in the thread.

    def _serve(self) -> None:
        with one_blas_thread():
            while not self._quit:
                try:
                    self._process_commands()
                    self._work()
                except KpguiError as error:
                    self._fail(str(error))
                except MemoryError:
                    self._columns = SharedColumns()
                    self._fail(_(NO_MEMORY))
                except Exception:
                    self._fail(traceback.format_exc())

    def _process_commands(self) -> None:
        """Carries out the queued commands; waits for one when there is nothing else to do."""
        wait = self._idle_time()
        try:
            if wait > 0:
                self._carry_out(self._commands.get(timeout=None if isinf(wait) else wait))
            while not self._quit:
                self._carry_out(self._commands.get_nowait())
        except queue.Empty:
            pass

    def _idle_time(self) -> float:
        """Returns the seconds until there is work without a further command; infinite if there is none."""
        if self._run is None:
            return inf
        if self._publishing or self._shown is not Shown.ALL:
            return 0 if self._publishing else max(0.0, self._rests - perf_counter())
        if self._watching.needs_errors and self._run.errors.behind:
            return 0
        due = self._watching.wait(self._moment(self._run), perf_counter())
        return max(0.0, min(due, self._clock.wait() if self._running else inf))

    @property
    def _running(self) -> bool:
        return self._steps_left > 0 and self._run is not None and self._run.outcome is None

    def _carry_out(self, command: Command) -> None:
        match command:
            case Load():
                self._load(command)
            case Resume(play):
                self._go(inf, straight=play is Play.TO_END)
            case Pause() if self._steps_left or self._more:  # what rests is on the screen already, or on its way
                self._go(0)
            case Step(count):
                self._step(count)
            case Seek(step):
                self._seek(step)
            case Skip(unit, count):
                self._skip(unit, count)
            case Reach():
                self._reach(command)
            case Pace(steps_per_second):
                self._clock.set_pace(steps_per_second)
            case Viewport():
                if self._display.set_viewport(command):
                    self._redraw()
            case Watch():
                self._watching.change(command)
            case Quit():
                self._quit = True

    def _step(self, count: int) -> None:
        """Makes `count` steps, back if negative, counted from where the steps already requested will end."""
        ahead = self._steps_left if self._straight and not isinf(self._steps_left) else 0
        if ahead + count >= 0:
            self._go(ahead + count, straight=True)
        elif self._run:
            self._seek(self._run.cursor + int(ahead + count))

    def _seek(self, step: int) -> None:
        """Shows an earlier step, or the head if `step` is beyond it, and pauses."""
        if self._run:
            self._run.seek(step)
            self._unseen = Updates.none()
            self._go(0)

    def _skip(self, unit: Unit, count: int) -> None:
        """Goes by mistakes or epochs; beyond the head by learning without pauses. Some learners have neither.

        As steps do, it counts from where what was asked for before will end.
        """
        run = self._run
        if run is None or not run.learner.by_epochs:
            return
        if unit is Unit.MISTAKE and count > 0 and self._mistakes_left and self._running:
            self._mistakes_left += count
            return
        counted = self._running and self._straight and not isinf(self._steps_left)
        target = run.step_of(unit, count, run.cursor + int(self._steps_left if counted else 0))
        left = 0 if target is not None else count - run.mistakes_ahead
        self._seek(run.head if target is None else target)
        if target is None:
            self._go(inf, straight=True)
            self._mistakes_left = left
        elif target > run.head:
            self._go(target - run.head, straight=True)

    def _reach(self, command: Reach) -> None:
        """Goes to a place in the run; along the timeline where it is known, so that the updates passed are shown."""
        if (run := self._run) is None:
            return
        count = command.count
        target = count if command.unit is Unit.STEP or not count else run.step_of(command.unit, count, 0)
        if target is not None and target < run.cursor:
            run.seek(target)
            self._unseen = Updates.none()
        elif target is None:
            run.seek(run.head)
        self._go(inf if target is None else max(0, target - run.cursor), straight=True)
        self._mistakes_left = count - len(run.timeline.mistakes) if target is None and self._steps_left else 0
        self._more = command.more

    def _load(self, command: Load) -> None:
        self._number, self._run = command.run, None
        self._unseen, self._values = Updates.none(), {}
        self._run = Run(command.session, CAPACITY, self._columns)
        points = command.session.dataset.points
        self._display.show(self._run.kernel, points, self._run.expansion().places(points))
        steps = command.step if command.play is Play.PAUSED else inf
        self._go(steps, straight=command.play is Play.TO_END or command.step > 0)
        self._frames = FrameClock()
        self._frames.begin(perf_counter(), self._period)

    def _go(self, steps: float, straight: bool = False) -> None:
        """Examines this many more points from now on, at the set pace, or without pauses if `straight`."""
        ended = self._run is not None and self._run.outcome is not None
        self._steps_left, self._straight, self._mistakes_left = 0 if ended else steps, straight, 0
        self._more = False
        self._clock.restart()
        self._redraw()
        if self._run and not straight and self._run.catch_up(perf_counter()):
            self._put(self._snapshot(self._run))

    def _redraw(self) -> None:
        """Drops a frame that is being published, and has the state published anew."""
        self._publishing, self._shown, self._rests = None, Shown.NOTHING, 0.0

    def _work(self) -> None:
        """Does one piece of work, a few milliseconds: some learning, or a part of publishing a frame."""
        if self._run is None or self._quit:
            return
        steps = self._steps_now()
        if steps and (self._publishing is None or self._shown is Shown.COARSE):
            self._learn(self._run, steps)
        elif self._publishing is not None:
            self._go_on_publishing()
        elif self._shown is not Shown.ALL and perf_counter() >= self._rests:
            self._publish(self._run)
        elif self._watching.wait(self._moment(self._run), perf_counter()) <= 0:
            self._publishing = self._late_values(self._run)
        elif self._watching.needs_errors:
            self._run.errors.go_on(perf_counter() + SLICE)

    @property
    def _period(self) -> float:
        """Seconds from one frame to the next; seldom on the way to where another run is to be seen beside this one."""
        return FRAME if not self._straight else 8 * PROGRESS if self._more else PROGRESS

    def _steps_now(self) -> float:
        """Returns how many points may be examined now."""
        if not self._running:
            return 0
        return self._steps_left if self._straight else min(self._steps_left, self._clock.due())

    def _learn(self, run: Run, steps: float) -> None:
        before, deadline = run.cursor, self._frames.until(perf_counter(), SLICE)
        if self._mistakes_left:
            known = len(run.timeline.mistakes)
            updates = run.advance_to_mistake(deadline)
            self._mistakes_left -= len(run.timeline.mistakes) - known
            if not self._mistakes_left:
                self._steps_left = run.cursor - before
        else:
            updates = run.advance(int(min(steps, 2**62)), deadline)
        made = run.cursor - before
        self._steps_left -= made
        self._clock.made(made)
        self._unseen = tail(Updates.join([self._unseen, tail(updates)]))
        self._redraw()
        if run.outcome is not None:
            self._steps_left = 0
        due = self._frames.due(perf_counter()) and not self._mailbox.waiting
        if due or not self._running:
            self._publish(run)

    def _publish(self, run: Run) -> None:
        """Begins to publish the present state, with a coarse field, or a fine one if the screen has the coarse one."""
        self._frames.begin(perf_counter(), self._period)
        self._publishing = self._pieces(run, fine=self._shown is Shown.COARSE)

    def _go_on_publishing(self) -> None:
        assert self._publishing is not None
        until = perf_counter() + SLICE / 2
        while perf_counter() < until:
            if next(self._publishing, DONE) is DONE:
                self._publishing = None
                return

    def _pieces(self, run: Run, fine: bool) -> Iterator[None]:
        """Publishes the present state in pieces, with its field if there is a viewport."""
        while not run.catch_up(perf_counter() + SLICE / 2, lagging=self._running):
            yield
        frame = self._snapshot(run)
        yield from self._read(run, frame)
        if not self._display.ready:
            self._put(frame)
            self._shown = Shown.ALL
            return
        draw = self._display.fine if fine else self._display.coarse
        try:
            for image in draw(frame.expansion, frame.margin):
                if image is None:
                    yield
                else:
                    self._put(replace(frame, field=image))
                    self._shown = Shown.ALL if image.full else Shown.COARSE
                    self._rests = perf_counter() + REST * (self._more and not self._running)
        except KpguiError as error:
            self._put(replace(frame, problem=str(error)))
            self._shown = Shown.ALL

    def _late_values(self, run: Run) -> Iterator[None]:
        """Publishes due readings of a state that is on the screen: delayed by their rate, or of a new focus."""
        frame = self._snapshot(run)
        yield from self._read(run, frame)
        self._put(frame)

    def _read(self, run: Run, frame: Frame) -> Iterator[None]:
        """Computes the readings that are due, each in a piece of its own; the next frame carries their values."""
        errors = None
        if self._watching.needs_errors:
            run.errors.go_on(perf_counter() + SLICE / 4)  # a run that never waits would leave no time for it
            errors = run.errors.record
        made = Moment(run.session, frame, run.timeline.mistakes, errors, run.trace)
        for reading, value in self._watching.read(self._moment(run), made, perf_counter()):
            self._values[reading] = value
            yield

    def _moment(self, run: Run) -> tuple[object, ...]:
        """Returns a key that changes when readings may change: also when a run stops, as counters may lag before."""
        known = run.errors.known if self._watching.needs_errors else 0
        return self._number, run.cursor, self._running, known

    def _snapshot(self, run: Run) -> Frame:
        goes_on = self._running or (self._more and run.outcome is None)
        fast = goes_on and ((self._running and self._straight) or self._clock.pace > READABLE)
        return Frame(
            run=self._number,
            status=self._status(run),
            head=run.head,
            first_step=run.timeline.first_step,
            point=run.point,
            counters=run.counters(EPOCHS, lagging=self._running),
            expansion=run.expansion(),
            recent=self._unseen,
            margin=run.margin,
            guarantee=run.guarantee,
            quantities=tuple(run.quantities.items()),
            explanation=None if fast else run.explain(),
            ids=run.problem.dataset.ids,
            seconds=run.seconds,
            kernel_values=run.kernel_values,
        )

    def _status(self, run: Run) -> Status:
        if run.outcome is not None:
            return run.outcome
        if self._steps_left > 0 or self._more:
            return Status.RUNNING
        return Status.PAUSED if run.cursor else Status.READY

    def _put(self, frame: Frame) -> None:
        self._mailbox.put(replace(frame, values=tuple(self._values.items())) if self._values else frame)
        self._unseen, self._values = Updates.none(), {}

    def _fail(self, problem: str) -> None:
        self._run, self._publishing, self._steps_left = None, None, 0
        nothing = Expansion.of((), 0.0)
        self._put(Frame(self._number, Status.FAILED, 0, -1, Counters(), nothing, Updates.none(), problem=problem))
