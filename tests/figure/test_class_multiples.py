"""Small multiples over the classes of a file: each against the rest, as if it alone had been learned."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from kpgui import api
from kpgui.figure.multiples.multiples import computed
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.multiclass import AllPoints, parted
from kpgui.model.session import Session, View
from kpgui.ui.instruments.vary.words import case_text
from kpgui.words.variation import Variation, cases, variables

IRIS = load_iris()
POINTS = IRIS.data[:, 2:]
NAMES = ("iris_setosa", "pH", "virginica, and more")


@pytest.fixture(scope="module")
def session():
    every = AllPoints(POINTS, np.zeros(150, bool), IRIS.target, np.arange(150))
    return Session(parted(every, NAMES, 2, 0), learner="kernel_perceptron(epochs=5)", view=View.around(POINTS))


def varied(session):
    offered = next(each for each in variables(session) if each.name == "class")
    return cases(session, (Variation.parse("class", offered.values),))


def test_each_panel_is_the_run_of_that_class_alone(session):
    shown = computed(varied(session), resolution=40)
    assert len(shown.models) == 3
    for k, model in enumerate(shown.models):
        alone = api.train(Session(Dataset.of(POINTS, np.where(IRIS.target == k, 1, -1)), learner=session.learner))
        assert np.array_equal(model.alpha, alone.alpha)
        assert model.counters.mistakes == alone.counters.mistakes
        assert np.array_equal(model.decision(POINTS), alone.decision(POINTS))


def test_panels_have_the_names_and_the_legend_that_of_no_class(session):
    shown = computed(varied(session), resolution=40)
    assert [panel.title for panel in shown.panels[:3]] == [f"class = {name}" for name in NAMES]
    assert shown.whole.dataset.classes == ()


def test_a_class_that_is_not_there_is_refused(session):
    with pytest.raises(KpguiError, match="one of iris_setosa, pH"):
        cases(session, (Variation.parse("class", "tulip"),))


def test_two_classes_do_not_vary():
    assert "class" not in [each.name for each in variables(Session())]


def test_one_more_panel_shows_the_class_with_the_largest_f(session):
    shown = computed(varied(session), resolution=40)
    view, side = session.view, 40
    x = view.xmin + (np.arange(side) + 0.5) / side * (view.xmax - view.xmin)
    y = view.ymin + (np.arange(side) + 0.5) / side * (view.ymax - view.ymin)
    places = np.array([[a, b] for b in y for a in x])
    alone = [
        api.train(Session(Dataset.of(POINTS, np.where(IRIS.target == k, 1, -1)), learner=session.learner))
        for k in range(3)
    ]
    largest = np.argmax([model.decision(places) for model in alone], axis=0).reshape(side, side)
    panel = shown.panels[3]
    assert panel.title == "class with the largest f"
    assert np.array_equal(panel.scene.pixels, np.array([1, 128, 255])[largest])
    assert [each.name for each in panel.scene.beside] == list(NAMES)
    wrong = np.argmax([model.decision(POINTS) for model in alone], axis=0) != IRIS.target
    assert panel.facts == (f"training error {100 * wrong.mean():.3g} %",)


def test_only_all_classes_in_their_order_predict(session):
    some = cases(session, (Variation.parse("class", "iris_setosa, pH"),))
    assert len(computed(some, resolution=20).panels) == 2


def test_the_panel_vary_spells_classes_as_the_file_does(session):
    assert [case_text(session, (("class", name),)) for name in NAMES] == [f"Class = {name}" for name in NAMES]
