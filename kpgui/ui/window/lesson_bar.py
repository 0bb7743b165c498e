"""The bar of a lesson above the canvas: the text of a step, its question, and whether an answer is right."""

from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLineEdit, QSizePolicy, QWidget

from kpgui.language import _, ngettext
from kpgui.model.frame import Frame
from kpgui.model.lesson import Choice, Goal, Lesson, LessonQuestion, LessonStep, Numeric, Predicting
from kpgui.model.param import shown
from kpgui.model.question import Prediction
from kpgui.model.session import Session
from kpgui.ui.canvas import Canvas
from kpgui.ui.forms.fields import comma_hint, number_from
from kpgui.ui.forms.labels import ElidedLabel
from kpgui.ui.forms.widgets import Surface, Wide, in_column, in_row, push_button
from kpgui.ui.look.scale import APART, CLOSE, LOOSE, hold
from kpgui.ui.look.style import PlainLabel, named, restyle, rich
from kpgui.ui.window.answers_by_hand import CIRCLED, AnswersByHand
from kpgui.words.lessons.checking import english_mark, holds, not_yet, plain_text, rich_text

FIELD = 90
"""Width of the field for a number, in pixels."""


class Place(NamedTuple):
    """Where a lesson is. number: of the step, from 0."""

    lesson: Lesson
    number: int

    @property
    def step(self) -> LessonStep:
        return self.lesson.steps[self.number]


class LessonBar(Surface):
    """Shows the steps of a lesson. Buttons and answers say what is wanted; the lesson itself is not changed here."""

    moved = Signal(int)
    """The step that is wanted."""

    left = Signal()
    """The lesson is to be left."""

    shown_how = Signal()
    """The solution of a goal is to be shown."""

    said = Signal(str)
    """What a screen reader is told."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(None, "lesson", _("Lesson"))
        self._place: Place | None = None
        self._tries: dict[int, list[bool]] = {}
        """The answers of each step, in their order; False for one that was shown."""
        self._solved, self._predicted, self._judged = False, 0, -1
        """Of this step: whether it is answered rightly, the right predictions, and the run that was judged last."""
        self._hand = AnswersByHand(self, canvas)
        self._hand.answered.connect(self._choose)
        self._title = ElidedLabel(self, name="lesson.title", role="heading")
        self._mark = PlainLabel(self, name="lesson.language", role="muted")
        self._text = self._made_label("lesson.text")
        self._question = self._made_label("lesson.question", "heading")
        self._verdict = self._made_label("lesson.verdict", "muted")
        self._back = push_button(self, "lesson.back", _("Back"), partial(self._move, -1))
        self._next = push_button(self, "lesson.next", _("Next"), partial(self._move, 1))
        leave = push_button(self, "lesson.leave", _("Leave"), self.left.emit, _("Back to your own work (it waits)"))
        choices = QGridLayout()
        choices.setSpacing(CLOSE)
        self._choices = []
        for k, digit in enumerate(CIRCLED):
            button = push_button(self, f"lesson.answer.{k + 1}", digit, partial(self._choose, k))
            label = self._made_label(f"lesson.choice.{k + 1}")
            label.installEventFilter(self)
            self._choices.append((button, label))
            choices.addLayout(in_row(button, Wide(label), spacing=CLOSE), k // 2, k % 2)
        self._field = QLineEdit(self)
        named(self._field, "lesson.number", _("Your answer"))
        self._field.returnPressed.connect(self._check_number)
        hold(self._field, width=FIELD)
        self._check = push_button(self, "lesson.check", _("Check"), self._check_number)
        self._hint = push_button(self, "lesson.hint", _("Hint"), self._show_hint, link=True)
        self._reveal = push_button(self, "lesson.reveal", "", self._give_away, link=True)
        head = in_row(Wide(self._title), self._mark, self._back, self._next, leave, spacing=APART)
        foot = in_row(self._field, self._check, self._hint, self._reveal, Wide(self._verdict), spacing=APART)
        margins = LOOSE, CLOSE, LOOSE, CLOSE
        in_column(head, self._text, self._question, choices, foot, on=self, margins=margins, spacing=CLOSE)
        self.hide()

    def _made_label(self, name: str, role: str = "") -> PlainLabel:
        """A label with marks that is as wide as there is room: no word of a text makes the window wider."""
        label = PlainLabel(self, name=name, role=role, wraps=True)
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        return label

    def set_font(self, font: QFont) -> None:
        """Shows everything in this font; the style sheet keeps labels from taking over that of their parent."""
        for part in self.findChildren(QWidget):
            part.setFont(font)

    def begin(self, lesson: Lesson) -> None:
        """Forgets the answers of another lesson."""
        self._tries = {k: [] for k, step in enumerate(lesson.steps) if step.question is not None}
        self._hand.listen(True)
        self.show()

    def end(self) -> None:
        self._hand.ask(0)
        self._hand.listen(False)
        self._place = None
        self.hide()

    def show_step(self, place: Place) -> None:
        """Shows a step of the lesson."""
        self._place, (lesson, number) = place, place
        self._solved, self._predicted, self._judged = False, 0, -1
        step, asked = place.step, place.step.question
        answer = None if asked is None else asked.answer
        choices = answer.choices if isinstance(answer, Choice) else ()
        where = _("{step} of {steps}").format(step=number + 1, steps=len(lesson.steps))
        self._title.say(f"{plain_text(_(step.title))} · {where}")
        texts = [step.title, *step.paragraphs, *([asked.text] if asked else []), *choices]
        self._mark.setText(english_mark(step))
        self._text.setText(rich("<br>".join(rich_text(_(text)) for text in step.paragraphs)))
        self._question.setText(rich(rich_text(_(asked.text))) if asked else "")
        self._back.setEnabled(number > 0)
        self._next.setText(_("Finish") if number + 1 == len(lesson.steps) else _("Next"))
        for k, (button, label) in enumerate(self._choices):
            choice = _(choices[k]) if k < len(choices) else ""
            button.setVisible(k < len(choices))
            label.setVisible(k < len(choices))
            label.setText(rich(rich_text(choice)))
            button.setAccessibleName(plain_text(choice))
        self._hand.ask(len(choices))
        self._field.setVisible(isinstance(answer, Numeric))
        self._check.setVisible(isinstance(answer, Numeric))
        self._field.clear()
        tolerance = answer.tolerance if isinstance(answer, Numeric) else 0
        self._field.setPlaceholderText(f"± {shown(tolerance)}" if tolerance else "")
        for part in (self._question, self._hint, self._reveal, self._verdict):
            part.setVisible(asked is not None)
        self._reveal.setText(_("Show how") if isinstance(answer, Goal) else _("Show the answer"))
        restyle(self._next, "primary", asked is None)
        self._tell("", "calm")
        self.said.emit(" ".join(plain_text(_(text)) for text in texts))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A click on the text of a choice is one on its button."""
        if event.type() == QEvent.Type.MouseButtonRelease:
            self._choose(next(k for k, (__, label) in enumerate(self._choices) if label is watched))
        return False

    def _move(self, by: int) -> None:
        if self._place is not None:
            self.moved.emit(self._place.number + by)

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

    @property
    def _asked(self) -> LessonQuestion | None:
        """The question that is not answered rightly yet."""
        return None if self._place is None or self._solved else self._place.step.question

    def _choose(self, given: int) -> None:
        asked = self._asked
        if asked is not None and isinstance(asked.answer, Choice) and given < len(asked.answer.choices):
            self._judge(asked, given == asked.answer.right)

    def _check_number(self) -> None:
        asked, text = self._asked, self._field.text()
        if asked is None or not isinstance(asked.answer, Numeric):
            return
        try:
            given = number_from(text)
        except ValueError:
            self._tell(_("Type a number.") + comma_hint(text), "calm")
            return
        self._judge(asked, abs(given - asked.answer.right) <= asked.answer.within)

    def follow_end(self, session: Session, frame: Frame) -> None:
        """The end of a run: whether it reaches the goal. session: that of the run, which is judged once."""
        asked = self._asked
        if self._place is None or asked is None or not isinstance(asked.answer, Goal) or frame.run == self._judged:
            return
        self._judged, start = frame.run, self._place.step.session
        failed = [each for each in asked.answer.conditions if not holds(each, start, session, frame)]
        if not failed:
            self._judge(asked, True)
        elif session is not start:
            self._judge(asked, False)
            self._tell(not_yet(failed, start, session, frame), "bad")

    def follow_prediction(self, prediction: Prediction) -> None:
        """A prediction was judged."""
        asked = self._asked
        if asked is None or not isinstance(asked.answer, Predicting):
            return
        self._predicted += prediction.right
        if self._predicted >= asked.answer.times:
            self._judge(asked, True)
            return
        if not prediction.right:
            self._judge(asked, False)
        text = _("{right} of {wanted} right so far.").format(right=self._predicted, wanted=asked.answer.times)
        self._tell(text, "calm")

    def _judge(self, asked: LessonQuestion, right: bool) -> None:
        assert self._place is not None
        self._tries[self._place.number].append(right)
        self._solved = right
        if right:
            self._hand.ask(0)
            restyle(self._next, "primary", True)
            self._tell(_("Right.") + " " + _(asked.reveal), "good")
        else:
            self._tell(_("No, try again; the hint says where to look."), "bad")
            if isinstance(asked.answer, Numeric):
                self._field.setFocus()
                self._field.selectAll()

    def _show_hint(self) -> None:
        if self._asked is not None:
            self._tell(_(self._asked.hint), "calm")

    def _give_away(self) -> None:
        """Shows the answer, which counts as a wrong one."""
        asked, right = self._asked, ""
        if self._place is None or asked is None:
            return
        self._tries[self._place.number].append(False)
        if isinstance(asked.answer, Numeric):
            right = f"{shown(asked.answer.right)}: "
        elif isinstance(asked.answer, Choice):
            right = f"{_(asked.answer.choices[asked.answer.right]).rstrip('.。')}: "
        self._tell(right + _(asked.reveal), "calm")
        if isinstance(asked.answer, Goal):
            self.shown_how.emit()

    def _tell(self, text: str, tone: str) -> None:
        self._verdict.setText(rich(rich_text(text)))
        restyle(self._verdict, "tone", tone)
        if text:
            self.said.emit(plain_text(text))
