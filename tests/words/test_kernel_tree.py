"""The kernel's tree: its lines, and what its operations mean in exact arithmetic on the values of the leaves."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.kernels import KERNELS, Leaf, kernel
from kpgui.kernels.algebra.normalized import Normalized
from kpgui.kernels.algebra.powers import Exp, Power
from kpgui.kernels.algebra.sums_and_products import Difference, Product, Scaled, Sum
from kpgui.model.param import Param
from kpgui.ui.setup.kernel_lines import lines_of
from kpgui.words.kernel_tree import (
    JOINS,
    WRAPS,
    at,
    can_remove,
    can_unwrap,
    changed,
    children,
    further_leaf,
    joined,
    removed,
    replaced,
    unwrapped,
    wrapped,
)
from tests.strategies import kernel_places, kernel_trees, leaf_kernels

JOIN = {join.key: join for join in JOINS}
WRAP = {wrap.key: wrap for wrap in WRAPS}


def value(made):
    """An exact number for a kernel: leaves have some number each, exp and normalized are two functions of a number."""
    match made:
        case Leaf():
            return Fraction(sum(str(made).encode()) % 97 + 2, 7)
        case Sum():
            return value(made.left) + value(made.right)
        case Difference():
            return value(made.left) - value(made.right)
        case Product():
            return value(made.left) * value(made.right)
        case Scaled():
            return Fraction(made.weight) * value(made.kernel)
        case Power():
            return value(made.kernel) ** made.exponent
        case Exp():
            return 7 * value(made.kernel) + 11
        case Normalized():
            return 3 - 5 * value(made.kernel)
    raise AssertionError(made)


def shown(made):
    """What the form shows of a kernel."""
    return [(line.path, line.sign, line.content) for line in lines_of(made)]


def table(text):
    return [(line.path, line.sign, line.title) for line in lines_of(kernel(text))]


@st.composite
def edited(draw):
    """A kernel after some operations at random places."""
    made = draw(kernel_trees(max_leaves=3))
    for _ in range(draw(st.integers(1, 6))):
        path = draw(st.sampled_from([line.path for line in lines_of(made)]))
        deeds = [lambda made, path: joined(made, path, draw(st.sampled_from(JOINS)), draw(leaf_kernels()))[0]]
        deeds.append(lambda made, path: wrapped(made, path, draw(st.sampled_from(WRAPS))))
        deeds.append(lambda made, path: at(made, path))
        if can_unwrap(made, path):
            deeds.append(unwrapped)
        if can_remove(made, path):
            deeds.append(lambda made, path: removed(made, path)[0])
        made = draw(st.sampled_from(deeds))(made, path)
    return made


def test_sums_and_products_are_flat_and_keep_their_signs():
    assert table("rbf + 0.3*poly - linear * rbf * linear") == [
        ((), "", "Sum"),
        ((1,), "", "RBF (Gaussian)"),
        ((2,), "+", "Scale"),
        ((2, 1), "", "Polynomial"),
        ((3,), "−", "Product"),
        ((3, 1), "", "Linear"),
        ((3, 2), "×", "RBF (Gaussian)"),
        ((3, 3), "×", "Linear"),
    ]


def test_brackets_stay_where_they_mean_something():
    assert table("linear - (linear + rbf)")[2] == ((2,), "−", "Sum")
    assert len(table("linear + (linear - rbf)")) == len(table("linear + linear - rbf")) == 4
    assert table("linear * (linear + rbf)")[2] == ((2,), "×", "Sum")


@pytest.mark.parametrize(
    ("text", "path", "key", "made", "place"),
    [
        ("rbf", (), "add", "rbf + linear", (2,)),
        ("rbf", (), "subtract", "rbf - linear", (2,)),
        ("rbf", (), "multiply", "rbf * linear", (2,)),
        ("rbf + poly", (1,), "add", "rbf + linear + poly", (2,)),
        ("rbf + poly", (), "add", "rbf + poly + linear", (3,)),
        ("rbf - poly", (2,), "add", "rbf - poly + linear", (3,)),
        ("rbf + poly", (2,), "multiply", "rbf + poly*linear", (2, 2)),
        ("rbf + poly", (), "multiply", "(rbf + poly)*linear", (2,)),
        ("rbf * poly", (2,), "add", "rbf*(poly + linear)", (2, 2)),
        ("rbf * poly", (1,), "multiply", "rbf * linear * poly", (2,)),
        ("2*rbf", (1,), "add", "2*(rbf + linear)", (1, 2)),
        ("2*rbf", (), "add", "2*rbf + linear", (2,)),
    ],
)
def test_a_kernel_joins_the_one_that_was_pointed_at(text, path, key, made, place):
    joint = joined(kernel(text), path, JOIN[key], kernel("linear"))
    assert joint == (kernel(made), place)


@pytest.mark.parametrize(
    ("text", "path", "made", "place"),
    [
        ("rbf + poly + linear", (2,), "rbf + linear", (2,)),
        ("rbf + poly + linear", (3,), "rbf + poly", (2,)),
        ("rbf - poly", (1,), "poly", ()),
        ("rbf - poly", (2,), "rbf", ()),
        ("rbf + 0.3*poly**2", (2, 1, 1), "rbf", ()),
        ("rbf + poly*linear", (2, 1), "rbf + linear", (2,)),
        ("rbf * (poly + linear*linear)", (2, 1), "rbf * linear * linear", (2,)),
    ],
)
def test_a_removed_kernel_takes_the_operations_on_it_alone_with_it(text, path, made, place):
    left, where = removed(kernel(text), path)
    assert shown(left) == shown(kernel(made))
    assert where == place


def test_what_would_leave_nothing_cannot_be_removed():
    for text, path in (("rbf", ()), ("2*rbf", (1,)), ("exp(rbf)**2", (1, 1)), ("rbf + linear", ())):
        assert not can_remove(kernel(text), path)


@given(kernel_trees())
def test_the_tree_reads_back_from_its_text(made):
    assert shown(kernel(str(made))) == shown(made)
    assert value(kernel(str(made))) == value(made)


@given(edited())
def test_whatever_was_done_the_text_reads_back_as_the_same_tree(made):
    assert shown(kernel(str(made))) == shown(made)
    assert str(kernel(str(made))) == str(made)
    assert value(kernel(str(made))) == value(made)


@given(kernel_places())
def test_putting_a_part_where_it_is_changes_nothing(place):
    made, path = place
    again = replaced(made, path, at(made, path))
    assert shown(again) == shown(made)
    assert value(again) == value(made)


@given(kernel_trees(), leaf_kernels())
def test_joining_at_the_root_means_what_the_sign_says(made, further):
    meant = {
        "add": value(made) + value(further),
        "subtract": value(made) - value(further),
        "multiply": value(made) * value(further),
    }
    for join in JOINS:
        assert value(joined(made, (), join, further)[0]) == meant[join.key]


@given(kernel_places(), st.sampled_from(JOINS), leaf_kernels())
def test_what_was_joined_is_where_it_is_said_to_be_and_goes_without_a_trace(place, join, further):
    made, path = place
    joint, where = joined(made, path, join, further)
    assert at(joint, where) == further
    assert len(lines_of(joint)) > len(lines_of(made))
    left, _ = removed(joint, where)
    assert shown(left) == shown(made)
    assert value(left) == value(made)


@given(kernel_places(), st.sampled_from(WRAPS))
def test_an_operation_takes_the_place_of_what_it_is_on_and_unwraps_to_it(place, wrap):
    made, path = place
    around = wrapped(made, path, wrap)
    assert type(at(around, path)) is wrap.kind
    assert children(at(around, path)) == (at(made, path),)
    assert shown(unwrapped(around, path)) == shown(made)
    if wrap.param is not None:
        assert value(changed(around, path, wrap.param.name, 1)) == value(made)


@given(kernel_places())
def test_nothing_but_the_named_parameter_changes(place):
    made, path = place
    part = at(made, path)
    if isinstance(part, Leaf) and part.settings():
        name = next(iter(part.settings()))
        after = changed(made, path, name, 3)
        before = [line for line in shown(made) if line[0] != path]
        assert [line for line in shown(after) if line[0] != path] == before
        assert getattr(at(after, path), name) == 3


def test_what_is_joined_is_new_as_long_as_there_is_something_new():
    made = kernel("linear")
    for _ in range(len(KERNELS.members) - 1):
        made = joined(made, (), JOIN["add"], further_leaf(made))[0]
    assert {type(part) for part in children(made)} == set(KERNELS)
    assert further_leaf(made) == KERNELS.members[0]()


@pytest.mark.parametrize("wrap", WRAPS, ids=lambda wrap: wrap.key)
def test_the_number_of_an_operation_is_allowed_wherever_its_field_allows_it(wrap):
    if wrap.param is None:
        return
    assert isinstance(wrap.param, Param)
    for number in (wrap.param.low, min(wrap.param.high, 1e6)):
        made = wrapped(kernel("rbf"), (), wrap)
        made = changed(made, (), wrap.param.name, wrap.param.validate(number))
        assert kernel(str(made)) == made
