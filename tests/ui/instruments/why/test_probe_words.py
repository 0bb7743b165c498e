"""The probe's total: what is shown adds up as it is shown."""

import re
from decimal import Decimal

import numpy as np
import pytest

from kpgui.model.param import shown
from kpgui.model.reading import Focus
from kpgui.model.session import Session
from kpgui.ui.instruments.why.reading import Probe
from kpgui.ui.instruments.why.words import PROBE_DIGITS, lines, total
from tests.strategies import noisy_moons
from tests.ui.instruments.moments import moment_of

SIGNS = str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789")


def number(text):
    return Decimal(re.sub("×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", r"e\1", text.split(" (")[0]).translate(SIGNS))


@pytest.mark.parametrize("kernel", ["rbf(sigma=0.5)", "poly(degree=3)", "sigmoid()"])
@pytest.mark.parametrize("learner", ["kernel_perceptron(bias=true)", "pegasos()", "voted_perceptron()"])
def test_the_terms_of_the_total_add_up_as_printed(kernel, learner):
    moment = moment_of(Session(noisy_moons(40, noise=0.3), kernel, learner), 90)
    for place in np.random.default_rng(1).normal(size=(25, 2)).tolist():
        value = Probe().read(moment, Focus(place=tuple(place)))
        for rows in (3, 12, 60):
            left, right = total(value, rows).rsplit(" = ", 1)
            terms = [term.rsplit(": ", 1)[1] for term in left.split(" + ")]
            assert sum(number(term.removeprefix("≈ ")) for term in terms) == number(right)
            assert number(right) == pytest.approx(Decimal(value.f), rel=Decimal("2e-3"), abs=Decimal("1e-3"))
            listed = sum(number(line.value) for line in lines(value, rows))
            assert terms[0].startswith("≈ ") == (listed != number(terms[0].removeprefix("≈ ")))


def test_few_digits_add_up_without_a_sign_of_rounding():
    value = Probe().read(
        moment_of(Session(noisy_moons(4), "linear()", "voted_perceptron()"), 1), Focus(place=(1.0, 0.0))
    )
    assert total(value, 5) == f"1 shown: {shown(value.f, PROBE_DIGITS)} = {shown(value.f, PROBE_DIGITS)}"
