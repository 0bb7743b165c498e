"""Files on which a reader once failed, found by `packaging/dev.py fuzz` or by hand."""

from pathlib import Path

import pytest

from tests.fuzz.target import check, seeds

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*"))


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_no_reader_fails_on_it_any_more(path):
    check(path.read_bytes())


def test_the_seeds_of_the_fuzzer_are_read():
    for seed in seeds():
        check(seed)
