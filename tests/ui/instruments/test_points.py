import pytest

from kpgui import api
from kpgui.model.reading import Focus
from kpgui.model.session import Session
from kpgui.ui.instruments.points import Alpha
from tests.strategies import noisy_moons
from tests.ui.instruments.moments import moment_of


def test_every_point_has_the_count_of_the_run():
    session = Session(noisy_moons(50, noise=0.4).renamed(7), "rbf(sigma=0.5)", "kernel_perceptron(epochs=2)")
    value = Alpha().read(moment_of(session, 100), Focus())
    assert value.ids.tolist() == list(range(7, 57))
    assert value.alpha.tolist() == api.train(session).alpha.tolist()


@pytest.mark.parametrize(
    ("learner", "told"),
    [
        ("kernel_perceptron(eta=0.5)", False),
        ("perceptron", False),
        ("svm", False),
        ("forgetron(budget=10)", True),
        ("norma", True),
        ("pegasos", True),
        ("passive_aggressive", True),
        ("averaged_perceptron", True),
    ],
)
def test_sizes_of_the_coefficients_come_along_where_the_counts_do_not_tell_them(learner, told):
    kernel = "linear" if learner == "perceptron" else "rbf(sigma=0.5)"
    moment = moment_of(Session(noisy_moons(50, noise=0.4), kernel, learner), 150)
    value = Alpha().read(moment, Focus())
    assert (value.sizes is not None) == told
    if told:
        assert value.sizes.tolist() == [abs(beta) for beta in moment.frame.expansion.beta.tolist()]


def test_before_any_update_there_are_counts():
    assert Alpha().read(moment_of(Session(noisy_moons(50)), 0), Focus()).sizes is None
