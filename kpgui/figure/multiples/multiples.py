"""Small multiples: one figure of several panels on the same points, in which a setting or the place in the run varies.

All panels have the same view and the same scale of the field, and share one legend.
"""

from dataclasses import dataclass, replace

import numpy as np

from kpgui import api
from kpgui.engine.picture.field import contours, quantise
from kpgui.engine.run.columns import SharedColumns
from kpgui.figure.scene import COARSEST, NO_LINES, RESOLUTION, ComparedCurve, Scene
from kpgui.figure.style import Style
from kpgui.figure.wording import caption, kernel_words, learner_words, setting_words
from kpgui.geometry.palette import PALETTES
from kpgui.geometry.rings import sizes_text
from kpgui.kernels import kernel
from kpgui.language import _
from kpgui.learners import learner
from kpgui.model.arrays import frozen
from kpgui.model.dataset import Dataset
from kpgui.model.errors import UNWATCHED, Token, short
from kpgui.model.multiclass import Multiclass
from kpgui.model.param import Value, shown
from kpgui.model.session import MOST
from kpgui.model.stopping import END, StoppingPoint
from kpgui.words.counters import plural
from kpgui.words.overrides import setting, value_of
from kpgui.words.variation import AT, Case, singles

SEPARATOR = " · "

PREDICTED = 300
"""Most pixels of the prediction along each side: the fields of all classes are in memory at once."""


@dataclass(frozen=True)
class FigurePanel:
    """One panel: its letter, what is different in it, its content, and facts about its run, the foremost first."""

    letter: str
    title: str
    facts: tuple[str, ...]
    scene: Scene


@dataclass(frozen=True)
class Multiples:
    """The panels in reading order with their models, and what they have in common.

    columns: a row's panels; 0 for as many as fit best.
    """

    panels: tuple[FigurePanel, ...]
    models: tuple[api.Model, ...]
    title: str
    caption: str
    columns: int = 0

    def styled(self, style: Style) -> "Multiples":
        """The same panels in the colours of a style, without what it hides."""
        return replace(self, panels=tuple(replace(panel, scene=panel.scene.styled(style)) for panel in self.panels))

    @property
    def whole(self) -> Scene:
        """A scene with everything that any of the panels shows, for the legend."""
        scenes = [panel.scene for panel in self.panels]
        first = scenes[0].dataset

        def longest(name: str) -> np.ndarray:
            return max((getattr(scene, name) for scene in scenes), key=len)

        return replace(
            scenes[0],
            dataset=first
            if all(each.dataset.classes == first.classes for each in scenes)
            else replace(first, classes=()),
            title=self.title,
            caption=self.caption,
            formula="",
            alpha=frozen(np.concatenate([scene.alpha for scene in scenes]), np.float64),
            boundary=longest("boundary"),
            positive_margin=longest("positive_margin"),
            negative_margin=longest("negative_margin"),
            rings=sizes_text(*((model.expansion, model.counters.alpha) for model in self.models)),
            wrong=next((scene.wrong for scene in scenes if scene.wrong is not None and scene.wrong.any()), None),
        )


def trained(cases: tuple[Case, ...], token: Token = UNWATCHED) -> tuple[api.Model, ...]:
    """The model of each case. Raises KpguiError as `kpgui.train` does, and Cancelled."""
    models, shared = [], SharedColumns()
    for number, case in enumerate(cases):
        token.report(number / len(cases))
        models.append(api.train(case.session, case.stop, Token(token.cancelled), shared))
    return tuple(models)


def multiples(
    cases: tuple[Case, ...],
    models: tuple[api.Model, ...],
    resolution: int = RESOLUTION,
    columns: int = 0,
    token: Token = UNWATCHED,
) -> Multiples:
    """The panels of these cases and their models, the field of each on the scale of the largest |f| of all.

    Raises KpguiError as `Scene.of` does, and Cancelled.
    """
    palette = PALETTES["light"]  # the style that it is drawn in replaces it
    peak = max(Scene.of(each.session, each, palette, COARSEST).peak for each in models)
    scenes = []
    for number, model in enumerate(models):
        token.report(number / len(cases))
        scene = Scene.of(model.session, model, palette, resolution, peak)
        scenes.append(scene.marked(model.counters.wrong) if model.steps else scene)  # before, there is no f
    words = [_words(case, model) for case, model in zip(cases, models, strict=True)]
    errors = any(each.steps and each.counters.errors for each in models)
    captions = [_caption(each, errors=errors).split(SEPARATOR) for each in models]
    title, shared = _common(_titles(words, scenes)), _common(captions)
    panels = [
        FigurePanel(
            letter(number),
            SEPARATOR.join(words[number]),
            tuple(each for each in captions[number] if each not in shared),
            scene,
        )
        for number, scene in enumerate(scenes)
    ]
    found = models[0].session.dataset.multiclass
    if found is not None and [case.chosen for case in cases] == [(("class", name),) for name in found.names]:
        panels.append(_prediction(found, models, scenes[0], min(resolution, PREDICTED)))
    return Multiples(
        panels=tuple(panels),
        models=models,
        title=SEPARATOR.join(title or shared),
        caption=SEPARATOR.join(shared if title else []),
        columns=columns,
    )


def _prediction(found: Multiclass, models: tuple[api.Model, ...], first: Scene, resolution: int) -> FigurePanel:
    """The panel of the class with the largest f, the first of several; found: of the first model's dataset."""
    dataset, view = first.dataset, first.view
    edges = view.xmin, view.xmax, view.ymin, view.ymax
    fields = np.stack([model.field(edges, (resolution, resolution)) for model in models])
    f = np.stack([model.decision(dataset.points) for model in models])
    curves = []
    for k, name in enumerate(found.names):
        ahead = fields[k] - np.delete(fields, k, axis=0).max(axis=0)
        curves.append(ComparedCurve(name, next(contours(ahead, view, (0.0,))), k % MOST))
    levels = np.linspace(-1, 1, len(fields))[fields.argmax(axis=0)]
    wrong = f.argmax(axis=0)[dataset.training] != found.of(dataset)[dataset.training]
    scene = replace(
        first,
        dataset=replace(Dataset.empty(), columns=dataset.columns, multiclass=replace(found, aside=dataset)),
        alpha=first.alpha[:0],
        pixels=frozen(quantise(levels, 1.0), np.uint8),
        boundary=NO_LINES,
        positive_margin=NO_LINES,
        negative_margin=NO_LINES,
        ties=NO_LINES,
        wrong=None,
        beside=tuple(curves),
    )
    error = _("training error {share} %").format(share=shown(100 * float(wrong.mean()), 3))
    return FigurePanel(letter(len(models)), _("class with the largest f"), (error,), scene)


def computed(
    cases: tuple[Case, ...], resolution: int = RESOLUTION, columns: int = 0, token: Token = UNWATCHED
) -> Multiples:
    """The panels of these cases, from training to fields. Raises as `trained` and `multiples` do."""
    training = Token(token.cancelled, lambda share: token.report(share / 2))
    drawing = Token(token.cancelled, lambda share: token.report((1 + share) / 2))
    return multiples(cases, trained(cases, training), resolution, columns, drawing)


def _caption(model: api.Model, *, errors: bool) -> str:
    return caption(model.session, learner(model.session.learner), model.counters, model.status, errors=errors)


def letter(number: int) -> str:
    """The letter of a panel counted from 0: a to z, then aa, ab, and so on.

    >>> letter(0), letter(25), letter(26)
    ('a', 'z', 'aa')
    """
    return (letter(number // 26 - 1) if number >= 26 else "") + "abcdefghijklmnopqrstuvwxyz"[number % 26]


def _words(case: Case, model: api.Model) -> list[str]:
    """What a panel says of each choice: "σ = 0.3", "Kernel perceptron", "after 2 epochs"."""
    found = []
    for name, text in singles(case.chosen):
        if name == AT:
            found.append(place_words(case.stop if model.reached(case.stop) else END))
        elif name == "kernel":
            found.append(kernel_words(kernel(case.session.kernel)))
        elif name == "learner":
            found.append(learner_words(learner(case.session.learner)))
        else:
            param = setting(case.session, name).param
            found.append(setting_words(param, short(text) if name == "class" else _shown(value_of(param, text))))
    return found


def place_words(stop: StoppingPoint) -> str:
    """A place in the run in words.

    >>> place_words(StoppingPoint.parse("mistake:3")), place_words(StoppingPoint.parse("epoch:1"))
    ('after 3 mistakes', 'after 1 epoch')
    """
    if stop.unit == "end":
        return _("at the end")
    if stop.unit == "step":
        count = plural(stop.at, "{n} step", "{n} steps")
    elif stop.unit == "mistake":
        count = plural(stop.at, "{n} mistake", "{n} mistakes")
    else:
        count = plural(stop.at, "{n} epoch", "{n} epochs")
    return _("after {count}").format(count=count) if stop.at else _("at the start")


def _shown(value: Value) -> Value:
    return short(value.replace("_", " ")) if isinstance(value, str) else value


def _titles(words: list[list[str]], scenes: list[Scene]) -> list[list[str]]:
    """The parts of each panel's title, without the values that vary: "RBF σ" for "RBF σ = 0.3"."""
    titles = []
    for chosen, scene in zip(words, scenes, strict=True):
        title = scene.title
        for each in chosen:
            title = title.replace(each, each.partition(" = ")[0]) if " = " in each else title
        titles.append(title.split(SEPARATOR))
    if all(title == titles[0] for title in titles):
        return titles
    return [scene.title.split(SEPARATOR) for scene in scenes]


def _common(lists: list[list[str]]) -> list[str]:
    """What all of these lists have, in the order of the first."""
    return [each for each in lists[0] if all(each in other for other in lists)]
