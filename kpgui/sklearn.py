"""The learners as scikit-learn's classifiers: any labels and number of classes, in pipelines and grid searches.

One for each learner, named after its class: `KernelPerceptronClassifier`, `AveragedPerceptronClassifier`, …,
`SVMClassifier`.

>>> from kpgui.sklearn import KernelPerceptronClassifier
>>> classifier = KernelPerceptronClassifier("poly(degree=2, c=1)").fit([[0, 0], [0, 1], [1, 0], [1, 1]], list("noon"))
>>> classifier.predict([[0, 1], [1, 1]]).tolist(), classifier.n_iter_
(['o', 'n'], 8)
"""

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from kpgui.api import Model, fit
from kpgui.formats.tabular.limits import MAX_COLUMNS
from kpgui.kernels import Kernel
from kpgui.learners import LEARNERS, Learner
from kpgui.learners import learner as learner_of
from kpgui.model.arrays import Floats
from kpgui.model.param import Param, text_of
from kpgui.model.session import ORDER, SEED, Session

try:
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted, validate_data
except ImportError as error:
    raise ImportError(
        'kpgui.sklearn needs scikit-learn 1.6 or newer: install it by  pip install "kpgui[sklearn]".'
    ) from error

DEFAULT_KERNEL = Session().kernel
KERNEL = Param("kernel", DEFAULT_KERNEL, "An expression, as in `rbf(sigma=0.5) + 0.3*poly(degree=2)`.", scale="text")


class KernelClassifier(ClassifierMixin, BaseEstimator):
    """Base of the classifiers, each of which has the parameters that its learner declares.

    More than two classes are learned one against the rest. Where f is exactly 0, `predict` answers the first of two
    classes, as scikit-learn's classifiers do.

    Attributes: `classes_`; `models_`, the `kpgui.Model` of the second of two classes, or of each of more against the
    rest; `n_iter_`, the most epochs of a model (for the SVM pair updates); `n_features_in_`, `feature_names_in_`.
    """

    learner: ClassVar[type[Learner]]

    def fit(self, X: Any, y: Any) -> "KernelClassifier":
        """Learns from points X (n, d) with labels y (n,) of at least two classes.

        Raises ValueError when points, labels or a parameter are invalid, or a file could not have so many columns;
        TypeError for a sparse matrix.
        """
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        self.classes_, labels = np.unique(y, return_inverse=True)
        count = len(self.classes_)
        if count < 2:
            raise ValueError(f"{type(self).__name__} needs points of at least 2 classes; these are all of one class.")
        learner = str(self.learner(**{each.name: getattr(self, each.name) for each in self.learner.params()}))
        feature_map = learner_of(learner).feature_map
        columns = X.shape[1] if feature_map is None else feature_map.phi(X[:0]).shape[1]
        if columns > MAX_COLUMNS:  # the work of each step grows with them
            raise ValueError(
                f"{type(self).__name__} learns from at most {MAX_COLUMNS} columns, or features of its map, "
                f"and these are {columns}; choose some, or combine them before, as by PCA."
            )
        kernel: str | Kernel = getattr(self, "kernel", DEFAULT_KERNEL)
        self.models_: list[Model] = [
            fit(X, np.where(labels == positive, 1, -1), kernel, learner, seed=self.seed, order=self.order)
            for positive in (range(count) if count > 2 else [1])
        ]
        self.n_iter_ = max(model.epochs if self.learner.by_epochs else model.steps for model in self.models_)
        return self

    def decision_function(self, X: Any) -> Floats:
        """f at each row of X, (m,): positive for the second of two classes; of more, f of each, (m, classes)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        f = [model.decision(X) for model in self.models_]
        return np.column_stack(f) if len(f) > 1 else f[0]

    def predict(self, X: Any) -> Any:
        """The class of each row of X, (m,)."""
        f = self.decision_function(X)
        return self.classes_[f.argmax(axis=1) if f.ndim > 1 else (f > 0).astype(np.intp)]


def _classifier(learner: type[Learner]) -> type[KernelClassifier]:
    """The classifier of a learner. One on an explicit feature map has no kernel."""
    params = (*(() if learner().feature_map else (KERNEL,)), *learner.params(), ORDER, SEED)
    told = "".join(
        f"{each.name} : {each.allowed}, default {text_of(each.default)}\n    {each.meaning}\n" for each in params
    )
    members = {
        "__module__": __name__,
        "__doc__": f"{learner.title}.\n\nParameters\n----------\n{told}",
        "__init__": _initialiser(params),
        "learner": learner,
    }
    return type(f"{learner.__name__}Classifier", (KernelClassifier,), members)


def _initialiser(params: tuple[Param, ...]) -> Callable[..., None]:
    """An `__init__` with these parameters, the first by position or name, the others by name.

    scikit-learn takes a classifier's parameters from the signature, and wants them kept as they were given.
    """
    kinds = [Parameter.POSITIONAL_OR_KEYWORD, *[Parameter.KEYWORD_ONLY] * (len(params) - 1)]
    signature = Signature(
        [
            Parameter("self", Parameter.POSITIONAL_OR_KEYWORD),
            *(Parameter(each.name, kind, default=each.default) for each, kind in zip(params, kinds, strict=True)),
        ]
    )

    def __init__(self: KernelClassifier, *arguments: Any, **named: Any) -> None:
        bound = signature.bind(self, *arguments, **named)
        bound.apply_defaults()
        for each in params:
            setattr(self, each.name, bound.arguments[each.name])

    __init__.__signature__ = signature  # type: ignore[attr-defined]  # see `inspect.signature`
    return __init__


CLASSIFIERS = {f"{learner.__name__}Classifier": _classifier(learner) for learner in LEARNERS}
globals().update(CLASSIFIERS)
__all__ = ["KernelClassifier", *CLASSIFIERS]

if TYPE_CHECKING:

    def __getattr__(name: str) -> type[KernelClassifier]: ...
