"""What the entries are made of: the same files each time, written into the present folder."""

from pathlib import Path

from tests.manifest.command_line import run

SMALL = {
    "xor.csv": "x,y,label\n-1,-1,-1\n1,-1,1\n-1,1,1\n1,1,-1\n",
    "ties.csv": "x,y,label\n0.1,0.2,1\n0.1,0.2,-1\n0,0,1\n0.3,-0.1,-1\n-0.3,0.1,1\n0.7,0.7,-1\n0.7,-0.7,1\n",
    "named.tsv": "length\twidth\tkind\n1.5\t0.25\toak\n2\t0.5\toak\n-1\t1.75\telm\n-0.5\t2\telm\n0.5\t1\toak\n",
}
MADE = {
    "moons.csv": ("moons", "--n", "40", "--noise", "0.2", "--seed", "1"),
    "spirals.csv": ("spirals", "--n", "40", "--seed", "2"),
    "blobs.csv": ("blobs", "--n", "30", "--noise", "0.9", "--seed", "3", "--label-noise", "0.1"),
}
FILES = (*SMALL, *MADE)

KERNELS = (
    "linear()",
    "poly(degree=2, c=1)",
    "poly(degree=3, gamma=0.5, c=0)",
    "rbf(sigma=0.5)",
    "laplacian(sigma=0.7)",
    "exponential(sigma=1)",
    "matern32(length=0.8)",
    "matern52(length=0.8)",
    "rational_quadratic(alpha=1, length=1)",
    "sigmoid(gamma=1, c=0)",
    "cosine()",
    "periodic(period=2, length=1)",
    "rbf(sigma=0.5) + 0.3*poly(degree=2, c=1)",
    "normalized(poly(degree=2, c=1)) * exp(0.2*linear())",
)
LEARNERS = (
    "kernel_perceptron(epochs=20)",
    "perceptron(map='quadratic', bias=true, epochs=20)",
    "averaged_perceptron(epochs=5)",
    "voted_perceptron(epochs=5)",
    "forgetron(budget=6, epochs=5)",
    "random_budget_perceptron(budget=6, epochs=5)",
    "projectron(eta=0.1, epochs=5)",
    "norma(eta=0.2, lam=0.05, nu=0.1, epochs=5)",
    "pegasos(lam=0.05, epochs=5)",
    "passive_aggressive(C=1, epochs=5)",
    "svm(C=2)",
)
"""The first of each learner; the others of its parameters are tested elsewhere."""


def write_files() -> None:
    for name, text in SMALL.items():
        Path(name).write_text(text, encoding="utf-8")
    for name, words in MADE.items():
        assert run("generate", *words, "-o", name).code == 0


def session_file(name: str, points: str, kernel: str, learner: str, order: str = "dataset") -> str:
    """Write a session with these points through the public Python API, and return its path."""
    from dataclasses import replace

    import kpgui

    path = f"{name}.kpgui"
    kpgui.save(replace(kpgui.load(points), kernel=kernel, learner=learner, order=order, seed=4), path)
    return path
