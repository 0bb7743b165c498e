"""`kpgui analyse`: what can be known of points and a kernel before, and of a perceptron on them."""

import argparse
import json
from dataclasses import replace
from math import isfinite
from time import perf_counter
from typing import TYPE_CHECKING, Any

from kpgui.cli.arguments import EPILOG, add_file_arguments, loaded
from kpgui.cli.command import Command

if TYPE_CHECKING:
    from kpgui.analysis.findings import Findings, Trial
    from kpgui.engine.problem import Problem
    from kpgui.model.feature_map import FeatureMap
    from kpgui.model.session import Session

TRIED_POINTS, TRIED_STEPS = 5_000, 500_000
"""A perceptron is tried on at most so many points, for about so many steps."""

COLUMNS = 3
"""Feature coordinates that are written, unless an explicit map says how many there are."""


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
        from kpgui.analysis.findings import findings
        from kpgui.engine.problem import Problem
        from kpgui.kernels import kernel
        from kpgui.kernels.explicit import Explicit
        from kpgui.learners import learner
        from kpgui.present.analysis import lines, meaning
        from kpgui.present.ticks import shown

        session = loaded(arguments, arguments.file)
        map_of = None if arguments.kernel else learner(session.learner).feature_map
        session = replace(session, kernel=str(kernel(arguments.kernel or session.kernel)))
        start = perf_counter()
        chosen = kernel(session.kernel) if map_of is None else Explicit(map_of)
        problem = Problem(session.dataset, chosen, session.order, session.seed)
        found = findings(problem, session.dataset, chosen, bias=arguments.bias, seed=session.seed)
        trial = _trial(problem, session, arguments.bias, map_of)
        seconds = perf_counter() - start
        if arguments.json:
            return json.dumps(as_object(found, trial, seconds), allow_nan=False)
        facts = lines(found, trial) | {"time": f"{shown(seconds, 3)} s"}
        facts["data"] = f"{arguments.file}, {facts['data']}"
        width = max(map(len, facts))
        return "\n".join([*(f"{title:<{width}}  {text}" for title, text in facts.items()), "", meaning(found)])


def _trial(problem: "Problem", session: "Session", bias: bool, map_of: "FeatureMap | None") -> "Trial | None":
    """A perceptron let loose on the points, unless there are none or very many."""
    from kpgui import api
    from kpgui.analysis.cycle import cycle
    from kpgui.analysis.findings import Trial

    trained = len(session.dataset.training)
    if not 0 < trained <= TRIED_POINTS:
        return None
    epochs = min(max(TRIED_STEPS // trained, 20), 1000)
    learner = "kernel_perceptron(" if map_of is None else f'perceptron(map="{map_of.key}", '
    learner += f"bias={str(bias).lower()}, epochs={epochs})"
    model = api.train(replace(session, learner=learner))
    repeats = not model.converged and session.order != "shuffled_each_epoch"
    round_trip = cycle(problem, model.updates, model.epochs) if repeats else None
    return Trial(session.order, model.epochs, model.mistakes, model.converged, round_trip)


def as_object(found: "Findings", trial: "Trial | None", seconds: float) -> dict[str, Any]:
    """What `--json` prints. Points are numbered from 0 in dataset order; null is what is not known or infinite."""
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
            "symmetric": spectrum.symmetric,
            "asymmetry": spectrum.asymmetry,
            "points": dataset.training[spectrum.points].tolist(),
            "sampled": spectrum.sampled,
            "eigenvalues": spectrum.values.tolist(),
            "smallest": spectrum.smallest,
            "largest": spectrum.largest,
            "tolerance": spectrum.tolerance,
            "rank": spectrum.rank,
            "negative": spectrum.negative.tolist(),
            "offender": None if offender is None else offender.tolist(),
            "features": None if found.features is None else _rows(found),
        },
        "margin": {
            "verdict": margin.verdict.value,
            "reason": margin.reason.value,
            "gamma": margin.lower or None,
            "gamma_at_most": margin.upper,
            "gap": margin.gap if margin.lower else None,
            "radius": margin.radius,
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


def _rows(found: "Findings") -> list[list[float]]:
    from kpgui.kernels.explicit import Explicit

    assert found.features is not None
    shown = found.features if isinstance(found.kernel, Explicit) else found.features[:, :COLUMNS]
    return shown.tolist()


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
