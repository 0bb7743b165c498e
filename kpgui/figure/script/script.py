"""A session as a Python script: it trains from scratch to the step shown, and draws the figure."""

import re
from collections.abc import Mapping
from textwrap import fill
from typing import Any

import kpgui
from kpgui.figure.script.drawing import DRAW
from kpgui.figure.script.kernels import kernel_source
from kpgui.figure.script.learners import LearnerSource, learner_source
from kpgui.figure.script.perceptrons import MAPS
from kpgui.figure.script.template import kept
from kpgui.kernels import kernel
from kpgui.learners import Learner, learner
from kpgui.model.dataset import Dataset
from kpgui.model.frame import Status
from kpgui.model.number import grouped
from kpgui.model.session import Session

WHOLE_GRAM = 5000
"""Points up to which a script computes the whole Gram matrix (200 MB); of more, each row whenever it is needed."""

SLOW = 10**9
"""Steps times points from which on its loop takes minutes, which is said."""

ENDS = Status.CONVERGED, Status.STANDSTILL, Status.EMPTY
"""How a run ends by itself, wherever it is run. SMO also stops where rounding keeps it above its tolerance."""

ONLINE = (
    "A score of 0 is a mistake for either label. kpgui finds out without rounding, where it can, which scores are 0; "
    "this script takes a score for 0 that is at most 1e-12 of the size of its terms. Where a score is as near to 0 as "
    "that, or to a margin of the learner, or the projectron's distance to η, all that follows may differ from kpgui's "
    "run, of which the numbers above are: α, mistakes and figure."
)
PAIRS = (
    "Where two points violate the optimality conditions alike, or two pairs would lower the objective alike, rounding "
    "chooses which pair is changed, and it need not choose as in kpgui's run, of which the numbers above are. α, steps "
    "and figure may then differ; both end with a gap below tol, unless a limit or rounding stops them sooner."
)
"""What the header of a script says of its differences from the program."""

PRESENTED = {
    "dataset": "return np.flatnonzero(trained)",
    "reversed": "return np.flatnonzero(trained)[::-1]",
    "shuffled_once": "return np.random.default_rng([SEED, 0]).permutation(np.flatnonzero(trained))",
    "shuffled_each_epoch": "return np.random.default_rng([SEED, epoch]).permutation(np.flatnonzero(trained))",
}

GRAM = """
K = np.array([kernel(x, X) for x in X]).reshape(n, n)
"""

ROWS = '''
class Gram:
    """K[i], the row of point i in the Gram matrix, is computed anew each time: the whole would be too large."""

    def __getitem__(self, i):
        return kernel(X[i], X)


K = Gram()
'''

RUN = """
alpha, {results} = train()
print(f"{{np.count_nonzero(beta)}} support vectors, Σα = {{alpha.sum():g}}, b = {{b:g}}")
figure = draw(lambda Z: f(Z, {arguments}), alpha, beta, {margin})
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1], dpi=DPI)
else:
    plt.show()
"""


def training_source(session: Session, steps: int, status: Status | None) -> tuple[str, LearnerSource]:
    """The part of the script that trains, to the end or for a number of steps, and the learner in it."""
    algorithm = learner(session.learner)
    source = learner_source(algorithm)
    whole = status in ENDS or (status is Status.LIMIT and algorithm.by_epochs)
    presented = "" if "presented(" not in source.functions else _presented(session.order)
    functions = [_kernel_source(session, algorithm), presented, source.functions]
    text = "\n\n\n".join(filter(None, functions))
    settings = source.constants + f"STEPS = {None if whole else steps}  # Where to stop; None trains to the end.\n"
    if re.search(r"\bSEED\b", text):
        settings += f"SEED = {session.seed}\n"
    if re.search(r"\bTIE\b", text):
        settings += 'TIE = 1e-12\n"""A score of this share of the size of its terms is a tie, and counts as 0."""\n'
    return f"{settings}\n\n{text}\n", source


def script(
    session: Session, steps: int, status: Status | None, named: Mapping[str, Any], facts: Mapping[str, bool]
) -> str:
    """The whole script of what a session has learned after so many steps. named, facts: as of `look_of`."""
    training, source = training_source(session, steps, status)
    drawing = kept(DRAW, facts).strip("\n")
    used = {name: value for name, value in named.items() if re.search(rf"\b{name}\b", drawing + RUN)}
    run = RUN.format(results=", ".join(source.results), arguments=", ".join(source.arguments), margin=source.margin)
    parts = [
        _header(session, (named["TITLE"], named["CAPTION"]), steps),
        "import sys\n\nimport matplotlib.pyplot as plt\nimport numpy as np\n"
        + "from matplotlib.collections import LineCollection\n" * ("LineCollection" in drawing),
        training,
        "\n# The figure\n\n" + "".join(f"{name} = {value!r}\n" for name, value in used.items()),
        f"\n{drawing}\n\n",
        points_source(session.dataset, whole="K[" in training),
        run.strip("\n") + "\n",
    ]
    return "\n".join(parts)


def _header(session: Session, heading: tuple[str, str], steps: int) -> str:
    n = len(session.dataset)
    told = [
        f"{heading[0]}: trained from scratch, and drawn.",
        f"{heading[1]}.",
        f"Written by kpgui {kpgui.__version__} from {session.kernel} and {session.learner}. It needs NumPy and "
        f"matplotlib only; an argument is the file to save the figure in. The {grouped(n)} points stand at the end, "
        "with all their digits.",
        ONLINE if learner(session.learner).by_epochs else PAIRS,
    ]
    if steps * n > SLOW:
        told.append(f"kpgui made {grouped(steps)} steps; a plain loop takes minutes or longer for as many.")
    return '"""' + "\n\n".join(fill(each, 110) for each in told) + '\n"""\n'


def _kernel_source(session: Session, algorithm: Learner) -> str:
    if algorithm.feature_map is None:
        return kernel_source(kernel(session.kernel))
    phi = f'def phi(x):\n    """{algorithm.feature_map.formula}"""\n    {MAPS[algorithm.feature_map.key]}'
    return f'{phi}\n\n\ndef kernel(x, z):\n    """φ(x)·φ(z)"""\n    return np.sum(phi(x) * phi(z), axis=-1)'


def _presented(order: str) -> str:
    return f'def presented(epoch):\n    """The points that an epoch presents, in order."""\n    {PRESENTED[order]}'


def points_source(dataset: Dataset, whole: bool) -> str:
    """The points, as many as there are: x, y, label, and 1 if held out. whole: whether a Gram matrix is needed."""
    rows = [
        [*map(repr, point), f"{label:+d}"]
        for point, label in zip(dataset.points.tolist(), dataset.labels.tolist(), strict=True)
    ]
    out = bool(dataset.held_out.any())
    if out:
        rows = [[*row, str(int(held))] for row, held in zip(rows, dataset.held_out.tolist(), strict=True)]
    written = "\n".join(" ".join(row) for row in rows)
    trained = "data[:, 3] == 0" if out else "np.ones(n, bool)"
    gram = "" if not whole else GRAM.lstrip("\n") if len(dataset) <= WHOLE_GRAM else ROWS
    return f'''
# x, y and label of each point{", and 1 if it is held out" * out}
POINTS = """
{written}
"""

data = np.array(POINTS.split(), float).reshape(-1, {3 + out})
X, y, n = data[:, :2], data[:, 2].astype(int), len(data)
trained = {trained}
{gram}'''.lstrip("\n")
