"""The dialog of pictures: a still, a film or small multiples, with one preview and one Save."""

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QProgressBar, QStackedWidget, QToolButton, QWidget

from kpgui.drawing.lettering import load_fonts
from kpgui.language import _
from kpgui.model.registry import Registry
from kpgui.ui.dialogs import MARGINS, Dialog
from kpgui.ui.dialogs.film import FilmPage
from kpgui.ui.dialogs.multiples import MultiplesPage
from kpgui.ui.dialogs.page import Page, Preview, Subject
from kpgui.ui.dialogs.still import StillPage
from kpgui.ui.forms.widgets import Wide, in_column, in_row, push_button
from kpgui.ui.look.scale import CLOSE, EDGE, LOOSE, hold
from kpgui.ui.look.style import PlainLabel, named, plain, restyle
from kpgui.ui.tasks import Background, Throttle

PAGES: Registry[type[Page]] = Registry("kind of picture", (StillPage, FilmPage, MultiplesPage))

RATE = 8.0
"""Previews a second at most while choices are made."""

STEPS = 1000


class PictureDialog(Dialog):
    """Non-modal: it is about the run as it was when it was opened. kind: the key of the page that is shown at first."""

    save_wanted = Signal(object, str)
    """A picture that is to be saved, and the name to propose."""

    copy_wanted = Signal(object)
    """A picture that is to be copied."""

    film_written = Signal(object)
    """The path of a film."""

    def __init__(self, kind: str, subject: Subject, parent: QWidget) -> None:
        super().__init__("dialog.picture", _("Picture"), parent, QSize(960, 620))
        load_fonts()  # in this thread: the preview is painted in another
        self._subject = subject
        self._pages: dict[str, Page] = {}
        self._looking = Background(self, "kpgui preview", patience=0)
        self.writing = Background(self, "kpgui film", patience=0)
        self._draw_soon = Throttle(self._draw, RATE, self)
        self.preview = Preview(self)
        self._summary = PlainLabel(self, name="picture.summary", role="muted", wraps=True)
        self._problem = PlainLabel(self, name="picture.problem", role="wrong", wraps=True)
        self._share = QProgressBar(self)
        named(self._share, "picture.share", _("Progress of the picture"))
        self._share.setRange(0, STEPS)
        self._share.setTextVisible(False)
        self._copy = push_button(self, "picture.copy", _("&Copy"), self._copy_picture)
        self._save = push_button(self, "picture.save", _("&Save…"), self._save_picture)
        restyle(self._save, "primary", True)
        self._close = push_button(self, "picture.close", _("Close"), self.reject)
        self._kinds = QButtonGroup(self)
        self._stack = QStackedWidget(self)
        kinds = in_row(*(self._made_kind(page) for page in PAGES), None, spacing=CLOSE)
        left = in_column(Wide(self.preview), self._summary, self._problem)
        self._choices = QWidget(self)
        hold(self._choices, least_width=320)
        in_column(kinds, Wide(self._stack), on=self._choices, spacing=LOOSE)
        bottom = in_row(Wide(self._share), None, self._copy, self._save, self._close)
        upper = in_row(Wide(left), self._choices, spacing=EDGE)
        in_column(Wide(upper), bottom, on=self, margins=MARGINS, spacing=LOOSE)
        self.preview.grown.connect(self._draw_soon.request)
        self._looking.progressed.connect(self._show_share)
        self._looking.failed.connect(self._fail)
        self.writing.progressed.connect(self._show_share)
        self.writing.failed.connect(self._problem.setText)
        for job in (self._looking, self.writing):
            job.begun.connect(self._show_state)
            job.ended.connect(self._show_state)
        self.show_kind(kind)

    def _made_kind(self, kind: type[Page]) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"picture.kind.{kind.key}")
        button.setText(_(kind.title))
        button.setCheckable(True)
        button.setProperty("labelled", True)
        refusal = kind.refusal(self._subject)
        button.setEnabled(not refusal)
        button.setToolTip(plain(refusal or _(kind.meaning)))
        button.clicked.connect(partial(self.show_kind, kind.key))
        self._kinds.addButton(button)
        return button

    def show_kind(self, key: str, __: bool = True) -> None:
        """Shows the page with this key."""
        if key not in self._pages:
            page = PAGES.find(key)(self._subject, self)
            page.changed.connect(self._change)
            page.refused.connect(self._problem.setText)
            self._stack.addWidget(page)
            self._pages[key] = page
        self.page = self._pages[key]
        self._stack.setCurrentWidget(self.page)
        next(each for each in self._kinds.buttons() if each.objectName() == f"picture.kind.{key}").setChecked(True)
        self._looking.cancel()
        self._change()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.page.setFocus()
        self._draw_soon.request()

    def _change(self) -> None:
        self._problem.clear()
        if not self.page.ready:
            self._looking.cancel()  # what it makes is not what is chosen any more
        self.say(self.page.remark)
        self._show_state()
        self._draw_soon.request()

    def _show_state(self, __: str = "") -> None:
        """Shows what is being computed or written, and what can be done meanwhile."""
        page, writing = self.page, self.writing.busy
        self._share.setVisible(writing or (self._looking.busy and not page.ready))
        self._choices.setEnabled(not writing)
        self._save.setEnabled(page.can_be_saved and not writing)
        self._copy.setEnabled(page.picture is not None)
        self._close.setText(_("Cancel") if writing else _("Close"))

    def say(self, sentence: str) -> None:
        """Says something after the size of the picture, as that it was saved: the status bar may be covered."""
        self._summary.setText(f"{self.page.extent} {sentence}".strip())

    def _show_share(self, share: float) -> None:
        self._share.setValue(round(STEPS * share))

    # The preview.

    def _draw(self) -> None:
        if self._looking.busy and self.page.ready:  # it cannot be stopped while it paints: previews would pile up
            self._draw_soon.request()
            return
        self._share.setValue(0)
        self._looking.do("", self.page.work(self.preview.pixels), self._take)

    def _take(self, result: Any) -> None:
        self.preview.show_image(self.page.take(result))
        self.say(self.page.remark)
        self._show_state()

    def _fail(self, problem: str) -> None:
        if not self._draw_soon.pending:  # else other choices were made since
            self._problem.setText(problem)
            if not self.page.ready:
                self._summary.clear()

    # Saving.

    def _copy_picture(self) -> None:
        if self.page.picture is not None:
            self.copy_wanted.emit(self.page.picture)

    def _save_picture(self) -> None:
        page = self.page
        if page.picture is not None:
            self.save_wanted.emit(page.picture, f"{self._subject.stem}{page.suffix}")
        elif isinstance(page, FilmPage) and (path := page.ask_path()) is not None:
            self.write(path)

    def write(self, path: Path) -> None:
        """Writes the film in the background."""
        page = self.page
        if isinstance(page, FilmPage) and page.ready:
            self._draw_soon.cancel()
            self._looking.cancel()  # the film is drawn in one thread
            self._problem.clear()
            self._share.setValue(0)
            self.writing.do(_("Saving {name}").format(name=path.name), page.writing(path), self.film_written.emit)

    def reject(self) -> None:
        """Cancels the writing, or closes the dialog: on Esc, too."""
        if self.writing.busy:
            self.writing.cancel()
        else:
            self._stop()
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._stop()
        super().closeEvent(event)

    def _stop(self) -> None:
        """Cancels everything and waits a limited time for it to end."""
        self._draw_soon.cancel()
        self._looking.stop()
        self.writing.stop()
