import pytest

from kpgui.words.line_breaks import LONGEST, STAYS, kept_together


@pytest.mark.parametrize(
    "text",
    [
        "3_of_40 (7.5_%) trained on",
        "200_points:_100_of class_+1, 100_of_−1",
        "f_=_1.01, y·f_=_−1.01_≤_0: mistake. α₃_0_→_1.",
        "Converged: epoch_2 passed without a mistake, after 14_mistakes in all.",
        "19 shown:_−2.266 + 1 055 others",
    ],
)
def test_a_number_stays_with_what_it_counts_and_with_its_sign(text):
    text = text.replace("_", STAYS)
    assert kept_together(text.replace(STAYS, " ")) == text


def test_nothing_but_spaces_changes():
    text = "Step 3 · point 3 (−1): f = 1.01 and 100 of class +1"
    assert kept_together(text).replace(STAYS, " ") == text


def test_a_chain_that_would_not_fit_a_line_may_break():
    chain = "y₁₀₃·f(x₁₀₃) += K(x₁₀₃, x₁₀₃) = 1 × 2 × 3 × 4 = 24 = 12 × 2"
    assert max(len(run) for run in kept_together(chain).split(" ")) <= LONGEST
