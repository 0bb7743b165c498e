"""What the window offers to learn from: examples on the empty canvas, lessons, and published exercises."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QMainWindow

from kpgui.language import _, titled
from kpgui.model.errors import KpguiError
from kpgui.model.frame import Frame
from kpgui.model.lesson import Goal, Lesson, Predicting
from kpgui.model.session import Session, View
from kpgui.ui.actions.actions import Actions
from kpgui.ui.canvas import Canvas
from kpgui.ui.dialogs.collection import Collected, CollectionDialog
from kpgui.ui.dialogs.messages import show_problem
from kpgui.ui.files.saving import Saving
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.session.settings import home_folder
from kpgui.ui.window.dock_layout import VERSION, DockLayout
from kpgui.ui.window.lesson_bar import LessonBar, Place
from kpgui.ui.window.playback import Playback
from kpgui.words.enablement import ENDED
from kpgui.words.examples import Example

LOCKED = {
    "points": ("data", "dataset"),
    "kernel": ("kernel", "kernel"),
    "learner": ("learner", "learner"),
    "run": ("run", "order", "seed", "conventions"),
}
"""What a step keeps from being changed, by the names of `LOCKS`: a section of the setup, and fields of the session."""


class Teaching(QObject):
    """Opens examples and plays lessons. During a lesson one's own work is put aside, and comes back after it."""

    said = Signal(str)
    """A sentence for the status bar."""

    def __init__(
        self,
        window: QMainWindow,
        workbench: Workbench,
        canvas: Canvas,
        saving: Saving,
        commands: Actions,
        playback: Playback,
        bar: LessonBar,
        docks: DockLayout,
    ) -> None:
        super().__init__(window)
        self._window, self._workbench, self._canvas, self._saving = window, workbench, canvas, saving
        self._document, self._training = workbench.document, workbench.training
        self._commands, self._playback = commands, playback
        self._docks, self._bar = docks, bar
        self._place: Place | None = None
        self._layout = QByteArray()
        self._predicting = False
        self._view = View()
        self._settled = QTimer(self, singleShot=True, interval=0)
        self._settled.timeout.connect(self._set_view)
        bar.moved.connect(self._go)
        bar.left.connect(self.leave)
        bar.shown_how.connect(self._show_how)
        self._training.frame_arrived.connect(self._follow)
        self._document.restored.connect(self._notice)
        self._document.refused.connect(self.said)
        workbench.closing.connect(self._bar.end)
        workbench.exporters.append(self._exportable)

    def handlers(self) -> dict[str, Callable[[], None]]:
        """What the actions do, by their ids."""
        return {
            "file.keep_step": self.keep_step,
            "help.lessons": self.offer_lessons,
            "help.examples": self.offer_exercises,
        }

    # Examples.

    def show_example(self, example: Example) -> None:
        """Opens an example and trains it, slowly enough to be watched."""
        if self._saving.may_discard():
            session = example.session()
            self._document.open_session(session, None)
            self._playback.suit(len(session.dataset))
            self._canvas.fit_view()
            self._commands["train.run"].trigger()
            self.said.emit(titled(_(example.title), _(example.meaning)))

    # Lessons.

    def offer_lessons(self) -> None:
        """Shows the lessons that there are."""
        from kpgui.words.lessons.shelf import lessons

        found = [
            Collected(
                each.source,
                _(each.title),
                (
                    _(each.about),
                    _("{n} minutes, {questions} questions").format(n=each.minutes, questions=len(each.questions)),
                ),
            )
            for each in lessons()
        ]
        dialog = CollectionDialog("dialog.lessons", _("Lessons"), found, _("Begin"), self._window)
        dialog.chosen.connect(self.open_lesson)
        dialog.add_button(_("From a folder…"), "lessons.folder", self._ask_folder)
        dialog.show()

    def offer_exercises(self) -> None:
        """Shows the published exercises that there are."""
        from kpgui.words.lessons.shelf import exercises

        found = {each.key: each for each in exercises()}
        listed = [Collected(each.key, each.title, each.paragraphs) for each in found.values()]
        dialog = CollectionDialog("dialog.examples", _("Examples"), listed, _("Open"), self._window)
        dialog.chosen.connect(lambda key: self._open_exercise(found[key].session, found[key].gives))
        dialog.show()

    def _open_exercise(self, session: Session, gives: str) -> None:
        if self._saving.may_discard():
            self._document.open_session(session, None)
            self._canvas.fit_view()
            self.said.emit(gives)

    def _ask_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self._window, _("The folder of a lesson"), str(self._folder))
        if chosen:
            self.open_lesson(chosen)

    def open_lesson(self, path: str) -> None:
        """Begins the lesson in this file or folder, or says why it cannot be read."""
        from kpgui.words.lessons.file import read_lesson

        try:
            lesson = read_lesson(Path(path))
        except KpguiError as error:
            show_problem(self._window, str(error))
            return
        self.begin(lesson)

    def keep_step(self) -> None:
        """Asks for what makes the session that is shown a step of a lesson, and writes that."""
        from kpgui.ui.dialogs.lesson_step import LessonStepDialog

        session = replace(self._saving.session_as_seen(), reached=None, live=False, answers=())
        dialog = LessonStepDialog(session, str(self._folder), self._window)
        dialog.kept.connect(self.said)
        dialog.show()

    @property
    def _folder(self) -> Path:
        path = self._document.path
        return home_folder() if path is None else path.parent

    def begin(self, lesson: Lesson) -> None:
        """Puts one's own work aside and shows the first step of a lesson."""
        if self._place is None:
            self._layout = self._window.saveState(VERSION)
            self._predicting = self._commands["train.predict"].isChecked()
        self._bar.begin(lesson)
        self._show(lesson, 0)

    def _go(self, step: int) -> None:
        assert self._place is not None
        if step < len(self._place.lesson.steps):
            self._show(self._place.lesson, step)
        else:
            self.said.emit(f"{_(self._place.lesson.title)}: {self._bar.score}")
            self.leave()

    def _show(self, lesson: Lesson, number: int) -> None:
        step = lesson.steps[number]
        own = self._document.own if self._document.lent else self._saving.session_as_seen()
        self._place = Place(lesson, number)
        self._document.locks = frozenset(field for lock in step.locks for field in LOCKED[lock][1:])
        predicts = step.question is not None and isinstance(step.question.answer, Predicting)
        self._commands["train.predict"].setChecked(predicts)
        self._document.lend(step.session, own)
        self._playback.suit(len(step.session.dataset))
        for lock, (section, *__) in LOCKED.items():
            self._docks.column.sections[section].panel.setEnabled(lock not in step.locks)
        for key in step.shows:
            self._docks.dock(key).show()
            if key != "setup":
                self._docks.bring(key)
        for key in step.hides:
            self._docks.dock(key).hide()
        if step.at < 0:
            self._training.to_end()
        elif step.at:
            self._training.reset(step.at)
        self._bar.show_step(self._place)
        self._show_view(step.session.view)
        self._canvas.setFocus()

    def _set_view(self) -> None:
        self._canvas.set_view(self._view)

    def _show_view(self, view: View) -> None:
        """Shows this part of the plane, once the canvas has its place beside bars and panels."""
        self._view = view
        self._settled.start()

    def _exportable(self) -> list[tuple[str, str, Callable[[], object]]]:
        """What the dialog of data offers: the lesson that is played."""
        lesson = None if self._place is None else self._place.lesson
        return [("lesson", _("Lesson as a page"), partial(self._saving.save_lesson_page, lesson))] if lesson else []

    def leave(self) -> None:
        """Ends the lesson: one's own work is back, as it was."""
        if self._place is not None:
            self._end()
            self._document.take_back()
            self._show_view(self._document.session.view)
            self._canvas.setFocus()

    def _end(self) -> None:
        self._place = None
        self._bar.end()
        self._commands["train.predict"].setChecked(self._predicting)
        for section, *__ in LOCKED.values():
            self._docks.column.sections[section].panel.setEnabled(True)
        self._window.restoreState(self._layout, VERSION)

    def _notice(self, *__: object) -> None:
        """Another session was opened in place of one's own: the lesson is over."""
        if self._place is not None and not self._document.lent:
            self._end()

    def _follow(self, frame: Frame) -> None:
        shown = self._training.shown
        current = frame.run == self._training.run and not self._training.behind and not self._training.outdated
        if self._place is not None and shown is not None and current and frame.status in ENDED:
            self._bar.follow_end(shown[0], frame)

    def _show_how(self) -> None:
        """Makes the changes that reach the goal, and trains."""
        from kpgui.words.lessons.file import changed

        step = None if self._place is None else self._place.step
        if step is None or step.question is None or not isinstance(step.question.answer, Goal):
            return
        session = step.session
        for name, value in step.question.answer.solution:
            session = changed(session, name, value)
        self._document.lend(replace(session, view=self._canvas.view), self._document.own)
        self._training.to_end()
