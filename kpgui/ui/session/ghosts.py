"""The ghosts of a window: moments of its runs that were kept, until another session is opened."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import QObject, Signal

from kpgui.language import _
from kpgui.model.cancel import Token
from kpgui.model.edits import Setting
from kpgui.model.errors import KpguiError
from kpgui.model.frame import Status
from kpgui.present.ghosts import (
    FULL,
    LONGEST_NAME,
    MOST,
    NO_RUN,
    Ghost,
    already_text,
    ghost_of,
    kept_text,
    letter,
)
from kpgui.ui.session.document import Document
from kpgui.ui.session.training import Training
from kpgui.ui.tasks.background import Background

SETTINGS = "kernel", "learner", "order", "seed"
"""What of a session is used again with a ghost's settings."""

PIECE = 1 << 22
"""Kernel values computed between two looks at the token."""


class Ghosts(QObject):
    """Keeps moments; each is addressed by its style.

    changed: the ghosts or one of them. pointed: the Expansion of the ghost that is pointed at, or None. said: what
    came of `keep`.
    """

    changed = Signal()
    pointed = Signal(object)
    said = Signal(str)

    def __init__(self, document: Document, training: Training, parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._training = document, training
        self._ghosts: tuple[Ghost, ...] = ()
        self._counting = Background(self, "kpgui ghosts", patience=0.0)
        document.opened.connect(self.clear)

    @property
    def kept(self) -> tuple[Ghost, ...]:
        """In the order in which they were kept."""
        return self._ghosts

    def keep(self) -> None:
        """Keeps the moment that is shown, at the head of the run or before it."""
        shown, frame = self._training.shown, self._training.frame
        if shown is None or frame is None or frame.status is Status.FAILED or not frame.counters.step:
            self.said.emit(_(NO_RUN))
            return
        session, step = shown[0], frame.counters.step
        for each in self._ghosts:
            if each.session is session and each.step == step:
                self.said.emit(already_text(each))
                return
        if len(self._ghosts) == MOST:
            self.said.emit(_(FULL).format(most=MOST))
            return
        from kpgui.engine.run.run import effective_kernel  # the engine is not imported before the first paint

        style = min(set(range(MOST)) - {each.style for each in self._ghosts})
        # While a run goes on, the points on the wrong side may be those of some frames ago.
        counted = frame.status is not Status.RUNNING
        ghost = ghost_of(session, effective_kernel(session), frame, style, counted)
        self._set((*self._ghosts, ghost))
        self.said.emit(kept_text(ghost))
        self._count()

    def rename(self, style: int, name: str) -> str:
        """Gives a ghost another name, its letter instead of an empty one. Returns the name."""
        name = " ".join(name.split())[:LONGEST_NAME] or letter(style)
        if name not in (each.name for each in self._ghosts if each.style == style):
            self._replace(style, lambda ghost: replace(ghost, name=name))
        return name

    def set_visible(self, style: int, visible: bool) -> None:
        """Shows or hides the line of a ghost."""
        self._replace(style, lambda ghost: replace(ghost, visible=visible))

    def remove(self, style: int) -> None:
        self._set(tuple(each for each in self._ghosts if each.style != style))

    def clear(self) -> None:
        """Removes all ghosts: another session is about to be shown."""
        self._counting.cancel()
        self._set(())

    def use_settings(self, style: int) -> None:
        """Gives the session the settings of a ghost, as one step that can be undone."""
        stroke = object()
        for ghost in self._ghosts:
            if ghost.style == style:
                for field in SETTINGS:
                    edit = Setting(field, getattr(ghost.session, field))
                    self._document.edit(edit, _("settings of ghost {style}").format(style=letter(style)), stroke)

    def point_at(self, style: int | None) -> None:
        """Sets the ghost that is pointed at; None for none."""
        self.pointed.emit(next((each.expansion for each in self._ghosts if each.style == style), None))

    def stop(self) -> None:
        """Ends the counting, as the window is about to be closed."""
        self._counting.stop()

    def _replace(self, style: int, changed: Callable[[Ghost], Ghost]) -> None:
        self._set(tuple(changed(each) if each.style == style else each for each in self._ghosts))

    def _set(self, ghosts: tuple[Ghost, ...]) -> None:
        if ghosts != self._ghosts:
            self._ghosts = ghosts
            self.changed.emit()

    def _count(self) -> None:
        """Counts the points on the wrong side of a ghost that was kept while its run went on."""
        ghost = next((each for each in self._ghosts if each.errors is None), None)
        if ghost is not None and not self._counting.busy:
            self._counting.do(_("counting errors"), partial(_errors, ghost), partial(self._take, ghost.expansion))

    def _take(self, expansion: object, errors: tuple[int, int]) -> None:
        trained, held_out = errors
        self._set(
            tuple(
                replace(each, errors=trained, held_out_errors=held_out) if each.expansion is expansion else each
                for each in self._ghosts
            )
        )
        self._count()


def _errors(ghost: Ghost, token: Token) -> tuple[int, int]:
    """How many points trained on and held out are on the wrong side; all where f is too large to compute."""
    from kpgui.engine.blas_threads import one_blas_thread
    from kpgui.engine.run.scoring import decision

    dataset = ghost.session.dataset
    wrong = np.ones(len(dataset), bool)
    height = max(1, PIECE // max(1, ghost.expansion.kernel_values))
    with one_blas_thread():
        for start in range(0, len(dataset), height):
            token.check()
            some = slice(start, start + height)
            try:
                f = decision(ghost.expansion, ghost.kernel, dataset.points, dataset.points[some])
            except KpguiError:
                continue
            wrong[some] = dataset.labels[some] * f <= 0
    trained = int(np.count_nonzero(wrong & ~dataset.held_out))
    return trained, int(np.count_nonzero(wrong)) - trained
