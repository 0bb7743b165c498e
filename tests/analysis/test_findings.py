"""All questions at once, from a thread that can be called off."""

import threading
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui.analysis.findings import Reason, Separability, feature_coordinates, findings
from kpgui.analysis.gram import gram_spectrum
from kpgui.engine.run.problem import Problem
from kpgui.kernels import kernel
from kpgui.kernels.algebra.explicit import Explicit
from kpgui.model.dataset import Dataset
from kpgui.model.errors import Cancelled, Token
from kpgui.model.expansion import MAPS
from tests.strategies import datasets, noisy_moons


def asked(dataset, kernel_or_text, **options):
    chosen = kernel(kernel_or_text) if isinstance(kernel_or_text, str) else kernel_or_text
    return findings(Problem(dataset, chosen), dataset, chosen, **options)


def test_everything_is_found():
    answer = asked(Dataset.of([[0, 0], [1, 0], [1, 0]], [1, 1, -1]), "rbf(sigma=1)")
    assert answer.conflict == (1, 2)
    assert answer.spectrum.rank == 2
    assert answer.margin.verdict is Separability.NOT_SEPARABLE


def test_what_is_no_kernel_has_no_margin_even_if_its_f_separates():
    separated = Dataset.of([[2, 0], [3, 1], [-2, 0], [-3, -1]], [1, 1, -1, -1])
    answer = asked(separated, kernel("sigmoid(gamma=1, c=-1)"))
    assert not answer.spectrum.valid
    assert answer.margin.reason is Reason.NOT_A_KERNEL
    assert answer.margin.lower == 0


@pytest.mark.parametrize("key", MAPS)
@pytest.mark.parametrize("bias", [False, True])
@given(dataset=datasets(min_size=1, max_size=15, elements=st.floats(-10, 10)))
def test_the_features_of_a_map_are_the_map_and_their_products_the_kernel(key, bias, dataset):
    explicit = Explicit(MAPS[key])
    spectrum = gram_spectrum(explicit, dataset.points, bias=bias)
    features = feature_coordinates(explicit, bias, spectrum, dataset.points)
    gram = explicit.gram(dataset.points, dataset.points) + bias
    assert features[:, int(bias) :].tolist() == MAPS[key].phi(dataset.points).tolist()
    np.testing.assert_allclose(features @ features.T, gram, rtol=0, atol=1e-12 * np.abs(gram).max())
    assert spectrum.valid
    assert spectrum.rank <= features.shape[1]


def test_the_features_of_a_kernel_come_from_its_spectrum():
    answer = asked(noisy_moons(30), "rbf(sigma=0.5)")
    assert answer.features.tolist() == answer.spectrum.features().tolist()
    assert asked(noisy_moons(30), kernel("sigmoid(gamma=1, c=-1)")).features is None


def test_another_thread_calls_it_off_within_moments():
    dataset, enough, outcome = noisy_moons(2000, noise=0.5), threading.Event(), []

    def work():
        with pytest.raises(Cancelled):
            asked(dataset, "rbf(sigma=0.5)", token=Token(enough.is_set))
        outcome.append("called off")

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.05)  # into the middle of the work
    enough.set()
    thread.join(30)
    assert outcome == ["called off"]
