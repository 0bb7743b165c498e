"""Arguments that several commands share."""

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kpgui.model.session import Session

ORDERS = ("dataset", "shuffled_once", "shuffled_each_epoch", "reversed")
"""As in `kpgui.model.session`, which would import NumPy."""

SETTINGS = ("kernel", "learner", "order", "seed")

EPILOG = """\
FILE is a session (.kpgui), or points with labels: CSV, TSV, LIBSVM, or a table with blanks.
EXPR is an expression, such as "rbf(sigma=0.5) + 0.3*poly(degree=2)" or "kernel_perceptron(epochs=20)";
`kpgui list kernels` and `kpgui list learners` show what there is."""


def add_session_arguments(parser: argparse.ArgumentParser) -> None:
    """The file of a session, and options in place of what it says."""
    parser.add_argument("file", metavar="FILE", help="a session or a file of labelled points")
    parser.add_argument("--kernel", metavar="EXPR", help="kernel, in place of the session's")
    parser.add_argument("--learner", metavar="EXPR", help="learner, in place of the session's")
    parser.add_argument(
        "--order",
        choices=ORDERS,
        metavar="ORDER",
        help=f"order in which an epoch presents the points: {', '.join(ORDERS)}",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="seed of every random choice")


def chosen_session(arguments: argparse.Namespace) -> "Session":
    """The session in the file, with what the command line says instead. Raises KpguiError."""
    from kpgui import api

    given = {name: getattr(arguments, name) for name in SETTINGS}
    return replace(api.load(arguments.file), **{name: value for name, value in given.items() if value is not None})
