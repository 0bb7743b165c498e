"""What is typed into fields, and the files that are opened and written."""

from pathlib import Path
from random import Random

TEXTS = (
    "0", "1", "-1", "0.5", "1,5", "3", "7", "1e-3", "1e308", "nan", "inf", "", " ", "−2", "100", "500", "2001",
    "rbf(sigma=0.5)", "poly(degree=3, c=1)", "linear() + 0.3*rbf()", "laplacian(sigma=2)", "exp(rbf(", "cosine()**3",
    "periodic(period=2)", "sigmoid(gamma=1, c=-1)", "normalized(poly(degree=9))", "matern32() * exponential()",
    "kernel_perceptron(epochs=3)", "svm(C=1)", "norma(eta=0.1, lam=0.01)", "forgetron(budget=3)", "pegasos(lam=0.1)",
    "voted_perceptron(epochs=5)", "averaged_perceptron()", "x*y > 0", "x**2 + y**2 < 1", "sin(3*x)", "Größe ‖ 猫 \"'&",
    "0.5 0.25 1\n-1 2 -1\n", "x,y,label\n1,2,1\n3,4,-1\n", "a;b\n1,5;2\n",
)  # fmt: skip

FILES = (
    "plain.kpgui", "plain.csv", "two words.kpgui", "quotes ' and \".csv", "Größe 猫.kpgui", "points.tsv", "points.npz",
    "points.arff", "points.tab", "points.svmlight", "points.ml", "picture.png", "picture.svg", "picture.pdf",
    "moving.gif", "moving.webp", "script.py", "model.json", f"{'long ' * 49}.kpgui", "no suffix",
    "missing folder/points.csv", "kind.unknown",
)  # fmt: skip

CONTENTS = (
    b"x,y,label\n0,0,1\n1,1,-1\n0,1,1\n1,0,-1\n",
    b"x;y;class\n0,5;0,25;yes\n-1,5;2;no\n",
    b"a\tb\tc\n1\t2\t3\n4\t5\tsix\n",
    b"",
    b"\xff\xfe\x00 not text at all \x00",
    b'{"format": "kpgui", "version": 1',
    b"1 1:0.5 2:0.25\n-1 1:1 2:2\n",
)


def content(path: Path, chances: Random) -> bytes:
    """What another program may have written there."""
    rows = [f"{chances.uniform(-2, 2):.3f},{chances.uniform(-2, 2):.3f},{chances.choice((-1, 1))}" for _ in range(40)]
    return chances.choice([*CONTENTS, "\n".join(["x,y,label", *rows]).encode()])
