"""A session as a Python script: it holds the model that was learned, and draws the same figure."""

import re
from collections.abc import Iterator, Mapping
from textwrap import fill
from typing import Any

import kpgui
from kpgui.engine.run.problem import presented
from kpgui.figure.scene import RunResult
from kpgui.figure.script.drawing import DRAW
from kpgui.figure.script.kernels import has_inner_products, kernel_source, literal
from kpgui.learners import KernelPerceptron, learner
from kpgui.model.dataset import Dataset
from kpgui.model.expansion import Votes
from kpgui.model.param import grouped
from kpgui.model.session import Session

SUM = '''
def f(Z):
    """f(z) = Σᵢ βᵢ K(xᵢ, z) + b at each row of Z."""
    values = np.full(len(Z), B)
    values += Z @ START_W  # what f started from  #? anchored
    for i in np.flatnonzero(beta):
        values += beta[i] * kernel(X[i], Z)
    return values
'''

VOTE = '''
def f(Z):
    """f(z) = Σ cₖ sgn(vₖ(z)) / Σ cₖ at each row of Z: vₖ, the sum of the first k mistakes, has cₖ votes.

    Where vₖ is 0 its sign is rounding's.
    """
    v, b, total = np.zeros(len(Z)), 0, np.zeros(len(Z))
    for i, count in zip(mistaken, votes):
        v += y[i] * kernel(X[i], Z)
        b += y[i]  #? biased
        total += count * np.sign(v + b)
    return total / TOTAL
'''

TRAIN = '''
def score(i, c, bias, sums, sizes, updates):
    """Σⱼ cⱼ K(xⱼ, xᵢ) + bias; summed once more where rounding could decide its sign, and 0 where it still could."""
    value, size = sums[i] + bias, sizes[i] + abs(bias)
    if abs(value) <= (updates + ROUNDINGS) * EPS * size:
        some = np.flatnonzero(c)
        value = math.fsum([*(c[some] * kernel(X[i], X[some])), bias])
    return value if abs(value) > ROUNDINGS * EPS * size else 0.0


def train():
    """If {rule}, then α += 1 and f += η·y·K(x, ·). Returns α, β and b.

    η only scales f, and is left out of the sums: β = η·c / unit, where unit is the c of a new coefficient of 1.
    Where β decays, it is not c that shrinks, but unit that grows.  #? decays
    """
    alpha, c, bias, unit = np.zeros(n, int), np.zeros(n), 0.0, 1.0
    sums, sizes = np.zeros(n), np.zeros(n)  # of the terms cⱼ K(xⱼ, ·) at each point, and of what they are made from
    step = updates = 0
    for i, count in START_ALPHA.items():  #? started
        alpha[i], c[i], row = count, count * y[i], kernel(X[i], X)  #? started
        bias += c[i]  #? started, bias
        sums += c[i] * row  #? started
        sizes += count * abs(row)  #? started
        sizes += count * abs(kernel(abs(X[i]), abs(X)))  #? started, inner
        updates += 1  #? started
    for epoch in range(EPOCHS):
        before = updates
        for i in presented(epoch):
            if step == STEPS:
                break
            step += 1
            mistake = y[i] * score(i, c, bias, sums, sizes, updates) <= 0  #? not tied
            mistake = y[i] != (np.sign(score(i, c, bias, sums, sizes, updates)) or TIE)  #? tied
            unit = min(unit / DECAY, 1e200)  #? decays, step
            if mistake:  #? not capped
            if mistake and alpha[i] < ALPHA_CAP:  #? capped
                unit /= DECAY  #? decays, update
                if unit > 1e100:  #? decays
                    c, bias, sums, sizes, unit = c / unit, bias / unit, sums / unit, sizes / unit, 1.0  #? decays
                row = kernel(X[i], X)
                alpha[i] += 1
                c[i] += unit * y[i]
                bias += unit * y[i]  #? bias
                sums += unit * y[i] * row
                sizes += unit * abs(row)
                sizes += unit * abs(kernel(abs(X[i]), abs(X)))  # what cancels within x·z  #? inner
                updates += 1
        if updates == before or step == STEPS:
            break
    return alpha, ETA * c / unit, ETA * bias / unit
'''

AGAIN = """
again, *_ = train()
print("Trained again:", "the same α" if (again == alpha).all() else "another α")
"""

RULE = (
    "train() learns α once more. A score of 0 {tie}: a sum that rounding may have moved across "
    "0 is computed once more by math.fsum, and what still cannot be told from 0 is 0. kpgui has a closer bound of each "
    "kernel's rounding: where a score is as near to 0 as that, its α may differ."
)

PRESENTED = {
    "dataset": "return np.flatnonzero(trained)",
    "reversed": "return np.flatnonzero(trained)[::-1]",
    "shuffled_once": "return np.random.default_rng([SEED, 0]).permutation(np.flatnonzero(trained))",
    "shuffled_each_epoch": "return np.random.default_rng([SEED, epoch]).permutation(np.flatnonzero(trained))",
}

DATA = '''
{comment}
POINTS = """
{rows}
"""

data = np.array(POINTS.split(), float).reshape(-1, {columns})
X, y, n = data[:, :2], data[:, 2].astype(int), len(data)
alpha, beta = data[:, -2:].T
trained = {trained}
'''

VOTES = '''
# The point of each mistake, and the votes of the hypothesis that it made
VOTES = """
{rows}
"""

mistaken, votes = np.array(VOTES.split(), int).reshape(-1, 2).T
'''

RUN = """
print(f"{np.count_nonzero(beta)} support vectors, Σα = {alpha.sum():g}, b = {B:g}")
figure = draw(f, alpha, beta, RHO)
if len(sys.argv) > 1:
    figure.savefig(sys.argv[1], dpi=DPI)
else:
    plt.show()
"""

MARK = re.compile(r"  #\? (?P<conditions>[\w ,-]+)$")


def script(session: Session, outcome: RunResult, named: Mapping[str, Any], facts: Mapping[str, bool]) -> str:
    """The whole script of what a session has learned. named, facts: as of `look_of`.

    Raises KpguiError for a kernel of which no formula is known.
    """
    facts = {**facts, "tied": session.conventions.tie != "mistake"}
    model, drawing = model_source(session, outcome), kept(DRAW, facts)
    train = training_source(session, outcome.counters.step)
    used = {name: value for name, value in named.items() if re.search(rf"\b{name}\b", drawing + RUN)}
    imports = ["import math\n"] * bool(train) + ["import sys\n\nimport matplotlib.pyplot as plt\nimport numpy as np\n"]
    imports += ["from matplotlib.collections import LineCollection\n"] * ("LineCollection" in drawing)
    look = "".join(f"{name} = {value!r}\n" for name, value in used.items())
    parts = ["".join(imports), model, train, f"# The figure\n\n{look}", drawing]
    parts += [data_source(session.dataset, outcome), AGAIN * bool(train) + RUN.strip("\n")]
    header = _header(session, (named["TITLE"], named["CAPTION"]), bool(train))
    return header + "\n" + "\n\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def model_source(session: Session, outcome: RunResult) -> str:
    """Bias, margin, kernel, and f of the model that `data_source` has the coefficients of."""
    f = outcome.expansion
    constants = f"B = {f.bias!r}  # the bias\nRHO = {outcome.margin!r}  # the margins are f = ±ρ\n"
    if session.conventions.tie != "mistake":
        constants += f"TIE = {session.conventions.tie}  # the label that a score of 0 counts as\n"
    decision = kept(SUM, {"anchored": f.anchor is not None})
    if f.anchor is not None:
        constants += f"START_W = {[f.unit * f.anchor.term * each for each in f.anchor.place]!r}\n"
    if isinstance(f, Votes):
        constants += f"TOTAL = {max(1, f.total)}  # votes of all hypotheses\n"
        decision = kept(VOTE, {"biased": f.biased})
    return f"{constants}\n\n{kernel_source(session)}\n\n\n{decision}"


def training_source(session: Session, steps: int) -> str:
    """The function that trains the kernel perceptron for so many steps, with what it uses; "" for another learner."""
    algorithm = learner(session.learner)
    if not isinstance(algorithm, KernelPerceptron):
        return ""
    facts = {"bias": algorithm.bias, "decays": algorithm.decay < 1, "capped": algorithm.alpha_cap > 0}
    facts["inner"] = has_inner_products(session)
    given = session.conventions
    facts |= {"tied": given.tie != "mistake", "started": bool(given.alpha)}
    rule = f"y·f(x) < 0, or f(x) = 0, which counts as {given.tie}, and is wrong" if facts["tied"] else "y·f(x) ≤ 0"
    train = kept(
        TRAIN.replace("{rule}", rule), facts | {each: algorithm.decay_on == each for each in ("step", "update")}
    )
    source = f'def presented(epoch):\n    """The points of an epoch, in order."""\n    {_order(session)}'
    constants = f"STEPS = {steps}  # where to stop\n"
    for each in type(algorithm).params():
        name = each.name.upper()
        if re.search(rf"\b{name}\b", train):
            constants += f"{name} = {literal(algorithm.settings()[each.name])}  # {each.meaning}\n"
    if "SEED" in source:
        constants += f"SEED = {session.seed}\n"
    start = {i: alpha for i, alpha in enumerate(given.alpha) if alpha}
    constants += f"START_ALPHA = {start}  # α at the start, by the points' numbers from 0\n" * facts["started"]
    constants += "EPS, ROUNDINGS = 2.0**-52, 16  # rounding of a kernel value, relative to what it is made from\n"
    return f"{constants}\n\n{source}\n\n\n{train}"


def _order(session: Session) -> str:
    """The line of the script that returns the points of an epoch."""
    line, given = PRESENTED[session.order], session.conventions
    if given.orders:
        line = line.replace("np.flatnonzero(trained)[::-1]", "np.flatnonzero(trained)")
        order = presented(session.dataset, session.order == "reversed", given).tolist()
        line = line.replace("np.flatnonzero(trained)", f"np.array({order})")
        if given.first in order:
            line = f"{line.replace('return', 'order =')}\n    return np.roll(order, -list(order).index({given.first}))"
    return line


def data_source(dataset: Dataset, outcome: RunResult) -> str:
    """The points, as many as there are, with what was learned of them."""
    f, out = outcome.expansion, bool(dataset.held_out.any())
    columns = [*dataset.points.T.tolist(), dataset.labels.tolist()]
    columns += [dataset.held_out.astype(int).tolist()] * out
    columns += [outcome.counters.alpha.tolist(), f.beta.tolist()]
    text = DATA.format(
        comment=f"# x, y and label of each point,{' 1 if it is held out,' * out} α and β",
        rows="\n".join(" ".join(map(repr, row)) for row in zip(*columns, strict=True)),
        columns=len(columns),
        trained="data[:, 3] == 0" if out else "np.ones(n, bool)",
    )
    if isinstance(f, Votes):
        pairs = zip(f.points.tolist(), f.counts.tolist(), strict=True)
        text += VOTES.format(rows="\n".join(f"{point} {count}" for point, count in pairs))
    return text


def kept(text: str, facts: Mapping[str, bool]) -> str:
    """The template without the lines whose mark does not hold. A mark is a list of facts that all have to.

    >>> print(kept("f = 0\\nf += b  #? bias\\nf *= 2  #? not bias, twice", {"bias": True, "twice": True}))
    f = 0
    f += b
    """
    return "\n".join(_lines(text.strip("\n").split("\n"), facts))


def _lines(lines: list[str], facts: Mapping[str, bool]) -> Iterator[str]:
    for line in lines:
        mark = MARK.search(line)
        if mark is None:
            yield line
        elif all(facts[each.removeprefix("not ")] != each.startswith("not ") for each in mark[1].split(", ")):
            yield line[: mark.start()].rstrip()


def _header(session: Session, heading: tuple[str, str], trains: bool) -> str:
    paragraphs = [
        f"{heading[0]}: the model that was learned, and its figure.",
        f"{heading[1]}.",
        f"Written by kpgui {kpgui.__version__} from {session.kernel} and {session.learner}. It needs NumPy and "
        f"matplotlib only; an argument is the file to save the figure in. The {grouped(len(session.dataset))} points "
        "stand at the end, with α, β and all their digits.",
    ]
    rule = session.conventions.tie
    tie = "is a mistake for either label" if rule == "mistake" else f"counts as {rule}"
    return '"""' + "\n\n".join(fill(each, 110) for each in paragraphs + [RULE.format(tie=tie)] * trains) + '\n"""\n'
