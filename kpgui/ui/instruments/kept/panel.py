"""The panel of ghosts: the moments that were kept, beside the present one."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QMouseEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from kpgui.geometry.boundaries import LineStyle, line_style
from kpgui.geometry.palette import Palette
from kpgui.language import _
from kpgui.model.reading import Numbers
from kpgui.ui.forms.button import push_button
from kpgui.ui.forms.workbench import Workbench
from kpgui.ui.instruments.export import Export
from kpgui.ui.instruments.exporting import ExportingPanel
from kpgui.ui.instruments.kept.row import GhostRowWidget, NowRow, TitlesRow
from kpgui.ui.look.plain_text import PlainLabel
from kpgui.words.ghosts import EMPTY, GhostRow, row_now, row_of, table


class GhostsPanel(ExportingPanel):
    """A row for the present moment and one for each ghost.

    On the canvas the line of the row that is pointed at is thick, or else that of the one clicked or entered last.
    """

    key = "ghosts"
    title = "Ghosts"
    explanation = "Moments that were kept, beside the present one: errors and settings; point at a row to see its line."
    shortcut = "Ctrl+Shift+K"
    menu_text = "&Ghosts"
    at_first = False
    exports = Export.NUMBERS, Export.PICTURE

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench)
        self._ghosts = workbench.ghosts
        self._rows: dict[int, GhostRowWidget] = {}
        self._hovered: int | None = None
        self._chosen: int | None = None
        tip = _("Keep the boundary and the numbers that are shown now (K)")
        self._keep = push_button(self, "ghosts.keep", _("&Keep this moment"), self._ghosts.keep, tip)
        self._table = QWidget(self)
        self._table.setObjectName("ghosts.table")
        self._list = QVBoxLayout(self._table)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(3)
        titles = TitlesRow("ghosts.titles", self._table)
        titles.setContentsMargins(4, 0, 4, 0)
        self._now = NowRow(self._table)
        self._empty = PlainLabel(self, _(EMPTY), name="ghosts.empty", role="muted", wraps=True)
        self._list.addWidget(titles)
        self._list.addWidget(self._now)
        self.column.addWidget(self._keep, 0, Qt.AlignmentFlag.AlignLeft)
        self.column.addWidget(self._table)
        self.column.addWidget(self._empty)
        self.column.addStretch(1)
        self.set_exportable(True)
        self._ghosts.changed.connect(self._show_ghosts)
        workbench.theme.changed.connect(self._recolour)
        workbench.training.frame_arrived.connect(self.request_refresh)
        self._recolour(workbench.theme.palette)
        self._show_ghosts()

    def begin(self) -> None:
        """Takes the keyboard focus."""
        self._keep.setFocus()

    def picture(self) -> QWidget:
        """The rows."""
        return self._table

    def numbers(self) -> Numbers | None:
        """All rows, that of the present moment first."""
        now = self._present()
        rows = [] if now is None else [now]
        rows += [row_of(each) for each in self._ghosts.kept]
        return table(rows) if rows else None

    def refresh(self) -> None:
        """Shows the numbers of the present moment."""
        now = self._present()
        if now is not None:
            self._now.show_row(now)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._hovered = self._chosen = None
        self._mark()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside the rows chooses none."""
        super().mousePressEvent(event)
        self._choose(None)

    def _present(self) -> GhostRow | None:
        shown, frame = self.workbench.training.shown, self.workbench.training.frame
        return None if shown is None or frame is None else row_now(shown[0], frame)

    def _show_ghosts(self) -> None:
        kept = {each.style: each for each in self._ghosts.kept}
        for style in [style for style in self._rows if style not in kept]:
            row = self._rows.pop(style)
            row.hide()
            row.deleteLater()
        self._hovered = self._hovered if self._hovered in kept else None
        self._chosen = self._chosen if self._chosen in kept else None
        for style, ghost in kept.items():
            if style not in self._rows:
                self._rows[style] = self._made_row(style)
            self._rows[style].show_ghost(ghost)
        self._empty.setVisible(not kept)
        self._mark()

    def _made_row(self, style: int) -> GhostRowWidget:
        row = GhostRowWidget(style, self._ghosts, self._table)
        row.swatch.show_style(line_style(self.workbench.theme.palette, style))
        row.hovered.connect(partial(self._hover, style))
        row.chosen.connect(partial(self._choose, style))
        self._list.addWidget(row)
        return row

    def _hover(self, style: int, hovered: bool) -> None:
        self._hovered = style if hovered else None
        self._mark()

    def _choose(self, style: int | None) -> None:
        self._chosen = style
        self._mark()

    def _mark(self) -> None:
        marked = self._chosen if self._hovered is None else self._hovered
        for style, row in self._rows.items():
            row.show_marked(style == marked)
        self._ghosts.point_at(marked)

    def _recolour(self, palette: Palette) -> None:
        self._now.swatch.show_style(LineStyle(palette.boundary, ()))
        for style, row in self._rows.items():
            row.swatch.show_style(line_style(palette, style))
