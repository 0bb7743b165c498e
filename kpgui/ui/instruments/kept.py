"""The table of kept moments: the present moment and each ghost, with its numbers."""

from PySide6.QtCore import QEvent, QModelIndex, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QIcon, QKeyEvent, QMouseEvent, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from kpgui.drawing.symbols import line_pen
from kpgui.figure.wording import title as run_title
from kpgui.geometry.palette import Palette
from kpgui.geometry.rings import LineStyle, line_style
from kpgui.kernels import kernel
from kpgui.language import _, titled
from kpgui.learners import learner
from kpgui.model.reading import Numbers
from kpgui.model.session import Ghost
from kpgui.ui.forms.panel import Workbench
from kpgui.ui.forms.widgets import Wide, fill, in_row, push_button
from kpgui.ui.instruments.export import Export, ExportingPanel
from kpgui.ui.look.scale import APART
from kpgui.ui.look.style import PlainLabel, named, plain
from kpgui.words.ghosts import COLUMNS, EMPTY, GhostRow, compact, row_now, row_of, table
from kpgui.words.variation import SEVERAL, several

FIELDS = {"kernel": "kernel", "learner": "learner", "run.order": "order", "run.seed": "seed"}
"""Names of what a kept moment and a session have, and their fields."""

SWATCH = QSize(24, 12)
"""Size of the piece of line before a name, in pixels."""

KINDS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
OWN = Qt.ItemDataRole.UserRole
"""The role that has the style of a ghost."""

SPOKEN = Qt.ItemDataRole.AccessibleTextRole


class MomentsTree(QTreeWidget):
    """Moments with their numbers below their names. Enter shows or hides a line, F2 renames its moment."""

    pointed = Signal(object)
    """The item that the pointer is on, or None."""

    switched = Signal(object)
    """An item at which Enter was pressed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "kept.table", _("Kept moments"))
        self.setAccessibleDescription(_("Enter shows or hides a line, F2 renames its moment."))
        self.setHeaderLabels([_(title) for title, __ in COLUMNS])
        for column, (__, meaning) in enumerate(COLUMNS):
            self.headerItem().setToolTip(column, _(meaning))
            self.headerItem().setTextAlignment(column, Qt.AlignmentFlag.AlignRight)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.header().setMinimumSectionSize(20)
        self.header().setStretchLastSection(False)
        self.setIndentation(0)
        self.setItemsExpandable(False)
        self.setIconSize(SWATCH)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # a name may end in the step
        self.setEditTriggers(QAbstractItemView.EditTrigger.DoubleClicked | QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setMouseTracking(True)
        self.itemEntered.connect(lambda item: self.pointed.emit(item))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside the rows chooses none."""
        if self.itemAt(event.position().toPoint()) is None:
            self.setCurrentIndex(QModelIndex())
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        entered = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if entered and self.state() != QAbstractItemView.State.EditingState and self.currentItem() is not None:
            self.switched.emit(self.currentItem())
        else:
            super().keyPressEvent(event)

    def add(self, row: GhostRow) -> QTreeWidgetItem:
        """Adds an item for a moment, with its numbers in one below it."""
        item = QTreeWidgetItem(self)
        item.setFlags(KINDS)
        QTreeWidgetItem(item).setFlags(KINDS)
        item.setExpanded(True)
        item.setFirstColumnSpanned(True)
        self.write(item, row)
        return item

    def write(self, item: QTreeWidgetItem, row: GhostRow) -> None:
        """Shows a moment's name and numbers; all digits are in the tooltips."""
        item.setText(0, row.name)
        item.setToolTip(0, plain(f"{row.name}: {row.kernel}, {row.learner}"))
        numbers = item.child(0)
        assert numbers is not None
        for column, (count, (title, meaning)) in enumerate(zip(row.counts, COLUMNS, strict=True)):
            item.setData(column, SPOKEN, row.name)
            numbers.setText(column, compact(count))
            numbers.setTextAlignment(column, Qt.AlignmentFlag.AlignRight)
            numbers.setData(column, SPOKEN, titled(_(title), compact(count)))
            exact = "" if count is None or compact(count) == str(count) else f"{count}. "
            numbers.setToolTip(column, plain(exact + _(meaning)))


class KeptPanel(ExportingPanel):
    """The present moment and the ghosts.

    On the canvas the line of the moment that is pointed at is thick, or else that of the one chosen.
    """

    key = "kept"
    title = "Kept moments"
    explanation = "Moments that were kept, beside the present one: errors and settings; point at one to see its line."
    shortcut = "Ctrl+Shift+K"
    menu_text = "&Kept moments"
    exports = Export.NUMBERS, Export.PICTURE
    wanted_width = 300

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._ghosts = workbench.ghosts
        self._hovered: int | None = None
        tip = _("Keep the boundary and the numbers that are shown now (K)")
        self._keep = push_button(self, "kept.keep", _("&Keep this moment"), self._ghosts.keep, tip)
        self._tree = MomentsTree(self)
        self._now = self._tree.add(GhostRow(_("now"), "", "", 0, 0, None, None, 0))
        self._settings = PlainLabel(self, name="kept.settings", role="muted", wraps=True)
        tip = _("Use its kernel, learner, order and seed (can be undone)")
        self._use = push_button(self, "kept.use", _("&Use its settings"), self._use_settings, tip)
        self._remove = push_button(self, "kept.remove", _("Remo&ve"), self._remove_ghost, _("Remove this ghost"))
        tip = _("Compare runs with the settings of these moments, where they differ")
        self._vary = push_button(self, "kept.vary", _("Var&y them"), self._ask_vary, tip)
        self._empty = PlainLabel(self, _(EMPTY), name="kept.empty", role="muted", wraps=True)
        fill(self.column, in_row(self._keep, None), Wide(self._tree), self._settings, self._empty)
        fill(self.column, in_row(self._use, self._remove, None, spacing=APART), in_row(self._vary, None))
        self.set_exportable(True)
        self._tree.pointed.connect(self._hover)
        self._tree.switched.connect(self._switch)
        self._tree.itemChanged.connect(self._take)
        self._tree.currentItemChanged.connect(self._mark)
        self._ghosts.changed.connect(self._show_ghosts)
        workbench.document.changed.connect(self._enable_vary)
        workbench.theme.changed.connect(self._recolour)
        workbench.training.frame_arrived.connect(self.request_refresh)
        self._show_ghosts()

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self._keep.setFocus()

    def picture(self) -> QWidget:
        """The table."""
        return self._tree

    def numbers(self) -> Numbers | None:
        """All moments, the present one first."""
        now = self._present()
        rows = [] if now is None else [now]
        rows += [row_of(each) for each in self._ghosts.kept]
        return table(rows) if rows else None

    def refresh(self) -> None:
        """Shows the numbers of the present moment."""
        now = self._present()
        if now is not None:
            with QSignalBlocker(self._tree):
                self._tree.write(self._now, now._replace(name=_("now")))
            self._show_settings()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._hovered = None
        self._tree.setCurrentIndex(QModelIndex())
        self._mark()

    def _present(self) -> GhostRow | None:
        shown, frame = self.workbench.training.shown, self.workbench.training.frame
        return None if shown is None or frame is None else row_now(shown[0], frame)

    @property
    def _items(self) -> list[QTreeWidgetItem]:
        """Those of the ghosts."""
        root = self._tree.invisibleRootItem()
        return [item for k in range(1, root.childCount()) if (item := root.child(k)) is not None]

    @property
    def _chosen(self) -> Ghost | None:
        """The ghost whose row is chosen."""
        style = style_of(self._tree.currentItem())
        return next((each for each in self._ghosts.kept if each.style == style), None)

    def _show_ghosts(self) -> None:
        kept = self._ghosts.kept
        for item in self._items:
            if style_of(item) not in [each.style for each in kept]:
                self._tree.takeTopLevelItem(self._tree.indexOfTopLevelItem(item))
        with QSignalBlocker(self._tree):
            shown = {style_of(item): item for item in self._items}
            for ghost in kept:
                item = shown.get(ghost.style) or self._tree.add(row_of(ghost))
                item.setData(0, OWN, ghost.style)
                item.setFlags(KINDS | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsUserCheckable)
                item.setCheckState(0, Qt.CheckState.Checked if ghost.visible else Qt.CheckState.Unchecked)
                self._tree.write(item, row_of(ghost))
        self._empty.setVisible(not kept)
        self._recolour(self.workbench.theme.palette)
        self._mark()

    def _take(self, item: QTreeWidgetItem) -> None:
        """Renames a ghost, or shows or hides its line."""
        style = style_of(item)
        if style is not None:
            self._ghosts.set_visible(style, item.checkState(0) == Qt.CheckState.Checked)
            self._ghosts.rename(style, item.text(0))
            self._show_ghosts()  # where the name was refused

    def _switch(self, item: QTreeWidgetItem) -> None:
        whole = item.parent() or item
        if style_of(whole) is not None:
            on = whole.checkState(0) == Qt.CheckState.Checked
            whole.setCheckState(0, Qt.CheckState.Unchecked if on else Qt.CheckState.Checked)

    def _use_settings(self) -> None:
        if self._chosen is not None:
            self._ghosts.use_settings(self._chosen.style)

    @property
    def _differing(self) -> tuple[tuple[str, str], ...]:
        """What differs between the present run and the kept ones: a setting and its values, or the list of several."""
        runs = [self.workbench.document.session, *(each.moment for each in self._ghosts.kept)]
        names = {name: field for name, field in FIELDS.items() if len({getattr(run, field) for run in runs}) > 1}
        rows = [{name: str(getattr(run, field)) for name, field in names.items()} for run in runs]
        if len(names) > 1:
            return ((SEVERAL, ", ".join(dict.fromkeys(map(several, rows)))),)
        return tuple((name, ", ".join(dict.fromkeys(row[name] for row in rows))) for name in names)

    def _enable_vary(self) -> None:
        self._vary.setEnabled(bool(self._differing))

    def _ask_vary(self) -> None:
        if self._differing:
            self.workbench.vary_asked.emit(self._differing)

    def _remove_ghost(self) -> None:
        if self._chosen is not None:
            self._ghosts.remove(self._chosen.style)

    def _hover(self, item: QTreeWidgetItem | None) -> None:
        self._hovered = style_of(item)
        self._mark()

    def _mark(self) -> None:
        chosen = self._chosen
        for button in (self._use, self._remove):
            button.setEnabled(chosen is not None)
        self._enable_vary()
        self._show_settings()
        of_chosen = None if chosen is None else chosen.style
        self._ghosts.point_at(of_chosen if self._hovered is None else self._hovered)

    def _show_settings(self) -> None:
        row = self._present() if self._chosen is None else row_of(self._chosen)
        self._settings.setText("" if row is None else run_title(learner(row.learner), kernel(row.kernel)))

    def _recolour(self, palette: Palette) -> None:
        with QSignalBlocker(self._tree):
            self._now.setIcon(0, swatch(LineStyle(palette.boundary, ())))
            for item in self._items:
                item.setIcon(0, swatch(line_style(palette, item.data(0, OWN))))


def style_of(item: QTreeWidgetItem | None) -> int | None:
    """The style of the ghost that an item is of; None for the present moment."""
    return None if item is None else (item.parent() or item).data(0, OWN)


def swatch(style: LineStyle) -> QIcon:
    """A piece of a line, as it is on the canvas; one without dashes is solid."""
    pixmap = QPixmap(SWATCH * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setPen(line_pen(style.colour, 2.0 if style.dash else 2.5, style.dash))
    painter.drawLine(0, SWATCH.height() // 2, SWATCH.width(), SWATCH.height() // 2)
    painter.end()
    return QIcon(pixmap)
