"""The main window: creates the parts and connects them."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QToolBar, QWidget

from kpgui.geometry.palette import Palette
from kpgui.language import _, titled
from kpgui.model.session import Session, View
from kpgui.ui.actions.action_state import ActionState
from kpgui.ui.actions.actions import PANELS as PANELS_MENU
from kpgui.ui.actions.actions import RECENT, Actions
from kpgui.ui.actions.selection_commands import SelectionCommands
from kpgui.ui.canvas import TOOLS, Canvas
from kpgui.ui.canvas.layers.boundaries import BoundariesLayer
from kpgui.ui.dialogs import FRAME, put_beside
from kpgui.ui.dialogs.axes import AxesDialog
from kpgui.ui.dialogs.errors import ErrorReporter
from kpgui.ui.dialogs.messages import Notices, show_about, show_problem
from kpgui.ui.dialogs.transform import TransformDialog
from kpgui.ui.files.autosave import Autosave, Left
from kpgui.ui.files.opening import Drops, Opening
from kpgui.ui.files.ownership import Ownership
from kpgui.ui.files.pictures import Pictures
from kpgui.ui.files.recent import RecentMenu, Shelf, StartList
from kpgui.ui.files.saving import Saving
from kpgui.ui.forms.fields import finish_typing
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.widgets import Wide, in_column
from kpgui.ui.instruments.timeline.bar import TimelineStrip
from kpgui.ui.look.icons import app_icon
from kpgui.ui.look.scale import hold
from kpgui.ui.look.style import SCREEN_THEMES, Theme
from kpgui.ui.session.document import Document
from kpgui.ui.session.settings import decoded, encoded, load_settings, save_settings
from kpgui.ui.session.training import Training
from kpgui.ui.tasks import AfterFirstPaint, Background
from kpgui.ui.window.dock_layout import PANELS, VERSION, DockLayout, action_of, panel_entries
from kpgui.ui.window.hover_card import Announcer, HoverCard
from kpgui.ui.window.keys import HelpKey, PlainKeys
from kpgui.ui.window.lesson_bar import LessonBar
from kpgui.ui.window.playback import Playback
from kpgui.ui.window.predict import PredictBar
from kpgui.ui.window.presentation import Presentation
from kpgui.ui.window.shutdown import keep_until_destroyed
from kpgui.ui.window.side_by_side import SideBySide
from kpgui.ui.window.status_bar import Progress, StatusBar
from kpgui.ui.window.step_sentence import StageStrip, StepSentence
from kpgui.ui.window.teaching import Teaching
from kpgui.ui.window.tool_strip import ICON, MenuCorner, OptionsBar, ToolStrip, beside
from kpgui.ui.window.view_menu import LargerType, ViewToggles, offer_languages, type_scale

SIZE = QSize(1280, 800)

SOON = 100
"""Milliseconds until it is seen again whether the window may be replaced."""


class MainWindow(QMainWindow):
    """The window of one session, with canvas and panels. The trainer starts with it and ends when it is closed.

    left: by the window whose place this one takes; it goes on with that one's document instead of `session`.
    """

    language_chosen = Signal()
    """The program is to speak another language, which takes another window: this one's texts stay as they are."""

    def __init__(self, session: Session | None = None, left: Left | None = None) -> None:
        super().__init__()
        self.setObjectName("main_window")
        self.setWindowIcon(app_icon())
        self.errors = ErrorReporter(self)
        self.settings = load_settings()
        self.document = Document(session) if left is None else left.document
        self.document.setParent(self)
        self.theme = Theme(self, self.settings.theme, type_scale(self.settings.larger_type))
        self.training = Training(self.document, self)
        self.commands = Actions(self, panel_entries())
        self.canvas = Canvas(self.document, self.theme.palette, self)
        self.notices = Notices(self.canvas)
        self.reading, self.writing = Background(self), Background(self)
        self.ownership = Ownership(self.document, self.notices, self.writing, self)
        if left is not None:
            self.ownership.take_over(left.claim)
        self.saving = Saving(self.document, self.settings, self.ownership, self.writing, self._as_seen, self)
        self.opening = Opening(self.document, self.settings, self.ownership, self.saving, self.reading, self)
        Drops(self.opening, self)
        after_first_paint = AfterFirstPaint(self.canvas.viewport(), self)
        self._start_list = StartList(self.document, self.settings, self.canvas, after_first_paint)
        more = [self.commands["help.lessons"], self.commands["help.examples"]]
        self._shelf = Shelf(self.document, self.canvas, after_first_paint, more)
        self.workbench = Workbench(self.document, self.training, self.theme, self.canvas.focus, after_first_paint, self)
        self._pictures = Pictures(
            self, self.settings, self.training, self.theme, self.saving, self.canvas, self.workbench
        )
        self.selection_commands = SelectionCommands(self.document, self.canvas, self.reading, self)
        self.timeline = TimelineStrip(self.training, self.workbench.instruments, self.theme.palette)
        self.playback = Playback(self.commands, self.timeline, self.settings.pace)
        self.sentence = StepSentence(self.training, self.theme, self.commands, self.settings)
        self.status = StatusBar(self.training, self.sentence, self)
        self.setStatusBar(self.status)
        stop = _("Stop reading; what is on the canvas stays (Esc)")
        Progress(self.reading, "progress", stop, self.status, self)
        Progress(self.writing, "saving", "", self.status, self)
        copy = None if left is None else left.copy
        self.autosave = Autosave(self.document, self.saving, self.ownership, self.notices, self, copy)
        stage, centre = StageStrip(self.training), QWidget()
        self.predict = PredictBar(self.workbench, self.canvas, self.commands)
        self.lesson_bar = LessonBar(self.canvas)
        self.races = SideBySide(self.workbench, self.canvas, self.notices, self.commands, self.playback)
        in_column(self.lesson_bar, Wide(self.races), self.predict, stage, on=centre, spacing=0)
        self.dock_layout = DockLayout(self, beside(ToolStrip(self.commands), centre), self.playback, self.workbench)
        parts = self.workbench, self.canvas, self.saving, self.commands, self.playback
        self.teaching = Teaching(self, *parts, self.lesson_bar, self.dock_layout)
        self.presentation = Presentation(
            self, self.canvas, self.sentence, stage, self.status, self.commands, self.theme
        )
        self._action_state = ActionState(self.commands, self.document)
        self.announcer = Announcer(self, self.training)
        self._shown_before = False
        self._speaking = QTimer(self, singleShot=True, interval=SOON)
        self._speaking.timeout.connect(self._change_language)
        self._keys = PlainKeys(self, self.canvas)
        HelpKey(self, self.commands)
        self._fill_menus()
        self._connect_actions()
        self._connect_parts()
        self._recolour(self.theme.palette)
        self._show_title()
        self._restore()
        keep_until_destroyed(self)
        self.training.start(after_first_paint)
        self.training.set_pace(self.playback.pace)

    def _fill_menus(self) -> None:
        recent = RecentMenu(self.settings, self)
        recent.chosen.connect(self.opening.open_path)
        fill = {RECENT: lambda menu: menu.addMenu(recent), PANELS_MENU: self.dock_layout.fill_menu}
        self.commands.fill_menu_bar(self.menuBar(), fill)
        self.addActions([self.commands[entry.id] for entry in self.commands.entries if entry.keys])  # some in no menu
        bar = QToolBar(_("Tool bar"), self)
        bar.setObjectName("tool_bar")
        hold(bar, icon=ICON)
        bar.setMovable(False)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.commands.fill_tool_bar(bar)
        settings = OptionsBar(self.canvas.tools, self)
        settings.options.refused.connect(self.status.say)
        if self.menuBar().isNativeMenuBar():
            self.addToolBar(bar)
            self.addToolBar(settings)
        else:
            self.menuBar().setCornerWidget(MenuCorner(bar, settings, self))

    def _connect_actions(self) -> None:
        self.commands.triggered.connect(self._keys.leave_text)
        self.commands.triggered.connect(self.workbench.acted)
        self.commands.connect_all(
            {
                "file.new": self.opening.new,
                "file.open": self.opening.open,
                "file.import": self.opening.import_points,
                "file.save": self.saving.save,
                "file.save_as": self.saving.save_as,
                "file.export": self._pictures.export,
                "file.export_figure": self._pictures.design,
                "file.copy_figure": self._pictures.copy,
                "file.export_animation": self._pictures.film,
                "file.quit": self.close,
                "edit.undo": self.document.history.undo,
                "edit.redo": self.document.history.redo,
                "edit.delete": self.canvas.delete_selection,
                "edit.select_all": self.canvas.select_all,
                "tool.smaller": partial(self.canvas.tools.resize, -1),
                "tool.larger": partial(self.canvas.tools.resize, 1),
                "edit.transform": self._transform,
                **self.selection_commands.handlers(),
                "class.positive": partial(self.canvas.set_left_class, 1),
                "class.negative": partial(self.canvas.set_left_class, -1),
                **self.predict.handlers(self.training.handlers()),
                "run.keep_ghost": self.workbench.ghosts.keep,
                "train.slower": self.playback.slower,
                "train.faster": self.playback.faster,
                "view.fit": self.canvas.fit_view,
                "view.axes": self._show_axes,
                "view.reset_axes": self._reset_axes,
                **{action_of(panel): partial(self.dock_layout.bring, panel.key) for panel in PANELS if panel.shortcut},
                **{f"view.theme_{name}": partial(self.theme.apply, name) for name in SCREEN_THEMES},
                "view.setup": self.dock_layout.fold,
                "view.reset_layout": self.dock_layout.reset,
                **self.teaching.handlers(),
                "help.about": partial(show_about, self),
            }
        )
        self.commands.choice("tool").triggered.connect(self._take_tool)
        self.commands["view.snap"].toggled.connect(self.canvas.set_snap)
        self.commands["view.equal_aspect"].toggled.connect(self._set_equal_aspect)
        self.commands["view.equal_aspect"].setChecked(self.settings.equal_aspect)
        self.canvas.view_box.set_equal(self.settings.equal_aspect)
        self.canvas.set_view(self.document.session.view)  # until the window is laid out, no other is visible
        self.commands["train.live"].setChecked(self.training.live)
        self.commands["train.live"].toggled.connect(self.training.set_live)
        self.commands["view.snap"].setChecked(self.settings.snap)
        ViewToggles(self.commands, self.canvas, self.workbench, self.settings)
        LargerType(self.commands["view.larger_type"], self.theme, self.dock_layout, self.settings)
        offer_languages(self.commands, self.settings, self._change_language)
        HoverCard(self.canvas, self.training, self.commands["view.card"])
        self.canvas.tools.restore(self.settings.tools, self.settings.tool)
        self.commands[f"tool.{self.canvas.tool}"].setChecked(True)
        self.commands["class.positive"].setChecked(True)
        self.commands[f"view.theme_{self.theme.palette.name}"].setChecked(True)

    def _connect_parts(self) -> None:
        self.training.frame_arrived.connect(self.canvas.show_frame)
        self.training.frame_arrived.connect(self._action_state.show_frame)
        self.training.live_changed.connect(self.commands["train.live"].setChecked)
        self.training.replaying.connect(self.status.show_replay)
        self.training.differs.connect(self.status.say)
        self.training.rested.connect(self.autosave.follow)
        self.training.outdated_changed.connect(self.canvas.show_outdated)
        self.training.outdated_changed.connect(self._action_state.show_outdated)
        self.training.outdated_changed.connect(self.status.show_outdated)
        self.training.outdated_changed.connect(self.status.counters.show_outdated)
        self.training.left_end.connect(self._action_state.leave_end)
        self.training.frame_arrived.connect(self.errors.report_failed_run)
        self.dock_layout.dock("why").visibilityChanged.connect(self.sentence.see_why)
        self.sentence.sentence_shown.connect(self.announcer.follow)
        self.status.said.connect(self.announcer.report)
        self.predict.said.connect(self.announcer.report)
        self.predict.judged.connect(self.lesson_bar.follow_prediction)
        self.errors.said.connect(self.status.say)
        self.errors.error_occurred.connect(self.autosave.write_now)
        self.commands.triggered.connect(self.errors.note)
        self.document.history.indexChanged.connect(self._note_edit)
        self.canvas.viewport_changed.connect(self.training.set_viewport)
        self.canvas.viewport_changed.connect(self.workbench.bumps.show_view)
        self.canvas.focus.place_changed.connect(self.status.show_place)
        self.canvas.stage.hinted.connect(self.status.hint)
        self.canvas.tapped.connect(self.commands["train.run"].trigger)
        self.canvas.focus.selection_changed.connect(self._action_state.show_selection)
        self.theme.changed.connect(self.timeline.set_palette)
        self.playback.pace_changed.connect(self.training.set_pace)
        self.playback.hinted.connect(self.status.show_pace_hint)
        self.training.playing_changed.connect(self.playback.show_playing)
        self.document.changed.connect(self.playback.follow)
        self.playback.follow(self.document.session, self.document.session)
        lines = self.canvas.stage.layer(BoundariesLayer)
        self.workbench.overlaid.connect(self.canvas.stage.overlay)
        self.workbench.overlay_ghosts()
        self.workbench.points_generated.connect(self.canvas.fit_view)
        self.workbench.preview_changed.connect(self.canvas.show_preview)
        self.workbench.ghosts.pointed.connect(lines.emphasise)
        self.workbench.closing.connect(lines.stop)
        self.workbench.said.connect(self.status.say)
        self.canvas.menu_asked.connect(self._show_context_menu)
        self.workbench.menu_asked.connect(self._show_context_menu)
        self.workbench.panel_asked.connect(self.dock_layout.bring)
        self.workbench.export_asked.connect(self._pictures.export)
        self.races.picture_wanted.connect(self._pictures.save)
        self.selection_commands.said.connect(self.status.say)
        self.selection_commands.refused.connect(partial(show_problem, self))
        self._start_list.chosen.connect(self.opening.open_path)
        self._shelf.chosen.connect(self.teaching.show_example)
        self.teaching.said.connect(self.status.say)
        self.lesson_bar.said.connect(self.announcer.report)
        self.opening.said.connect(self.status.say)
        self.saving.said.connect(self.status.say)
        self.autosave.said.connect(self.status.say)
        self.theme.changed.connect(self._recolour)
        self.document.path_changed.connect(self._show_title)
        self.document.modified_changed.connect(self.setWindowModified)
        self.setWindowModified(self.document.modified)

    def _note_edit(self) -> None:
        self.errors.note(f"edit {self.document.history.undoText()!r}")

    def _take_tool(self, action: QAction) -> None:
        tool = TOOLS.find(action.objectName().removeprefix("tool."))
        self.canvas.set_tool(tool.key)
        self.status.say(titled(_(tool.title), _(tool.tip)))

    def _transform(self) -> None:
        ids, dataset = self.canvas.selection, self.document.session.dataset
        start = dataset.points[dataset.index_of(ids)]
        dialog = TransformDialog(self.commands, self.selection_commands, self.document, ids, start, self)
        put_beside(dialog, self.canvas, start)
        dialog.show()

    def _show_axes(self) -> None:
        AxesDialog(self.canvas, self.commands["view.equal_aspect"], self).show()

    def _reset_axes(self) -> None:
        self.commands["view.equal_aspect"].setChecked(True)
        self.canvas.set_view(View())

    def _set_equal_aspect(self, equal: bool) -> None:
        self.settings.equal_aspect = equal
        self.canvas.view_box.set_equal(equal)

    def _show_context_menu(self, at: QPoint) -> None:
        self.commands.context_menu(self).popup(at)

    def _change_language(self) -> None:
        """Asks for a window in another language, once no file is read or written and nothing is asked."""
        busy = self.reading.busy or self.writing.busy or self._pictures.busy
        if busy or QApplication.activeModalWidget() is not None:
            self._speaking.start()
        else:
            self.language_chosen.emit()

    def _as_seen(self, session: Session) -> Session:
        """A session with what is saved of the window: view, step of the run, Live, shape, ghosts and answers."""
        return replace(
            session,
            view=self.canvas.view,
            reached=self.training.reached,
            live=self.training.live,
            shape=self.workbench.shape,
            ghosts=self.workbench.ghosts.kept,
            answers=self.predict.answers,
        )

    def _show_title(self) -> None:
        only = _(" (read-only)") if self.ownership.read_only else ""
        self.setWindowTitle(f"{self.document.name}[*]{only} – kpgui")
        self.setWindowFilePath(str(self.document.path or ""))

    def _recolour(self, palette: Palette) -> None:
        self.commands.recolour(palette)
        self.canvas.set_palette(palette)
        self.dock_layout.recolour(palette)
        self.settings.theme = palette.name

    def _restore(self) -> None:
        self.playback.settle()
        self.dock_layout.keep_initial()
        self.resize(SIZE.boundedTo(QGuiApplication.primaryScreen().availableSize() - FRAME))
        if self.settings.geometry:
            self.restoreGeometry(decoded(self.settings.geometry))
        self.dock_layout.column.collapsed = self.settings.collapsed
        self.dock_layout.roomy = decoded(self.settings.roomy)
        self._restored = bool(self.settings.state) and self.restoreState(decoded(self.settings.state), VERSION)
        if not self._restored:
            self.dock_layout.fold_where_narrow()
        self.dock_layout.fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._shown_before:
            self._shown_before = True
            if not self._restored:
                self.dock_layout.share_out()
            self.autosave.start()
            self.canvas.setFocus()
            self.activateWindow()  # without a window manager nothing else does, and no key would arrive

    def closeEvent(self, event: QCloseEvent) -> None:
        finish_typing()
        committed = self.autosave.committed
        if not committed and not self.saving.may_discard():
            event.ignore()
            return
        self.autosave.close(keep=committed)
        self._end()
        event.accept()

    def leave(self) -> Left:
        """Ends all that goes on in the window, and gives its document away for another window to go on with."""
        finish_typing()
        self.teaching.leave()
        self.document.go_on_as(self.saving.session_as_seen())
        left = Left(self.document, self.ownership.claim, self.autosave.hand_over())
        self._end()
        self.document.setParent(None)
        return left

    def _end(self) -> None:
        """Remembers how the window is, and stops what it has begun."""
        self.settings.geometry, self.settings.state = map(encoded, self.presentation.layout)
        self.settings.roomy = encoded(self.dock_layout.roomy)
        self.settings.collapsed = self.dock_layout.column.collapsed
        self.settings.pace = self.playback.pace_position
        self.settings.snap = self.canvas.snaps
        self.settings.tool = self.canvas.tools.key_to_keep
        self.settings.tools = self.canvas.tools.changes
        save_settings(self.settings)
        self.ownership.close()
        self.stop_files()
        self.workbench.after_first_paint.stop()
        self.workbench.closing.emit()
        self.training.stop()

    def stop_files(self) -> None:
        """Cancels reading and writing, and waits a limited time for them to end, before the window closes."""
        self.reading.stop()
        self.writing.stop()
