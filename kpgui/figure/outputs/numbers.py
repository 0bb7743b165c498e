"""What was learned, for other programs: the model as JSON, coefficients and points as CSV, a script in Python."""

import json
from collections.abc import Iterator
from typing import Any

import kpgui
from kpgui.figure.outputs.picture import Output, Picture
from kpgui.figure.scene import RunResult
from kpgui.figure.script.drawing import look_of
from kpgui.figure.script.script import script
from kpgui.formats.tabular.text import written_names
from kpgui.kernels import kernel
from kpgui.learners import learner
from kpgui.model.errors import UNWATCHED, Token
from kpgui.model.expansion import Expansion, Votes
from kpgui.model.session import Session

FORMAT, VERSION = "kpgui model", 1


def model_json(session: Session, outcome: RunResult) -> bytes:
    """The model as JSON, with all that f takes, see docs/formats.md; the same model gives the same bytes.

    One field per line, and one line per point. Numbers read back bit for bit.
    """
    counters, f, map_of = outcome.counters, outcome.expansion, learner(session.learner).feature_map
    fields: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "written_by": f"kpgui {kpgui.__version__}",
        "learner": session.learner,
        "order": session.order,
        "seed": session.seed,
        **session.conventions.stated,
        "kernel": session.kernel if map_of is None else None,
        "formulas": {each.key: each.formula for each in kernel(session.kernel).leaves} if map_of is None else {},
    }
    if map_of is not None:
        weights = map_of.phi(f.places(session.dataset.points)).T @ f.plain.beta
        fields |= {"feature_map": {"name": map_of.key, "formula": map_of.formula, "weights": weights.tolist()}}
    fields |= {
        "steps": counters.step,
        "epochs": counters.epoch,
        "mistakes": counters.mistakes,
        "status": outcome.status.value if outcome.status else None,
        "f": "vote" if isinstance(f, Votes) else "sum",
        "bias": f.bias,
        "margin": outcome.margin,
    }
    if isinstance(f, Votes):
        votes = {"points": f.points.tolist(), "counts": f.counts.tolist(), "total": f.total, "biased": f.biased}
        fields |= {"votes": votes}
    lines = [f"{_text(name)}: {_text(value)}" for name, value in fields.items()]
    lines.append(f'"columns": {_text([*written_names(session.dataset), "alpha", "beta"])}')
    rows = ",\n".join(_text(row) for row in _rows(session, outcome.counters.alpha, f))
    return ("{\n" + ",\n".join(lines) + ',\n"points": [\n' + rows + "\n]\n}\n").encode()


def coefficients_csv(session: Session, outcome: RunResult) -> bytes:
    """One row per point: coordinates, label, held_out if any is, α and β; what else belongs to f is in comments."""
    f = outcome.expansion
    comments = [
        f"{session.learner}, {session.kernel}, order {session.order}, seed {session.seed}",
        *(f"{name} {_text(value)}" for name, value in session.conventions.stated.items()),
        f"after {outcome.counters.step} steps; bias {f.bias!r}, margin {outcome.margin!r}",
    ]
    if isinstance(f, Votes):
        comments.append("beta and bias are those of the last hypothesis; f is a vote of all, which the JSON holds")
    header = ",".join([*written_names(session.dataset), "alpha", "beta"])
    rows = (
        ",".join(str(int(v)) if isinstance(v, bool) else repr(v) for v in row)
        for row in _rows(session, outcome.counters.alpha, f)
    )
    return "".join(f"{line}\n" for line in [*(f"# {comment}" for comment in comments), header, *rows]).encode()


def _rows(session: Session, alpha: Any, f: Expansion) -> Iterator[list[Any]]:
    """Of each point the coordinates, the label, whether it is held out if any is, α and β."""
    dataset = session.dataset
    columns: list[list[Any]] = [dataset.labels.tolist(), alpha.tolist(), f.beta.tolist()]
    if dataset.held_out.any():
        columns.insert(1, dataset.held_out.tolist())
    for point, rest in zip(dataset.points.tolist(), zip(*columns, strict=True), strict=True):
        yield [*point, *rest]


def _text(value: Any) -> str:
    return json.dumps(value, allow_nan=False, ensure_ascii=False)


class Coefficients(Output):
    key = "coefficients"
    title = "Coefficients"
    suffixes = (".csv",)

    def content(self, picture: Picture, token: Token = UNWATCHED) -> bytes:
        token.check()
        return coefficients_csv(picture.session, picture.outcome)


class ModelOutput(Output):
    key = "model"
    title = "Model"
    suffixes = (".json",)

    def content(self, picture: Picture, token: Token = UNWATCHED) -> bytes:
        token.check()
        return model_json(picture.session, picture.outcome)


class Script(Output):
    key = "script"
    title = "Python script"
    suffixes = (".py",)

    def content(self, picture: Picture, token: Token = UNWATCHED) -> bytes:
        token.check()
        named, facts = look_of(picture.scene.styled(picture.style), picture.style, picture.size)
        return script(picture.session, picture.outcome, named, facts).encode()
