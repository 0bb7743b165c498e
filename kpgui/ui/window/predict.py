"""Predict: each single step is a question before it is shown."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QWidget

from kpgui.language import _
from kpgui.model.frame import FieldImage, Frame, Status
from kpgui.model.question import Prediction, StepQuestion
from kpgui.model.session import Session
from kpgui.ui.actions.actions import Actions
from kpgui.ui.canvas import Canvas
from kpgui.ui.forms.labels import ElidedLabel
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.widgets import Surface, Wide, in_column, in_row, push_button
from kpgui.ui.instruments.export import save_numbers
from kpgui.ui.instruments.instrument import set_rows, still_text
from kpgui.ui.look.scale import APART, CLOSE, LOOSE
from kpgui.ui.look.style import PlainLabel, plain, restyle
from kpgui.ui.session.settings import home_folder
from kpgui.ui.window.answers_by_hand import CIRCLED, AnswersByHand
from kpgui.words.enablement import ENDED
from kpgui.words.predict import (
    AskedQuestions,
    Predictions,
    StepQuestions,
    answered_by_end,
    answered_by_fields,
    asked_text,
    edit_question,
    run_question,
    verdict,
)
from kpgui.words.step_sentence import explained
from kpgui.words.verdict import outlook
from kpgui.words.verdict import verdict as run_verdict

RATE = 1000.0
"""How often questions are wanted, in times a second: with every step."""


class Asked(NamedTuple):
    """A question that waits for its answer.

    run: the number of the one that it is about. reason: what the step did that it is about. go: begins the run, where
    the question is about all of it. way: −1 where the step is one that is gone back to.
    """

    session: Session
    questions: StepQuestions
    question: StepQuestion
    run: int
    reason: str = ""
    go: Callable[[], None] | None = None
    way: int = 1


class Bet(NamedTuple):
    """An answer that the end of a run will show to be right or wrong.

    run: its number, of a question about it. field: as it was before the edit that the question is about.
    """

    asked: Asked
    given: int
    run: int = -1
    field: FieldImage | None = None


class PredictBar(Surface):
    """Below the canvas while the mode is on: the question, its answers, and whether the last one was right.

    It holds the frame of a single step back until the question about it is answered or given up. A question is answered
    by its button, by the key with its number, or, where a point is asked for, by a click on that point.
    """

    said = Signal(str)
    """A question, or what became of an answer."""

    judged = Signal(object)
    """The Prediction whose answer is known now."""

    def __init__(self, workbench: Workbench, canvas: Canvas, actions: Actions) -> None:
        super().__init__(None, "predict", _("Predict"))
        self._workbench, self._training, self._canvas = workbench, workbench.training, canvas
        self._predictions = Predictions([*workbench.document.session.answers])
        self._asked: Asked | None = None
        self._bet: Bet | None = None
        self._reading: AskedQuestions | None = None
        self._passed = (-1, -1)
        """Run and step of the frame that need not wait any more."""
        self._known: set[tuple[int, int]] = set()
        """Run and step of those that were answered rightly: going back to one does not ask about it again."""
        self._field: FieldImage | None = None
        """The last whole field that was shown."""
        self._ended = False
        """Whether the run that is shown has no further step."""
        self._edited: Session | None = None
        """The session whose edit was asked about last."""
        self._hand = AnswersByHand(self, canvas)
        self._hand.answered.connect(self._answer)
        self._hand.gave_up.connect(self._pass)
        self._step_key = actions["train.step"].shortcut().toString()
        self._question = ElidedLabel(self, name="predict.question")
        self._verdict = still_text("predict.verdict", 2, self, "muted")
        self._tally = PlainLabel(self, name="predict.tally", role="muted")
        self._answers = [
            push_button(self, f"predict.answer.{k + 1}", "", partial(self._answer, k)) for k in range(len(CIRCLED))
        ]
        tip = _("Show the line of the algorithm that decides it")
        self._hint = push_button(self, "predict.hint", _("Hint"), self._show_hint, tip, link=True)
        tip = _("Write what was asked and answered as a table (CSV)")
        self._save = push_button(self, "predict.save", _("Save my answers…"), self._save_answers, tip, link=True)
        first = in_row(Wide(self._question), self._tally, spacing=LOOSE)
        second = in_row(*self._answers, self._hint, Wide(self._verdict), self._save, spacing=APART)
        in_column(first, second, on=self, margins=(LOOSE, CLOSE, LOOSE, CLOSE), spacing=CLOSE)
        self.hide()
        self._rest()
        actions["train.predict"].toggled.connect(self._switch)
        actions["train.step"].triggered.connect(partial(self._insist, 1))
        actions["train.step_back"].triggered.connect(partial(self._insist, -1))
        self._training.frame_arrived.connect(self._follow)
        canvas.viewport_changed.connect(self._look)
        workbench.document.changed.connect(self._forget)
        workbench.document.restored.connect(self._leave_document)
        workbench.closing.connect(partial(self._hand.listen, False))

    @property
    def question(self) -> StepQuestion | None:
        """The one that waits for its answer."""
        return None if self._asked is None else self._asked.question

    @property
    def answers(self) -> tuple[Prediction, ...]:
        """All that were given, to be saved with the session."""
        return tuple(self._predictions.answers)

    def set_font(self, font: QFont) -> None:
        """Shows everything in this font; the style sheet keeps labels from taking over that of their parent."""
        for part in self.findChildren(QWidget):
            part.setFont(font)
        set_rows(self._verdict, 2)

    def _switch(self, on: bool) -> None:
        self.setVisible(on)
        self._hand.listen(on)
        if on:
            self._training.waits = self._waits
            self._look()
            self._rest()
            self.said.emit(self._question.text())
        else:
            self._forget()
            self._bet = self._training.waits = None
            self._workbench.instruments.drop("predict")

    def _look(self, *__: object) -> None:
        """Wants questions about what is visible now."""
        if not self.isHidden():
            self._reading = AskedQuestions(self._canvas.mapping.view)
            self._workbench.instruments.want("predict", self._reading, RATE)

    def _leave_document(self, session: Session) -> None:
        """A session was opened: nothing of the one before is asked about, and it brings its own answers."""
        self._forget()
        if not self._workbench.document.lent:  # in a lesson, and as one's own work comes back, answers are kept
            self._predictions = Predictions([*session.answers])
        self._rest()
        self._edited, self._field, self._bet = session, None, None

    # Asking.

    def _waits(self, frame: Frame) -> bool:
        """Whether a frame is not to be shown yet; asks about the step that it shows. See `Training.waits`."""
        shown, step = self._training.frame, frame.counters.step
        asked = self._asked
        if asked is not None and asked.go is not None:  # nothing has to wait: the run has not begun
            if frame.run != asked.run or frame.status is not Status.READY:
                self._forget()
            return False
        if asked is not None and asked.run == frame.run and asked.questions.step in (step, 0):
            return True
        self._forget()
        before = shown.counters.step if shown is not None and shown.run == frame.run else 0
        if self._training.live and shown is not None and shown.run != frame.run:
            return self._waits_after_edit(frame)
        way = self._training.stepping
        stepped = abs(way) == 1 and step == before + way and not self._training.outdated
        settled = (frame.run, step) == self._passed or (way < 0 and (frame.run, step) in self._known)
        if not stepped or settled or frame.status in (Status.RUNNING, Status.FAILED):
            return False
        found = dict(frame.values).get(self._reading, frame)
        if found is frame or (isinstance(found, StepQuestions) and found.step != step):
            return True  # the questions are on their way
        if not isinstance(found, StepQuestions):
            return False  # there is a reason why there are none
        chosen = self._predictions.chosen(found.questions)
        reason = "" if frame.explanation is None else explained(frame.explanation)
        self._ask(Asked(self._workbench.document.session, found, chosen, frame.run, reason, way=way))
        return True

    def _waits_after_edit(self, frame: Frame) -> bool:
        """In live mode: whether the run that follows an edit has to wait. It is asked about once no button is held."""
        session, shown = self._workbench.document.session, self._training.shown
        none = frame.status in (Status.READY, Status.EMPTY, Status.FAILED) or session.dataset.d != 2
        edited = shown is not None and session is not shown[0] and session is not self._edited
        if none or not edited or self._field is None:
            return False
        if self._asked is None and QApplication.mouseButtons() == Qt.MouseButton.NoButton:
            question = edit_question()
            self._ask(Asked(session, StepQuestions(0, (question,), session.dataset.labels), question, frame.run))
        return True

    def handlers(self, of_run: Mapping[str, Callable[[], None]]) -> dict[str, Callable[[], None]]:
        """What the actions of a run do, where those that begin one ask about it first."""
        asking = {name: partial(self._begin, of_run[name]) for name in ("train.run", "train.to_end")}
        return {**of_run, **asking, "train.step": partial(self._step, of_run["train.step"])}

    def _step(self, go: Callable[[], None]) -> None:
        """Makes a step, or takes an outdated run off the screen: a question is to be asked beside its own run."""
        if self._training.outdated and not self.isHidden():
            self._training.reset()
        else:
            go()

    def _begin(self, go: Callable[[], None]) -> None:
        """Asks about a run at its start, else goes on with it."""
        frame, session = self._training.frame, self._workbench.document.session
        current = frame if frame is not None and frame.run == self._training.run else None
        begun = current is not None and current.status is not Status.READY
        if begun or self.isHidden() or self._training.outdated or self._bet is not None:
            self._forget()
            go()
        else:
            guarantee = None if current is None else current.guarantee
            question = run_question(session, "" if guarantee is None else guarantee.text)
            told = StepQuestions(0, (question,), session.dataset.labels)
            self._ask(Asked(session, told, question, self._training.run, go=go))

    def _ask(self, asked: Asked) -> None:
        self._asked, question = asked, asked.question
        self._hand.ask(len(question.choices), [asked.session.dataset.ids[i] if i >= 0 else -1 for i in question.points])
        text = asked_text(asked.questions.step, question, asked.questions.labels)
        text = text if asked.way > 0 else _("Back: {question}").format(question=text)
        self._question.say(text)
        self._verdict.setText("")
        restyle(self._verdict, "tone", "calm")
        for k, button in enumerate(self._answers):
            button.setVisible(k < len(question.choices))
        for button, (k, choice) in zip(self._answers, enumerate(question.choices, 1), strict=False):
            button.setText(f"{CIRCLED[k - 1]}  {choice}")
            button.setAccessibleName(choice)
        self._hint.show()
        ids = asked.session.dataset.ids[np.array(question.about, np.int64)]
        self._workbench.overlaid.emit("asked", (ids, question.place))
        choices = "; ".join(f"{k + 1}: {choice}" for k, choice in enumerate(question.choices))
        self.said.emit(f"{text} {choices}")

    def _answer(self, given: int) -> None:
        if self._asked is None or given >= len(self._asked.question.choices):
            return
        asked = self._asked
        self._forget()
        if asked.go is not None:
            asked.go()
            self._wait_for_end(Bet(asked, given, run=self._training.run))
            return
        if not asked.questions.step:
            self._edited = asked.session
            self._wait_for_end(Bet(asked, given, field=self._field))
            return
        self._passed = asked.run, asked.questions.step
        self._known.discard(self._passed)
        if given == asked.question.right:
            self._known.add(self._passed)
        self._judge(asked, given, asked.question.because or asked.reason)

    def _wait_for_end(self, bet: Bet) -> None:
        self._bet = bet
        self._question.say(_("You said: {answer}").format(answer=bet.asked.question.choices[bet.given]))

    def _judge(self, asked: Asked, given: int, reason: str) -> None:
        """Records an answer, and says whether it was right."""
        answer = self._predictions.add(asked.session, asked.questions, asked.question, given)
        self._workbench.document.mark_unsaved()
        text = verdict(answer, reason)
        self._verdict.setText(text)
        self._verdict.setToolTip(plain(text))
        restyle(self._verdict, "tone", "good" if answer.right else "bad")
        self._rest()
        self.said.emit(text)
        self.judged.emit(answer)

    def _pass(self) -> None:
        """Gives the question up: the step is shown, or the run begins, and nothing is counted."""
        if self._asked is not None:
            asked = self._asked
            self._passed, self._edited = (asked.run, asked.questions.step), asked.session
            self._forget()
            if asked.go is not None:
                asked.go()

    def _forget(self, *__: object) -> None:
        """Takes the question away."""
        if self._asked is not None:
            self._asked = None
            self._hand.ask(0)
            self._workbench.overlaid.emit("asked", ((), None))
            self._rest()

    def _rest(self) -> None:
        """Shows that nothing is asked now."""
        for part in (*self._answers, self._hint):
            part.hide()
        text = _("Step ({key}) asks about the next step before it shows it.").format(key=self._step_key)
        self._question.say(_("The run has ended. Home goes back to its start.") if self._ended else text)
        self._tally.setText(self._predictions.tally())
        self._save.setEnabled(bool(self._predictions.answers))

    def _follow(self, frame: Frame) -> None:
        """Judges the answer about a run at its end. A verdict goes with the step that it is about."""
        if (frame.run, frame.counters.step) != self._passed:
            self._verdict.setText("")
            self._passed = (-1, -1)
        if frame.field is not None and frame.field.full:
            self._field = frame.field
        if self._bet is not None:
            self._settle(self._bet, frame)
        ended = frame.status in (Status.CONVERGED, Status.LIMIT, Status.STANDSTILL)
        if ended != self._ended:
            self._ended = ended
            if self._asked is None and self._bet is None:
                self._rest()

    def _settle(self, bet: Bet, frame: Frame) -> None:
        """Judges an answer once the run that it is about has ended, or gives it up when that is gone."""
        session, field, before = bet.asked.session, frame.field, bet.field
        about_run = before is None
        gone = frame.run != bet.run if about_run else session is not self._workbench.document.session
        drawn = about_run or bool(frame.problem) or (field is not None and field.full)
        ended = frame.status in ENDED and drawn and not self._training.behind
        if not gone and not ended:
            return
        self._bet = None
        self._rest()
        if gone or frame.status in (Status.EMPTY, Status.FAILED):
            return
        question: StepQuestion | None = None
        if before is None:
            question = answered_by_end(bet.asked.question, session, frame)
        elif field is not None:
            question = answered_by_fields(bet.asked.question, before, field)
        if question is None:
            self._verdict.setText(_("Not judged: the view has changed meanwhile."))
        else:
            self._passed = frame.run, frame.counters.step
            reason = run_verdict(outlook(session.dataset), frame, session.presented).text
            self._judge(bet.asked._replace(question=question), bet.given, reason)

    def _insist(self, way: int) -> None:
        """Says why a step does nothing. way: 1 or −1; of one against the way of the question `_waits` takes care."""
        asked = self._asked
        if asked is not None and asked.go is not None:
            self._forget()  # the step is asked about in place of the run
        elif asked is not None and way == asked.way:
            edited = not asked.questions.step
            self._workbench.said.emit(
                _("Answer first, or see the new run by Esc") if edited else _("Answer first, or see the step by Esc")
            )

    def _show_hint(self) -> None:
        if self._asked is not None:
            self._verdict.setText(self._asked.question.hint)
            self.said.emit(self._asked.question.hint)

    def _save_answers(self) -> None:
        path = self._workbench.document.path
        folder, name = (home_folder(), "answers") if path is None else (path.parent, f"{path.stem}-answers")
        saved = save_numbers(self._predictions.table(), folder, name, self)
        if saved is not None:
            self._workbench.said.emit(_("Saved {name}").format(name=saved.name))
