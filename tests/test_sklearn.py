"""The learners as scikit-learn's classifiers."""

import inspect
import pickle
import subprocess
import sys

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import kpgui
import kpgui.sklearn
from kpgui.sklearn import CLASSIFIERS, KernelPerceptronClassifier, PerceptronClassifier, SVMClassifier
from tests.strategies import noisy_moons


@pytest.fixture
def three():
    """Three clouds, labelled by words in another order than they stand."""
    rng = np.random.default_rng(0)
    clouds = [rng.normal(centre, 0.6, (20, 2)) for centre in ((0, 0), (3, 0), (0, 3))]
    return np.concatenate(clouds), np.repeat(["red", "blue", "green"], 20)


@parametrize_with_checks([classifier() for classifier in CLASSIFIERS.values()])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize("classifier", CLASSIFIERS.values())
def test_its_parameters_are_those_that_the_learner_declares(classifier):
    learner = classifier.learner
    expected = {**learner().settings(), "order": "dataset", "seed": 0}
    if classifier is not PerceptronClassifier:  # which has a feature map instead
        expected["kernel"] = "rbf(sigma=1)"
    assert classifier().get_params() == expected
    assert getattr(kpgui.sklearn, f"{learner.__name__}Classifier") is classifier
    for each in learner.params():
        assert each.meaning in inspect.getdoc(classifier)


def test_it_decides_as_the_model_of_the_same_expressions():
    dataset = noisy_moons(60)
    y = np.where(dataset.labels > 0, "yes", "no")
    given = {"kernel": "rbf(sigma=0.5)", "epochs": 7, "decay": 0.99, "order": "shuffled_each_epoch", "seed": 5}
    classifier = KernelPerceptronClassifier(**given).fit(dataset.points, y)
    model = kpgui.fit(
        dataset.points,
        dataset.labels,
        "rbf(sigma=0.5)",
        "kernel_perceptron(epochs=7, decay=0.99)",
        order="shuffled_each_epoch",
        seed=5,
    )
    assert classifier.classes_.tolist() == ["no", "yes"]
    assert classifier.decision_function(dataset.points).tolist() == model.decision(dataset.points).tolist()
    assert (classifier.predict(dataset.points) == "yes").tolist() == (model.predict(dataset.points) > 0).tolist()
    assert classifier.n_iter_ == model.epochs
    assert classifier.models_[0].alpha.tolist() == model.alpha.tolist()


def test_more_classes_are_learned_one_against_the_rest(three):
    points, y = three
    classifier = SVMClassifier("rbf(sigma=1)", C=10).fit(points, y)
    assert classifier.classes_.tolist() == ["blue", "green", "red"]
    f = classifier.decision_function(points)
    assert f.shape == (60, 3)
    reference = OneVsRestClassifier(SVMClassifier("rbf(sigma=1)", C=10)).fit(points, y)
    np.testing.assert_array_equal(f, reference.decision_function(points))
    assert classifier.predict(points).tolist() == reference.predict(points).tolist()
    assert classifier.score(points, y) > 0.95
    assert classifier.n_iter_ == max(model.steps for model in classifier.models_)


def test_where_f_is_0_the_first_class_is_predicted():
    classifier = KernelPerceptronClassifier("linear()").fit([[1.0], [-1.0]], [3, 7])
    assert classifier.decision_function([[0.0]]).tolist() == [0.0]
    assert classifier.predict([[0.0], [1.0], [-1.0]]).tolist() == [3, 3, 7]


def test_a_grid_search_over_kernels_in_a_pipeline():
    dataset = noisy_moons(80)
    kernels = ["linear()", "rbf(sigma=0.5)", "rbf(sigma=0.5) + 0.3*poly(degree=2)"]
    grid = {"kernelperceptronclassifier__kernel": kernels, "kernelperceptronclassifier__epochs": [1, 10]}
    search = GridSearchCV(make_pipeline(StandardScaler(), KernelPerceptronClassifier()), grid, cv=3)
    search.fit(dataset.points, dataset.labels)
    assert len(search.cv_results_["params"]) == 6
    assert search.best_params_["kernelperceptronclassifier__kernel"] != "linear()"
    assert search.best_estimator_[-1].kernel == search.best_params_["kernelperceptronclassifier__kernel"]


def test_a_clone_has_the_parameters_and_not_the_models():
    given = SVMClassifier(kpgui.kernel("rbf(sigma=2)"), C=np.float64(3), seed=4).fit([[0.0], [1.0]], [0, 1])
    copy = clone(given)
    assert copy.get_params() == given.get_params()
    assert not hasattr(copy, "models_")
    with pytest.raises(NotFittedError):
        copy.predict([[0.0]])


def test_a_fitted_one_is_pickled():
    fitted = KernelPerceptronClassifier("linear()").fit([[1.0], [-1.0]], ["a", "b"])
    assert pickle.loads(pickle.dumps(fitted)).predict([[2.0]]).tolist() == ["a"]


def test_sparse_points_are_refused_in_words():
    with pytest.raises(TypeError, match="dense data is required"):
        KernelPerceptronClassifier().fit(sparse.eye(2, format="csr"), [0, 1])


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"kernel": "rfb(sigma=1)"}, "the nearest name is 'rbf'"),
        ({"epochs": 0}, "epochs must be a whole number"),
        ({"order": "backwards"}, "order must be one of dataset, shuffled_once"),
        ({"seed": -1}, "seed must be a whole number"),
    ],
)
def test_a_wrong_parameter_is_a_value_error_when_it_fits(parameters, sentence):
    with pytest.raises(ValueError, match=sentence):
        KernelPerceptronClassifier(**parameters).fit([[0.0], [1.0]], [0, 1])


def test_a_parameter_that_it_does_not_have_is_refused():
    with pytest.raises(TypeError, match="'epoch'"):
        KernelPerceptronClassifier(epoch=3)
    with pytest.raises(TypeError, match="'kernel'"):
        PerceptronClassifier(kernel="linear()")


@pytest.mark.parametrize(
    ("estimator", "columns", "sentence"),
    [
        (
            KernelPerceptronClassifier(),
            20_001,
            "at most 20000 columns, or features of its map, and these are 20001; choose",
        ),
        (PerceptronClassifier(), 20_001, "and these are 20001; choose"),
        (PerceptronClassifier(map="quadratic"), 3_000, "and these are 9000000; choose"),
    ],
)
def test_too_many_columns_are_refused_at_once(estimator, columns, sentence):
    with pytest.raises(ValueError, match=sentence):
        estimator.fit(np.eye(4, columns), [0, 1, 0, 1])


@pytest.mark.parametrize(("feature_map", "columns"), [("identity", 20_000), ("squares", 10_000)])
def test_as_many_columns_as_a_file_may_have_are_learned(feature_map, columns):
    fitted = PerceptronClassifier(map=feature_map).fit(np.eye(4, columns), [0, 1, 0, 1])
    assert fitted.predict(np.eye(4, columns)).tolist() == [0, 1, 0, 1]


def test_one_class_alone_is_refused():
    with pytest.raises(ValueError, match="at least 2 classes"):
        KernelPerceptronClassifier().fit([[0.0], [1.0]], ["a", "a"])


@pytest.mark.parametrize("hidden", ["sklearn", "sklearn.utils.validation"])
def test_without_scikit_learn_it_says_what_to_install(hidden):
    """Of an old one, `validate_data` is missing."""
    program = f"import sys; sys.modules[{hidden!r}] = None; import kpgui.sklearn"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    said = done.stderr.strip().splitlines()[-1]
    assert said == (
        'ImportError: kpgui.sklearn needs scikit-learn 1.6 or newer: install it by  pip install "kpgui[sklearn]".'
    )
