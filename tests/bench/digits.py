"""Freund and Schapire's claim on scikit-learn's digits; the whole table is `python -m tests.experiments.digits`."""

from collections.abc import Iterator

import numpy as np

from tests.bench.table import Row
from tests.experiments.digits import DEGREES, METHODS, SEEDS, result, split


def rows() -> Iterator[Row]:
    splits = [split(seed) for seed in SEEDS]
    for degree in DEGREES:
        last, averaged, voted = (
            np.mean([result(data, degree, 1, METHODS[name]).error for data in splits])
            for name in ("last", "averaged", "voted")
        )
        yield Row(
            f"digits, degree {degree}, one epoch: test error of the vote",
            f"{voted:.1%} (averaged {averaged:.1%}, last hypothesis {last:.1%})",
            "below the last hypothesis",
            bool(voted < last),
        )
