"""`kpgui analyse`: validity of a kernel on given points, their margin, and how a perceptron fares on them."""

import argparse
import json
from dataclasses import replace
from math import isfinite
from time import perf_counter
from typing import TYPE_CHECKING, Any

from kpgui.cli.arguments import EPILOG, Command, add_file_arguments, loaded
from kpgui.model.errors import printable

if TYPE_CHECKING:
    from kpgui.analysis.findings import Findings, Trial

COLUMNS = 3
"""Feature coordinates that are written for each point, unless the kernel is that of an explicit map."""


class Analyse(Command):
    name = "analyse"
    synopsis = "FILE [--kernel EXPR] [--bias] [--json]"
    meaning = "say what a kernel makes of a file: valid or not, margin, mistake bound, cycles"
    epilog = EPILOG

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        add_file_arguments(parser)
        parser.add_argument("--kernel", metavar="EXPR", help="kernel, in place of the session's")
        parser.add_argument(
            "--bias", action="store_true", help="for a learner with a bias; the same as the kernel plus 1"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object with everything in it")

    def run(self, arguments: argparse.Namespace) -> str:
        from kpgui import api
        from kpgui.model.param import shown
        from kpgui.model.session import Session
        from kpgui.ui.instruments.analysis.words import lines, meaning

        session = loaded(arguments, arguments.file)
        if arguments.kernel is not None:  # not the feature map of the session's learner
            session = replace(session, kernel=arguments.kernel, learner=Session().learner)
        start = perf_counter()
        with arguments.console.working(f"analysing {arguments.file}"):
            found, trial = api.analyse(session, bias=arguments.bias)
        seconds = perf_counter() - start
        if arguments.json:
            return json.dumps(as_object(found, trial, seconds), allow_nan=False)
        facts = lines(found, trial) | {"time": f"{shown(seconds, 3)} s"}
        facts["data"] = f"{printable(arguments.file)}, {facts['data']}"
        width = max(map(len, facts))
        return "\n".join([*(f"{title:<{width}}  {text}" for title, text in facts.items()), "", meaning(found)])


def as_object(found: "Findings", trial: "Trial | None", seconds: float) -> dict[str, Any]:
    """The object that `--json` prints. Points are numbered from 0 in dataset order; null is unknown or infinite."""
    dataset, spectrum, margin = found.dataset, found.spectrum, found.margin
    offender = spectrum.offender
    return {
        "kernel": str(found.kernel),
        "bias": found.bias,
        "n": len(dataset),
        "d": dataset.d,
        "held_out": int(dataset.held_out.sum()),
        "gram": {
            "valid": spectrum.valid,
            "certain": found.semidefinite or not spectrum.valid,
            "symmetric": spectrum.symmetric,
            "asymmetry": spectrum.asymmetry,
            "points": dataset.training[spectrum.points].tolist(),
            "sampled": spectrum.sampled,
            "eigenvalues": [_finite(each) for each in spectrum.values.tolist()],
            "smallest": _finite(spectrum.smallest),
            "largest": _finite(spectrum.largest),
            "tolerance": spectrum.tolerance,
            "rounding": _finite(spectrum.rounding),
            "rank": spectrum.rank,
            "negative": spectrum.negative.tolist(),
            "offender": None if offender is None else offender.tolist(),
            "features": None if found.features is None else _rows(found),
        },
        "margin": {
            "verdict": margin.verdict.value,
            "reason": margin.reason.value,
            "gamma": margin.lower or None,
            "gamma_at_most": _finite(margin.upper),
            "gap": _finite(margin.gap) if margin.lower else None,
            "radius": _finite(margin.radius),
            "bound": _finite(margin.bound),
            "bound_at_least": _finite(margin.least_bound),
            "weights": margin.weights.tolist(),
            "culprits": margin.culprits.tolist(),
            "steps": margin.steps,
        },
        "conflict": None if found.conflict is None else list(found.conflict),
        "perceptron": None if trial is None else _trial_object(trial),
        "seconds": seconds,
    }


def _rows(found: "Findings") -> list[list[float | None]]:
    from kpgui.kernels.algebra.explicit import Explicit

    assert found.features is not None
    shown = found.features if isinstance(found.kernel, Explicit) else found.features[:, :COLUMNS]
    return [[_finite(each) for each in row] for row in shown.tolist()]


def _trial_object(trial: "Trial") -> dict[str, Any]:
    cycle = trial.cycle
    return {
        "order": trial.order,
        "epochs": trial.epochs,
        "mistakes": trial.mistakes,
        "converged": trial.converged,
        "cycle": None
        if cycle is None
        else {"start": cycle.start, "period": cycle.period, "mistakes": cycle.mistakes, "exact": cycle.exact},
    }


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None
