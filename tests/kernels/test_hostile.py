"""Everything that is asked of a kernel has a bound in time and memory, however it is made."""

import subprocess
import sys
from functools import reduce
from itertools import repeat

import pytest

from kpgui.kernels import KERNELS, kernel
from kpgui.kernels.algebra.normalized import Normalized
from kpgui.kernels.algebra.powers import Exp, Power
from kpgui.kernels.algebra.sums_and_products import Product, Scaled, Sum
from kpgui.model.errors import KpguiError

PARTS = 3
MOST = 60
LONGEST = 300


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory has no bound that can be set")
def test_kernels_as_large_as_may_be_answer_everything_in_5_seconds_and_500_megabytes():
    children = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.kernels.hostile", str(part), str(PARTS)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for part in range(PARTS)
    ]
    for child in children:
        said, complaint = child.communicate(timeout=280)
        assert said.splitlines()[-1] == "all", complaint


GROWN = {
    "left sum": lambda made: Sum(made, kernel("rbf")),
    "right sum": lambda made: Sum(kernel("rbf"), made),
    "product": lambda made: Product(made, kernel("linear")),
    "multiple": lambda made: Scaled(0.12345678901234567, made),
    "power": lambda made: Power(made, 50),
    "exponential": Exp,
    "normalisation": Normalized,
}


@pytest.mark.parametrize("around", GROWN.values(), ids=GROWN)
@pytest.mark.parametrize("leaf", [each() for each in KERNELS], ids=KERNELS.keys())
def test_whatever_can_be_made_reads_back_and_no_more_can(leaf, around):
    largest = reduce(lambda made, _: around(made), repeat(None, MOST), leaf)
    assert kernel(str(largest)) == largest
    with pytest.raises(KpguiError, match=r"A kernel is made by at most 60 operators and functions, .*\."):
        around(largest)


def test_a_kernel_that_is_doubled_again_and_again_is_refused_before_it_is_large():
    made = kernel("rbf")
    with pytest.raises(KpguiError, match="at most 60"):
        for _ in range(1000):
            made = Sum(made, made)


@pytest.mark.parametrize("exponent", [0, -1, 51, 10**9, 1.5, True])
def test_a_power_has_the_exponents_that_an_expression_may_have(exponent):
    with pytest.raises(KpguiError, match="The power of a kernel is a whole number from 1 to 50"):
        Power(kernel("linear"), exponent)


@pytest.mark.parametrize(
    "text",
    [
        "exp(" * 61 + "rbf" + ")" * 61,
        "normalized(" * 900 + "rbf" + ")" * 900,
        "(" * 61 + "rbf" + ")" * 61,
        "+".join(["rbf"] * 62),
        "rbf" + "**1" * 61,
        "exp(" + "exp(rbf)+" * 40 + "rbf)",
        "poly(degree=1" + "0" * 400 + ")",
        "(linear()+poly)**1000000",
        "rbf**" + "9" * 5000,
        "rbf(sigma=0." + "0" * 5000 + "1)",
        "rbf(sigma=1e" + "9" * 5000 + ")",
        "9" * 9000 + "*rbf",
        "\\" * 5000,
        "rbf\n+\r\x85\u2028" * 50,
        "\U000e0001" * 200,
        "rbf(" + "'\"" * 500,
        "rbf + " * 70 + "\n",
    ],
    ids=lambda text: repr(text[:24]),
)
def test_what_is_too_large_is_answered_with_one_sentence(text):
    with pytest.raises(KpguiError) as caught:
        kernel(text)
    sentence = str(caught.value)
    assert len(sentence) <= LONGEST
    assert len(sentence.splitlines()) == 1


@pytest.mark.parametrize("d", [2, 1000])
def test_a_sentence_does_not_quote_a_large_kernel_or_point_as_a_whole(d):
    made = kernel("+".join(["exp(poly(degree=50, gamma=0.12345678901234567))"] * 30))
    with pytest.raises(KpguiError, match="is too large to compute") as caught:
        made.gram([[1234567.8] * d], [[-7654321.9] * d])
    assert len(str(caught.value)) <= LONGEST
