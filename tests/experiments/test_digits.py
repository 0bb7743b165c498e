"""The experiment with the digits, small: what Freund and Schapire (1999) found holds there too."""

import pytest

from tests.experiments.digits import METHODS, result, split, table


@pytest.fixture(scope="module")
def data():
    return split(seed=0, trained=600, tested=400)


def test_all_methods_make_the_same_mistakes_and_voting_beats_the_last_hypothesis(data):
    last, averaged, voted = (result(data, 1, 2, METHODS[name]) for name in ("last", "averaged", "voted"))
    assert last.mistakes == averaged.mistakes == voted.mistakes
    assert voted.error < last.error
    assert averaged.error < last.error


def test_a_higher_degree_tells_digits_apart_better_and_more_epochs_help(data):
    voted = {
        (degree, epochs): result(data, degree, epochs, "voted_perceptron").error
        for degree, epochs in [(1, 0.1), (1, 1), (4, 0.1), (4, 1)]
    }
    assert voted[4, 1] < voted[1, 1] < voted[1, 0.1]
    assert voted[4, 1] < voted[4, 0.1] < voted[1, 0.1]
    assert voted[4, 1] < 0.06


@pytest.mark.slow
def test_the_table_has_a_column_for_each_number_of_epochs(data):
    rows = list(table([data], degrees=[2]))
    assert [row[1] for row in rows] == ["last", "averaged", "voted", "mistakes", "vectors"]
    assert all(len(row) == 2 + 5 for row in rows)
    assert int(rows[3][2]) < int(rows[3][3]) <= int(rows[3][6])
