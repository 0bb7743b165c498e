"""(b) The SHA-256 of sixty scenes, rendered as PNG, SVG and PDF."""

from typing import Any

from tests.manifest.cases import KERNELS, LEARNERS, write_files
from tests.manifest.command_line import file_or_problem, run

SIZE = "--size", "360x270"
FIGURE = (
    "title=false", "counters=false", "formula=true", "axes=false", "ticks=false", "grid=true", "legend=false",
    "colour_bar=true", "field=banded", "field=classes", "field=none", "boundary=dotted", "boundary_width=5",
    "margins=solid", "margin_width=4", "point_size=3", "rings=false", "wrong=true", "transparent=true",
    "font_size=14", "embed=false",
)  # fmt: skip
SCENES = (
    *(("moons.csv", "--theme", theme, *SIZE) for theme in ("light", "dark", "contrast", "print")),
    *(("moons.csv", "--kernel", kernel, *SIZE) for kernel in KERNELS),
    *(("moons.csv", "--kernel", "rbf(sigma=0.5)", "--learner", learner, *SIZE) for learner in LEARNERS),
    *(("blobs.csv", "--set", f"figure.{setting}", *SIZE) for setting in FIGURE),
    ("named.tsv", "--preset", "column", "--dpi", "100"),
    ("xor.csv", "--preset", "slide", *SIZE),
    ("moons.csv", "--at", "7", *SIZE),
    ("moons.csv", "--at", "mistake:3", "--theme", "dark", *SIZE),
    ("moons.csv", "--at", "epoch:1", *SIZE),
    ("ties.csv", "--kernel", "poly(degree=2, c=1)", *SIZE),
    ("moons.csv", "--kernel", "rbf(sigma=1)", "--vary", "kernel.sigma=0.2,1", "--size", "500x300"),
    ("xor.csv", "--kernel", "rbf", "--vary", "kernel.sigma=0.3,1", "--vary", "at=1,end", "--size", "400x400"),
    ("spirals.csv", "--learner", "svm(C=1)", "--vary", "learner.C=0.1,10", "--theme", "print", "--size", "500x300"),
)


def collect(part: str, folder: str) -> dict[str, Any]:
    write_files()
    entries = {}
    for words in SCENES:
        for suffix in ("png", "svg", "pdf"):
            entries[f"{' '.join(words)} {suffix}"] = file_or_problem(
                f"picture.{suffix}", run("render", *words, "-o", f"picture.{suffix}")
            )
    return entries
