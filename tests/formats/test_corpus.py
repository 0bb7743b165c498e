"""Files on which a reader once failed, found by `packaging/dev.py fuzz` or by hand."""

import pytest

from tests.fuzz.case import Case
from tests.fuzz.checks import check
from tests.fuzz.seeds import CORPUS, SEEDS


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*")), ids=lambda path: path.name)
def test_no_reader_fails_on_it_any_more(path):
    check(Case.load(path))


def test_the_seeds_of_the_fuzzer_are_read():
    for seed in SEEDS:
        check(Case("file", "seed", seed))
