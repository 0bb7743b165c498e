"""All questions at once, from a thread that can be called off."""

import threading
import time

import pytest

from kpgui.analysis.cancel import Cancelled
from kpgui.analysis.findings import findings
from kpgui.analysis.margin import Reason, Separability
from kpgui.engine.problem import Problem
from kpgui.kernels import kernel
from kpgui.model.dataset import Dataset
from tests.analysis.test_gram import Tanh
from tests.strategies import noisy_moons


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
    answer = asked(separated, Tanh())
    assert not answer.spectrum.valid
    assert answer.margin.reason is Reason.NOT_A_KERNEL
    assert answer.margin.lower == 0


def test_another_thread_calls_it_off_within_moments():
    dataset, enough, outcome = noisy_moons(2000, noise=0.5), threading.Event(), []

    def work():
        with pytest.raises(Cancelled):
            asked(dataset, "rbf(sigma=0.5)", stop=enough.is_set)
        outcome.append("called off")

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.05)
    enough.set()
    thread.join(30)
    assert outcome == ["called off"]
