from kpgui import api
from kpgui.model.reading import Focus
from kpgui.model.session import Session
from kpgui.readings.alpha import Alpha
from tests.readings.moments import moment_of
from tests.strategies import noisy_moons


def test_every_point_has_the_count_of_the_run():
    session = Session(noisy_moons(50, noise=0.4).renamed(7), "rbf(sigma=0.5)", "kernel_perceptron(epochs=2)")
    value = Alpha().read(moment_of(session, 100), Focus())
    assert value.ids.tolist() == list(range(7, 57))
    assert value.alpha.tolist() == api.train(session).alpha.tolist()
