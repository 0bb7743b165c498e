"""The picture of a race: both runs as they are seen, side by side, with their names and what the table says of them."""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from PySide6.QtGui import QPainter

from kpgui import api
from kpgui.engine.run.run import effective_kernel
from kpgui.figure.multiples.multiples import multiples
from kpgui.figure.multiples.painter import PanelPicture
from kpgui.figure.outputs.picture import Picture
from kpgui.figure.scene import Scene
from kpgui.language import _, titled
from kpgui.model.errors import KpguiError
from kpgui.model.frame import Frame
from kpgui.model.session import Session
from kpgui.words.race import COLUMNS, Runs, race_counters, side_name
from kpgui.words.variation import END, Case


@dataclass(frozen=True, eq=False)
class RacePicture(Picture):
    """session, outcome: of the left run. runs: both sessions with their frames. names: of the settings that differ."""

    runs: Runs = ()
    names: tuple[str, ...] = ()

    @cached_property
    def _whole(self) -> PanelPicture:
        figure = multiples(
            tuple(Case(session, END, self._chosen(session)) for session, __ in self.runs),
            tuple(_model(*each) for each in self.runs),
            self.resolution,
        )
        panels = tuple(
            replace(panel, facts=tuple(titled(_(COLUMNS[name][0]), text) for name, text in race_counters(*run).items()))
            for panel, run in zip(figure.panels, self.runs, strict=True)
        )
        return PanelPicture.of(replace(figure, panels=panels, caption=""), self.style)

    def _chosen(self, session: Session) -> tuple[tuple[str, str], ...]:
        """What differs, as far as this run has such settings."""
        chosen = []
        for name in self.names:
            with suppress(KpguiError):
                chosen.append((name, side_name(session, (name,))))
        return tuple(chosen)

    @cached_property
    def scene(self) -> Scene:
        return self._whole.scene

    @property
    def size(self) -> tuple[int, int]:
        return self._whole.size

    def draw(self, painter: QPainter) -> None:
        self._whole.draw(painter)


def _model(session: Session, frame: Frame) -> api.Model:
    kernel = effective_kernel(session)
    return api.Model(session, kernel, frame.expansion, frame.counters, frame.status, frame.recent, {}, frame.margin)
