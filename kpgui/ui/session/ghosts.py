"""What is shown beside the run: the bump of one support vector, and the ghosts of the document."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from kpgui.geometry.bump import Bump
from kpgui.language import _
from kpgui.model.dataset import Dataset
from kpgui.model.edits import Setting
from kpgui.model.errors import KpguiError, Token, clean_name
from kpgui.model.expansion import Expansion
from kpgui.model.frame import Status
from kpgui.model.param import grouped
from kpgui.model.session import LARGEST, LONGEST_NAME, MOST, Ghost, KeptMoment, Session, View
from kpgui.ui.session.document import Document
from kpgui.ui.session.focus import Instruments, SharedFocus
from kpgui.ui.session.training import Training
from kpgui.ui.tasks import READABLE, Background
from kpgui.words.ghosts import (
    FULL,
    NO_RUN,
    TOO_LARGE,
    already_text,
    as_spelt_in_files,
    ghost_of,
    kept_text,
    kernel_of,
    letter,
)
from kpgui.words.replay import SETTINGS


class Bumps(QObject):
    """Asks for the bump of the point in the focus while there is one; nothing is computed otherwise."""

    computed = Signal(object)
    """Its value, `Failed`, or None while none is shown."""

    def __init__(self, document: Document, focus: SharedFocus, instruments: Instruments, parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._focus, self._instruments = document, focus, instruments
        self._view = View()
        self._reading: Bump | None = None
        focus.bump_changed.connect(self._ask)
        instruments.arrived.connect(self._receive)
        instruments.run_failed.connect(self._clear)
        document.changed.connect(self._follow)

    def show_view(self, view: View) -> None:
        """The visible rectangle of the plane has changed."""
        self._view = view
        if self._reading is not None:
            self._ask(self._focus.bump)

    def _follow(self, before: Session, after: Session) -> None:
        if self._reading is not None and self._reading.of is not None:
            self._ask(self._focus.bump)

    def _ask(self, point: int | None) -> None:
        of = self._document.session if self._focus.bump_alone else None
        self._reading = None if point is None else Bump(point, self._view, of)
        if self._reading is None:
            self._instruments.drop(Bump.key)
            self._clear()
        else:
            self._instruments.want(Bump.key, self._reading, READABLE)

    def _receive(self, reading: object, value: Any) -> None:
        if self._reading is not None and reading == self._reading:
            self.computed.emit(value)

    def _clear(self) -> None:
        self.computed.emit(None)


PIECE = 1 << 22
"""Kernel values computed between two looks at the token."""


class Ghosts(QObject):
    """Keeps moments; each is addressed by its style."""

    changed = Signal()
    """The ghosts, or one of them, are others now."""

    pointed = Signal(object)
    """The Expansion of the ghost that is pointed at, or None."""

    said = Signal(str)
    """What came of `keep`."""

    def __init__(self, document: Document, training: Training, parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._training = document, training
        self._uncounted: list[tuple[Ghost, Session]] = []
        self._counts: dict[Expansion, dict[str, Any]] = {}
        """Errors and held-out errors that were counted after their ghost was kept, which is no edit."""
        self._counting = Background(self, "kpgui ghosts", patience=0.0)
        document.opened.connect(self._leave_document)
        document.changed.connect(self._follow)

    @property
    def kept(self) -> tuple[Ghost, ...]:
        """In the order in which they were kept."""
        counts = self._counts
        return tuple(replace(each, **counts.get(each.moment.expansion, {})) for each in self._document.session.ghosts)

    def keep(self) -> None:
        """Keeps the moment that is shown, at the head of the run or before it."""
        shown, frame = self._training.shown, self._training.frame
        if shown is None or frame is None or frame.status is Status.FAILED or not frame.counters.step:
            self.said.emit(_(NO_RUN))
            return
        kept = self._document.session.ghosts
        # While a run goes on, the points on the wrong side may be those of some frames ago.
        counted = frame.status is not Status.RUNNING
        style = min({*range(MOST + 1)} - {each.style for each in kept})
        ghost = ghost_of(shown[0], frame, style, counted)
        moment = as_spelt_in_files(ghost.moment)
        same = next((each for each in kept if as_spelt_in_files(each.moment) == moment), None)
        if same is not None:
            self.said.emit(already_text(same))
        elif style == MOST:
            self.said.emit(_(FULL).format(most=MOST))
        elif moment.size > LARGEST:
            self.said.emit(_(TOO_LARGE).format(size=grouped(moment.size), most=grouped(LARGEST)))
        else:
            self._set((*kept, ghost), _("keep ghost {style}"), style)
            self.said.emit(kept_text(ghost))
            if not counted:
                self._uncounted.append((ghost, shown[0]))
                self._count()

    def keep_all(self, names: Sequence[str], models: Sequence[Any]) -> None:
        """Keeps the ends of runs, each with a name and a `kpgui.api.Model`, as one step that can be undone.

        Those for which there is no room, and those that are kept already, are left out.
        """
        kept = list(self._document.session.ghosts)
        for name, model in zip(names, models, strict=True):
            style = min({*range(MOST + 1)} - {each.style for each in kept})
            ghost = ghost_of(model.session, model, style, counted=True)
            named = replace(ghost, name=f"{letter(style)}: {name}"[:LONGEST_NAME])
            moments = [as_spelt_in_files(each.moment) for each in kept]
            if style < MOST and ghost.moment.size <= LARGEST and as_spelt_in_files(ghost.moment) not in moments:
                kept.append(named)
        self._document.edit(Setting("ghosts", tuple(kept)), _("lay over"))

    def rename(self, style: int, name: str) -> str:
        """Gives a ghost another name, its letter instead of an empty one. Returns the name."""
        name = clean_name(name)[:LONGEST_NAME].rstrip() or letter(style)
        if name not in (each.name for each in self.kept if each.style == style):
            self._replace(style, _("rename ghost {style}"), name=name)
        return name

    def set_visible(self, style: int, visible: bool) -> None:
        """Shows or hides the line of a ghost."""
        if any(each.style == style and each.visible != visible for each in self.kept):
            self._replace(style, _("show ghost {style}") if visible else _("hide ghost {style}"), visible=visible)

    def remove(self, style: int) -> None:
        self._set(tuple(each for each in self.kept if each.style != style), _("remove ghost {style}"), style)

    def use_settings(self, style: int) -> None:
        """Gives the session the settings of a ghost, as one step that can be undone."""
        stroke = object()
        for ghost in self.kept:
            if ghost.style == style:
                for field in SETTINGS:
                    edit = Setting(field, getattr(ghost.moment, field))
                    self._document.edit(edit, _("settings of ghost {style}").format(style=letter(style)), stroke)

    def point_at(self, style: int | None) -> None:
        """Sets the ghost that is pointed at; None for none."""
        self.pointed.emit(next((each.moment.expansion for each in self.kept if each.style == style), None))

    def stop(self) -> None:
        """Ends the counting, as the window is about to be closed."""
        self._counting.stop()

    def _replace(self, style: int, text: str, **changed: Any) -> None:
        ghosts = (replace(each, **changed) if each.style == style else each for each in self.kept)
        self._set(tuple(ghosts), text, style)

    def _set(self, ghosts: tuple[Ghost, ...], text: str, style: int) -> None:
        self._document.edit(Setting("ghosts", ghosts), text.format(style=letter(style)))

    def _leave_document(self) -> None:
        self._counting.cancel()
        self._uncounted.clear()
        self._counts.clear()

    def _follow(self, before: Session, after: Session) -> None:
        if before.ghosts is not after.ghosts:
            self.changed.emit()

    def _count(self) -> None:
        """Counts the points on the wrong side of a ghost that was kept while its run went on."""
        if self._uncounted and not self._counting.busy:
            ghost, session = self._uncounted.pop(0)
            self._counting.do(
                _("counting errors"),
                partial(_errors, ghost.moment, session.dataset),
                partial(self._keep_count, ghost.moment.expansion),
            )

    def _keep_count(self, expansion: Expansion, errors: dict[str, Any]) -> None:
        self._counts[expansion] = errors
        self.changed.emit()
        self._count()


def _errors(moment: KeptMoment, dataset: Dataset, token: Token) -> dict[str, Any]:
    """How many points trained on and held out are on the wrong side; all where f is too large to compute.

    None if no point is held out.
    """
    from kpgui.engine.run.problem import decision
    from kpgui.process import one_blas_thread

    kernel = kernel_of(moment)
    wrong = np.ones(len(dataset), bool)
    height = max(1, PIECE // max(1, moment.expansion.kernel_values))
    with one_blas_thread():
        for start in range(0, len(dataset), height):
            token.check()
            some = slice(start, start + height)
            try:
                f = decision(moment.expansion, kernel, moment.points, dataset.points[some])
            except KpguiError:
                continue
            wrong[some] = dataset.labels[some] * f <= 0
    trained = int(np.count_nonzero(wrong & ~dataset.held_out))
    held_out = int(np.count_nonzero(wrong)) - trained if dataset.held_out.any() else None
    return {"errors": trained, "held_out_errors": held_out}
