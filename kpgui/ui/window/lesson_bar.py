"""The bar of a lesson above the canvas: the text of a step, its question, and whether an answer is right."""

from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from kpgui.language import ENGLISH, _, language, ngettext
from kpgui.model.frame import Frame
from kpgui.model.lesson import Choice, Goal, Lesson, LessonQuestion, Number, Predicting
from kpgui.model.param import shown
from kpgui.model.question import Prediction
from kpgui.model.session import Session
from kpgui.ui.canvas import Canvas
from kpgui.ui.forms.fields import number_from
from kpgui.ui.forms.labels import ElidedLabel
from kpgui.ui.forms.widgets import Wide, in_column, in_row, push_button
from kpgui.ui.look.scale import APART, CLOSE, LOOSE, TIGHT, hold
from kpgui.ui.look.style import PlainLabel, restyle, rich
from kpgui.ui.window.answers_by_hand import CIRCLED, AnswersByHand
from kpgui.words.lessons.checking import holds, not_yet
from kpgui.words.lessons.text import plain_text, rich_text

FIELD = 90
"""Width of the field for a number, in pixels."""


class Place(NamedTuple):
    """Where a lesson is. started: the session of the step, as the window has it."""

    lesson: Lesson
    step: int
    started: Session

    @property
    def question(self) -> LessonQuestion | None:
        return self.lesson.steps[self.step].question


class LessonBar(QWidget):
    """Shows the steps of a lesson. Buttons and answers say what is wanted; the lesson itself is not changed here."""

    moved = Signal(int)
    """The step that is wanted."""

    left = Signal()
    """The lesson is to be left."""

    shown_how = Signal()
    """The solution of a goal is to be shown."""

    said = Signal(str)
    """What a screen reader is told."""

    def __init__(self, canvas: Canvas, parent: QObject) -> None:
        super().__init__()
        self._place: Place | None = None
        self._tries: dict[int, list[bool]] = {}
        """The answers of each step, in their order; False for one that was shown."""
        self._predicted = 0
        self._hand = AnswersByHand(self, canvas)
        self._hand.answered.connect(self._choose)
        self.setObjectName("lesson")
        self.setAccessibleName(_("Lesson"))
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._title = ElidedLabel(self, name="lesson.title", role="heading")
        self._mark = PlainLabel(self, name="lesson.language", role="muted")
        self._text = PlainLabel(self, name="lesson.text", wraps=True)
        self._question = PlainLabel(self, name="lesson.question", wraps=True, role="heading")
        self._verdict = PlainLabel(self, name="lesson.verdict", wraps=True, role="muted")
        for label in (self._text, self._question, self._verdict):
            label.setTextFormat(Qt.TextFormat.RichText)
        self._back = push_button(self, "lesson.back", _("Back"), partial(self._move, -1))
        self._next = push_button(self, "lesson.next", _("Next"), partial(self._move, 1))
        leave = push_button(self, "lesson.leave", _("Leave"), self.left.emit, _("Back to your own work (it waits)"))
        self._choices = [
            push_button(self, f"lesson.answer.{k + 1}", "", partial(self._choose, k)) for k in range(len(CIRCLED))
        ]
        self._field = QLineEdit(self)
        self._field.setObjectName("lesson.number")
        self._field.setAccessibleName(_("Your answer"))
        self._field.returnPressed.connect(self._check_number)
        hold(self._field, width=FIELD)
        self._check = push_button(self, "lesson.check", _("Check"), self._check_number)
        self._hint = push_button(self, "lesson.hint", _("Hint"), self._show_hint, link=True)
        self._reveal = push_button(self, "lesson.reveal", _("Show the answer"), self._give_away, link=True)
        head = in_row(Wide(self._title), self._mark, self._back, self._next, leave, spacing=APART)
        answers = in_row(
            *self._choices, self._field, self._check, self._hint, self._reveal, Wide(self._verdict), spacing=APART
        )
        margins = LOOSE, CLOSE, LOOSE, CLOSE
        in_column(head, self._text, TIGHT, self._question, answers, on=self, margins=margins, spacing=CLOSE)
        self.hide()

    def begin(self, lesson: Lesson) -> None:
        """Forgets the answers of another lesson."""
        self._tries = {k: [] for k, step in enumerate(lesson.steps) if step.question is not None}
        self._hand.listen(True)
        self.show()

    def end(self) -> None:
        self._hand.listen(False)
        self._place = None
        self.hide()

    def show_step(self, place: Place) -> None:
        """Shows a step of the lesson."""
        self._place, self._predicted = place, 0
        lesson, step, asked = place.lesson, place.lesson.steps[place.step], place.question
        where = _("{step} of {steps}").format(step=place.step + 1, steps=len(lesson.steps))
        self._title.say(f"{plain_text(_(step.title))} · {where}")
        texts = [step.title, *step.paragraphs, *([asked.text] if asked else [])]
        foreign = language() != ENGLISH and any(_(text) == text for text in texts)
        self._mark.setText(_("in English") if foreign else "")
        self._text.setText(rich("<br>".join(rich_text(_(text)) for text in step.paragraphs)))
        self._question.setText(rich(rich_text(_(asked.text))) if asked else "")
        self._question.setVisible(asked is not None)
        self._back.setEnabled(place.step > 0)
        last = place.step + 1 == len(lesson.steps)
        self._next.setText(_("Finish") if last else _("Next"))
        answer = None if asked is None else asked.answer
        texts = [*answer.choices] if isinstance(answer, Choice) else []
        for k, button in enumerate(self._choices):
            button.setVisible(k < len(texts))
            button.setText(f"{CIRCLED[k]}  {plain_text(_(texts[k]))}" if k < len(texts) else "")
        self._hand.ask(len(texts))
        self._field.setVisible(isinstance(answer, Number))
        self._check.setVisible(isinstance(answer, Number))
        self._field.clear()
        for part in (self._hint, self._reveal, self._verdict):
            part.setVisible(asked is not None)
        self._reveal.setText(_("Show how") if isinstance(answer, Goal) else _("Show the answer"))
        restyle(self._next, "primary", asked is None)
        self._tell("", "calm")
        self.said.emit(" ".join(plain_text(_(text)) for text in (step.title, *step.paragraphs, *texts)))

    def _move(self, by: int) -> None:
        if self._place is not None:
            self.moved.emit(self._place.step + by)

    @property
    def score(self) -> str:
        """How many questions were answered rightly at the first try."""
        right = sum(bool(tries) and tries[0] for tries in self._tries.values())
        return ngettext(
            "{right} of {n} question right at the first try",
            "{right} of {n} questions right at the first try",
            len(self._tries),
        ).format(right=right, n=len(self._tries))

    # Answers.

    def _choose(self, given: int) -> None:
        asked = None if self._place is None else self._place.question
        if asked is not None and isinstance(asked.answer, Choice) and given < len(asked.answer.choices):
            self._judge(given == asked.answer.right)

    def _check_number(self) -> None:
        asked = None if self._place is None else self._place.question
        if asked is None or not isinstance(asked.answer, Number):
            return
        try:
            given = number_from(self._field.text())
        except ValueError:
            self._tell(_("Type a number."), "calm")
            return
        self._judge(abs(given - asked.answer.right) <= max(asked.answer.tolerance, 1e-9))

    def follow_end(self, session: Session, frame: Frame) -> None:
        """The end of a run: whether it reaches the goal. session: that of the run."""
        asked = None if self._place is None else self._place.question
        if self._place is None or asked is None or not isinstance(asked.answer, Goal):
            return
        failed = [each for each in asked.answer.conditions if not holds(each, self._place.started, session, frame)]
        if not failed:
            self._judge(True)
        elif session is not self._place.started:
            self._tell(not_yet(failed, self._place.started, session, frame), "bad")

    def follow_prediction(self, prediction: Prediction) -> None:
        """A prediction was judged."""
        asked = None if self._place is None else self._place.question
        if asked is None or not isinstance(asked.answer, Predicting):
            return
        self._predicted += prediction.right
        if self._predicted >= asked.answer.times:
            self._judge(True)
        else:
            text = _("{right} of {wanted} right so far.").format(right=self._predicted, wanted=asked.answer.times)
            self._tell(text, "calm")

    def _judge(self, right: bool) -> None:
        assert self._place is not None
        assert self._place.question is not None
        self._tries[self._place.step].append(right)
        if right:
            restyle(self._next, "primary", True)
            self._tell(_("Right.") + " " + _(self._place.question.reveal), "good")
        else:
            self._tell(_("No, try again; the hint says where to look."), "bad")

    def _show_hint(self) -> None:
        if self._place is not None and self._place.question is not None:
            self._tell(_(self._place.question.hint), "calm")

    def _give_away(self) -> None:
        """Shows the answer, which counts as a wrong one."""
        if self._place is None or self._place.question is None:
            return
        asked, right = self._place.question, ""
        self._tries[self._place.step].append(False)
        if isinstance(asked.answer, Number):
            right = f"{shown(asked.answer.right)}: "
        elif isinstance(asked.answer, Choice):
            right = f"{_(asked.answer.choices[asked.answer.right])}: "
        self._tell(right + _(asked.reveal), "calm")
        if isinstance(asked.answer, Goal):
            self.shown_how.emit()

    def _tell(self, text: str, tone: str) -> None:
        self._verdict.setText(rich(rich_text(text)))
        restyle(self._verdict, "tone", tone)
        if text:
            self.said.emit(plain_text(text))
