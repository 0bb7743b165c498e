"""What a page shows of each moment of a run, as plain values for JSON. All numbers are worked out here."""

import base64
import io
from collections.abc import Sequence
from typing import Any

import numpy as np

from kpgui.figure.animation.film import Film
from kpgui.figure.animation.recording import RecordedStep
from kpgui.figure.scene import Scene
from kpgui.geometry.palette import PALETTES, field_colours
from kpgui.geometry.rings import level
from kpgui.geometry.scales import Axis, ticks
from kpgui.language import _
from kpgui.model.arrays import Floats
from kpgui.model.errors import UNWATCHED, Token
from kpgui.model.param import grouped, shown
from kpgui.model.session import Session
from kpgui.words.ghosts import boundaries
from kpgui.words.predict import Predictions, StepQuestions, asked_text

WIDTH = 1000
"""Width of the plot in the page's units; places of points and curves are whole numbers of them."""

FIELD, QUALITY = 420, 55
"""Most pixels of a field along a side, and the quality of its picture, of 100."""

CLOSE_TO = 0.7
"""In the page's units, how far a curve may run from the one that was computed."""

DIGITS = 3

FIRST, MANY = 128, 40_000
"""The first character that stands for a text of y·f, and how many texts have all their digits.

Further ones have a single digit: there are so few of these that no character is a surrogate, which UTF-8 cannot have.
"""

TINY = 1e-12
"""Squared length, in units of what is close, of a piece that is a place."""


class PageRecord:
    """The moments of a film, one after the other: each says only what is different from the one before."""

    def __init__(self, film: Film) -> None:
        self._film = film
        self._session = film.recording.session
        view = self._session.view
        self.width = WIDTH
        self.height = round(WIDTH * min(max((view.ymax - view.ymin) / (view.xmax - view.xmin), 0.4), 1.6))
        self._palette = PALETTES["light"]  # the style inverts it for the dark theme
        self._before: tuple[Floats, Floats] = np.zeros(0), np.zeros(0)
        self._step = -1
        self._scored = dict[str, str]()
        """Each text of y·f and the character that stands for it: points have few different ones, and many moments."""
        self._asked = Predictions()

    def whole(self, token: Token = UNWATCHED) -> dict[str, Any]:
        """All that is known of the run. Raises Cancelled, and KpguiError when f overflows in view."""
        moments = []
        for number in range(len(self._film)):
            token.report(number / len(self._film))
            moments.append(self.moment(number))
        end = self._film.scene(len(self._film) - 1)
        return {
            "width": self.width,
            "height": self.height,
            "points": self.points(),
            "ticks": self.ticks(),
            "beside": self.beside(end.compared(boundaries(self._session.ghosts), 300)),
            "moments": moments,
            "scored": list(self._scored),
            "description": counted(self._session),
        }

    def points(self) -> list[list[Any]]:
        """Of each point its place, its label, whether it is held out, and its coordinates as text."""
        dataset = self._session.dataset
        places = self._places(dataset.points)
        texts = (f"({shown(x, DIGITS)}, {shown(y, DIGITS)})" for x, y in dataset.points.tolist())
        rows = zip(places.tolist(), dataset.labels.tolist(), dataset.held_out.tolist(), texts, strict=True)
        return [[*place, label, int(out), text] for place, label, out, text in rows]

    def ticks(self) -> dict[str, list[Any]]:
        """The places and labels of the ticks on both axes, and the names of the axes."""
        view, (x, y) = self._session.view, self._session.dataset.axes
        across, up = ticks(view.xmin, view.xmax), ticks(view.ymin, view.ymax)
        places = self._places(np.array([(each, view.ymin) for each in across.values] or np.zeros((0, 2))))
        heights = self._places(np.array([(view.xmin, each) for each in up.values] or np.zeros((0, 2))))
        return {"x": _ticks(across, places[:, 0], x), "y": _ticks(up, heights[:, 1], y)}

    def beside(self, scene: Scene) -> list[list[str]]:
        """The boundaries of kept moments: name, path and colour of each."""
        return [[each.name, self._path(each.curve), self._palette.lines[each.style % 4]] for each in scene.beside]

    def moment(self, number: int) -> dict[str, Any]:
        """Everything that the page shows at this moment of the film."""
        step = self._film.moments[number]
        recorded, scene = self._film.recording.recorded(step), self._film.scene(number)
        told = self._film.recording.told(step)
        explanation = recorded.explanation
        found: dict[str, Any] = {
            "counts": [[each.name, each.value] for each in self._film.counts(recorded)],
            "sentence": recorded.sentence,
            "end": recorded.end,
            "why": list(told.workings),
            "at": [] if explanation is None else list(explanation.points),
            "outcome": "" if explanation is None else explanation.outcome.name.lower(),
            "field": self._field(scene),
            "boundary": self._path(scene.boundary) + self._path(scene.ties),
            "margins": self._path(scene.positive_margin) + self._path(scene.negative_margin),
            "points": self._changes(recorded),
            "wrong": [] if scene.wrong is None else np.flatnonzero(scene.wrong).tolist(),
            "scores": "".join(map(self._score, told.scores)),
        }
        if told.questions is not None and told.questions.questions and step == self._step + 1:
            found["question"] = self._question(told.questions, recorded)
        self._step = step
        return found

    def _score(self, score: float) -> str:
        """The character that stands for what is shown of y·f."""
        text = shown(score, DIGITS if len(self._scored) < MANY else 1)
        return self._scored.setdefault(text, chr(FIRST + len(self._scored)))

    def _question(self, asked: StepQuestions, recorded: RecordedStep) -> dict[str, Any]:
        question = self._asked.chosen(asked.questions)
        place = np.array([question.place] if question.place else np.zeros((0, 2)))
        self._asked.add(self._session, asked, question, question.right)
        return {
            "text": asked_text(asked.step, question, asked.labels),
            "choices": list(question.choices),
            "right": question.right,
            "hint": question.hint,
            "places": self._places(place).tolist(),
            "because": question.because or recorded.sentence,
        }

    def _changes(self, recorded: RecordedStep) -> list[list[Any]]:
        """Of each point whose α or β differs from the moment before: its index, both as text, and the ring's level.

        The level is −1 where there is no ring, and −2 at a point that was forgotten.
        """
        alpha, beta = recorded.counters.alpha.astype(np.float64), recorded.expansion.beta
        if len(self._before[0]) != len(alpha):
            self._before = np.zeros(len(alpha)), np.zeros(len(alpha))
        at = np.flatnonzero((alpha != self._before[0]) | (beta != self._before[1]))
        self._before = alpha, beta
        bare = -1 - (alpha > 0) * self._film.recording.learner.forgets
        rings = np.where(beta != 0, level(np.maximum(alpha, 1)), bare)
        return [[i, shown(alpha[i], DIGITS), shown(beta[i], DIGITS), int(rings[i])] for i in at.tolist()]

    def _places(self, points: Floats) -> Any:
        """Points (k, 2) in the page's units, whole numbers (k, 2), from the top left corner."""
        view = self._session.view
        size = np.array([self.width, -self.height])
        shares = (points - (view.xmin, view.ymax)) / (view.xmax - view.xmin, view.ymax - view.ymin)
        return np.rint(np.clip(shares * size, -1e6, 1e6)).astype(np.int64)

    def _path(self, curves: Floats) -> str:
        """Polylines with NaN rows between them as a path of SVG: a move, then lines relative to the last place."""
        gaps = np.flatnonzero(np.isnan(curves[:, 0]))
        pieces = np.split(curves, gaps)
        found = []
        for piece in pieces:
            places = self._places(simplified(piece[~np.isnan(piece[:, 0])], self._close_to))
            if len(places) > 1:
                lines = np.diff(places, axis=0)
                lines = lines[lines.any(axis=1)]
            if len(places) > 1 and len(lines):  # else it is a dot: a move to nowhere would end the whole path
                found.append(f"M{places[0, 0]} {places[0, 1]}l{' '.join(map(str, lines.ravel().tolist()))}")
        return "".join(found)

    @property
    def _close_to(self) -> tuple[float, float]:
        view = self._session.view
        return CLOSE_TO * (view.xmax - view.xmin) / self.width, CLOSE_TO * (view.ymax - view.ymin) / self.height

    def _field(self, scene: Scene) -> str:
        """The colours of f as a picture in the form of an address."""
        from PIL import Image

        image = Image.fromarray(field_colours(self._palette)[scene.pixels[::-1], :3])
        size = FIELD, max(1, round(FIELD * self.height / self.width))
        longest = max(size)
        image = image.resize((round(size[0] * FIELD / longest), round(size[1] * FIELD / longest)))
        file = io.BytesIO()
        image.save(file, "WEBP", quality=QUALITY, method=4)
        return "data:image/webp;base64," + base64.b64encode(file.getvalue()).decode()


def _ticks(axis: Axis, places: Any, name: str) -> list[Any]:
    return [axis.title(name), *zip(places.tolist(), axis.labels, strict=True)]


def simplified(line: Floats, close_to: tuple[float, float]) -> Floats:
    """A polyline (k, 2) with few of its corners that stays as close as this along each axis: Douglas-Peucker."""
    if len(line) < 3:
        return line
    scaled, kept = line / close_to, np.zeros(len(line), bool)
    kept[[0, -1]] = True
    spans = [(0, len(line) - 1)]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        along = scaled[last] - scaled[first]
        inner = scaled[first + 1 : last] - scaled[first]
        squared = float(along @ along)
        share = np.clip(inner @ along / squared, 0, 1)[:, None] if squared > TINY else np.zeros((len(inner), 1))
        away = np.hypot(*(inner - share * along).T)
        if away.max() > 1:
            middle = first + 1 + int(away.argmax())
            kept[middle] = True
            spans += [(first, middle), (middle, last)]
    return line[kept]


def counted(session: Session) -> str:
    """How many points there are, for a reader that shows no picture."""
    dataset = session.dataset
    positive = int(np.count_nonzero(dataset.labels > 0))
    return _("{n} points: {positive} discs (+1) and {negative} squares (−1).").format(
        n=grouped(len(dataset)), positive=grouped(positive), negative=grouped(len(dataset) - positive)
    )


def joined(parts: Sequence[str]) -> str:
    """Those of the texts that are not empty, apart from each other."""
    return " · ".join(filter(None, parts))
