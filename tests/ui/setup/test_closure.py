import pytest
from hypothesis import given

from kpgui.kernels import KERNELS, kernel
from kpgui.ui.setup.closure import LONGEST_QUOTE, closure, origin
from kpgui.words.verdict import Tone
from tests.strategies import kernel_trees


@pytest.mark.parametrize("member", [*KERNELS], ids=lambda member: member.key)
def test_a_single_kernel_takes_two_words_unless_it_is_doubtful(member):
    told = closure(member())
    if member().validity.guaranteed:
        assert (told.text, told.tone) == ("Positive semidefinite", Tone.CALM)
    else:
        assert told.text.startswith(("Not guaranteed: ", f"{member()} is not positive semidefinite, "))
        assert told.tone is Tone.WARNING


def test_the_rule_is_named_for_a_kernel_made_of_kernels():
    assert closure(kernel("rbf * linear")).text == (
        "Positive semidefinite: a product of such kernels is one (Schur 1911; Aronszajn 1950)."
    )


def test_the_doubtful_part_is_named_however_deep_it_is():
    text = closure(kernel("linear + 2*exp(rbf * sigmoid(c=1))")).text
    assert "sigmoid(gamma=1, c=1) is not positive semidefinite" in text
    assert str(origin(kernel("linear + (rbf - linear)**2"))) == "rbf(sigma=1) - linear()"


def test_a_long_doubtful_part_is_quoted_by_its_beginning():
    long = " + ".join(["poly(degree=2)"] * 20)
    text = closure(kernel(f"rbf - ({long})")).text
    assert "rbf(sigma=1) - (poly(degree=2" not in text
    assert "the difference rbf(sigma=1) - (poly(degree… may have negative" in text


@given(kernel_trees())
def test_it_agrees_with_the_kernel_and_stays_short_enough_to_read(made):
    told = closure(made)
    assert (told.tone is Tone.WARNING) == (not made.validity.guaranteed)
    assert len(told.text) < 220 + LONGEST_QUOTE
