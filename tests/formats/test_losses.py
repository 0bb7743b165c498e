"""What a format cannot hold is said before it is written, and what it can hold comes back."""

from dataclasses import replace

import pytest

from kpgui.formats import FORMATS, losses
from kpgui.formats.registry import SETTINGS
from kpgui.model.dataset import Dataset
from kpgui.model.session import Reached, Session, View

POINTS = Dataset.of([[0.1, 2, -0.0], [3, 4, 5e-324]], [1, -1], [True, False], ids=[7, 3])
OWN = Session(POINTS, "linear()", "svm(C=2)", "reversed", 5, View(0, 1, 0, 1), Reached(4, 2, 2), True, "moons(n=5)")

every_format = pytest.mark.parametrize("form", [form for form in FORMATS if form.can_write], ids=lambda form: form.key)


@every_format
def test_what_is_lost_is_what_does_not_come_back(form):
    sessions = [OWN, Session(POINTS, view=View.around(POINTS.points)), Session(POINTS)]
    sessions += [replace(sessions[1], **{name: getattr(OWN, name)}) for name in SETTINGS]
    for session in sessions:
        back = form.read(form.write(session), "file")
        assert back.dataset == session.dataset
        same = replace(back, view=session.view) == session
        assert same is not any("the view" not in lost for lost in losses(session, form))


@every_format
def test_a_sentence_names_the_format_and_what_it_cannot_hold(form):
    said = losses(OWN, form)
    if form.holds_session:
        assert said == ()
    else:
        assert said[0].startswith(f"{form.title} cannot hold the kernel, the learner, the order, the seed, ")
        assert "the step of the run, that Live is on and the settings of the shape;" in said[0]
        assert any("the view" in each for each in said)


@every_format
def test_no_points_are_a_loss_where_they_cannot_be_read_back(form):
    from kpgui.model.errors import KpguiError

    empty = Session()
    try:
        comes_back = form.read(form.write(empty), "file").dataset == empty.dataset
    except KpguiError:
        comes_back = False
    assert comes_back is (losses(empty, form) == ())
