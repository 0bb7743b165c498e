"""The lines of a kernel's form: titles, formulas and names, and which of them stay when the kernel changes."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kpgui.kernels import KERNELS, Leaf, kernel
from kpgui.ui.setup.kernel_lines import LONGEST_QUOTE, closure, continued, lines_of, origin
from kpgui.words.kernel_tree import JOINS, WRAPS, further_leaf, joined, wrap_of, wrapped
from kpgui.words.verdict import Tone
from tests.strategies import kernel_places, kernel_trees


def table(text):
    return [(line.path, line.sign, line.title) for line in lines_of(kernel(text))]


def test_a_single_kernel_is_one_line():
    assert table("rbf") == [((), "", "RBF (Gaussian)")]


@pytest.mark.parametrize(
    ("text", "title"),
    [("rbf - poly", "Difference"), ("rbf - poly - linear", "Difference"), ("rbf - poly + linear", "Sum")],
)
def test_a_chain_is_called_by_what_joins_it(text, title):
    assert table(text)[0] == ((), "", title)


def test_the_formula_of_a_chain_counts_its_terms():
    assert lines_of(kernel("linear + rbf - poly"))[0].formula == "K₁ + K₂ − K₃"
    assert lines_of(kernel(" * ".join(["linear"] * 9)))[0].formula == "K₁ · K₂ · K₃ · K₄ · K₅ …"


def test_the_first_kernel_and_the_root_have_the_names_of_a_single_kernel():
    groups = {line.path: line.group for line in lines_of(kernel("0.5*rbf + exp(poly)*linear"))}
    assert groups == {
        (): "kernel",
        (1,): "kernel.1",
        (1, 1): "kernel",
        (2,): "kernel.2",
        (2, 1): "kernel.2.1",
        (2, 1, 1): "kernel.2.1.1",
        (2, 2): "kernel.2.2",
    }


@given(kernel_trees())
def test_no_two_fields_have_one_name(made):
    names = []
    for line in lines_of(made):
        wrap = wrap_of(line.kernel)
        own = (
            line.kernel.settings()
            if isinstance(line.kernel, Leaf)
            else [wrap.param.name]
            if wrap and wrap.param
            else []
        )
        names += [f"{line.group}.{name}" for name in own]
    assert len(set(names)) == len(names)


@given(kernel_trees(), kernel_trees())
def test_lines_continue_in_order_and_only_those_of_the_same_sort(before, after):
    old, new = lines_of(before), lines_of(after)
    found = continued(old, new)
    numbers = [number for number in found if number is not None]
    assert numbers == sorted(set(numbers))
    for line, number in zip(new, found, strict=True):
        assert number is None or old[number].sort == line.sort
    assert continued(old, old) == tuple(range(len(old)))


@given(kernel_places(), st.sampled_from([*JOINS, *WRAPS]))
@example((kernel(" + ".join(["exp(laplacian)"] * 4)), (2,)), JOINS[2])
def test_every_line_goes_on_when_something_is_put_in(place, operation):
    made, path = place
    after = (
        wrapped(made, path, operation) if operation in WRAPS else joined(made, path, operation, further_leaf(made))[0]
    )
    kept = [number for number in continued(lines_of(made), lines_of(after)) if number is not None]
    joints = [line for line in lines_of(made) if line.sort == "chain"]
    assert len(kept) >= len(lines_of(made)) - len(joints)


def test_a_changed_kernel_goes_on_in_its_own_line():
    old, new = lines_of(kernel("rbf + 2*linear")), lines_of(kernel("rbf(sigma=3) + 2*poly"))
    assert continued(old, new) == (0, 1, 2, 3)


def test_a_sign_that_the_formula_leaves_out_still_shows_in_the_title():
    long = " + ".join(["linear"] * 6)
    plain, other = lines_of(kernel(f"{long} + rbf"))[0], lines_of(kernel(f"{long.replace('+', '-')} - rbf"))[0]
    mixed = lines_of(kernel(f"{long.replace('+', '-')} + rbf"))[0]
    assert (plain.title, other.title, mixed.title) == ("Sum", "Difference", "Sum")
    assert other.formula == mixed.formula
    assert other.content != mixed.content


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
