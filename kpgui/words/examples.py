"""Examples: things worth seeing that an empty canvas offers, each a session that is trained at once."""

from typing import NamedTuple

from kpgui.generators import generator
from kpgui.language import later
from kpgui.model.session import Session, View


class Example(NamedTuple):
    """Generated points, with the kernel and learner that show something about them.

    title, meaning: in English; translated when they are shown.
    """

    key: str
    title: str
    meaning: str
    shape: str
    kernel: str
    learner: str

    def session(self) -> Session:
        dataset = generator(self.shape).make()
        view = View.around(dataset.points)
        return Session(dataset, self.kernel, self.learner, view=view, shape=self.shape)


EXAMPLES = (
    Example(
        "line",
        later("A line is enough"),
        later("Perceptron, linear kernel"),
        "blobs(n=60, noise=0.35, distance=1.6, seed=2)",
        "linear()",
        "kernel_perceptron(bias=true)",
    ),
    Example(
        "xor",
        later("No line, but a product"),
        later("XOR, polynomial kernel"),
        "xor(n=60)",
        "poly(degree=2)",
        "kernel_perceptron()",
    ),
    Example(
        "spirals",
        later("As curved as it takes"),
        later("Two spirals, RBF kernel"),
        "spirals(n=120)",
        "rbf(sigma=0.3)",
        "kernel_perceptron()",
    ),
    Example(
        "votes",
        later("Every version votes"),
        later("Voted perceptron"),
        "moons(n=80, noise=0.3)",
        "rbf(sigma=0.7)",
        "voted_perceptron(epochs=6)",
    ),
    Example(
        "forgetting",
        later("Learning and forgetting"),
        later("Forgetron, 20 points kept"),
        "moons(n=100, noise=0.3)",
        "rbf(sigma=0.5)",
        "forgetron(budget=20, epochs=6)",
    ),
    Example(
        "margin",
        later("The widest margin"),
        later("SVM, soft margin"),
        "blobs(n=100, noise=0.6, distance=2.4)",
        "linear()",
        "svm(C=10)",
    ),
)
