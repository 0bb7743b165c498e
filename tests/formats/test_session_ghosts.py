"""The field `ghosts` of session files: bit for bit, bounded, and strict."""

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kpgui import api
from kpgui.formats.session import SessionFile
from kpgui.geometry.rings import STYLES
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.expansion import Expansion, Votes
from kpgui.model.session import LARGEST, MOST, Ghost, KeptMoment, Session

RUN = {"kernel": "rbf(sigma=0.5)", "learner": "kernel_perceptron()", "order": "dataset", "seed": 3}
RUN |= {"step": 9, "mistakes": 2}
POINTS = np.array([[0.1, -2.0], [5.0, 5.0], [1 / 3, 1e-300]])
SUM = Ghost(
    0, "A: rbf(0.5), step 9", KeptMoment.of(Expansion.of([1, 0, -0.1], 0.5, 0.1, 3, 1e-17), POINTS, **RUN), 1, None
)
VOTE = Ghost(
    3,
    "D",
    KeptMoment.of(Votes.voted([1, 0, -1], 0, [0, 2], [1, -1], [4, 5], True, 11), POINTS, **RUN),
    None,
    2,
    visible=False,
)
SESSION = Session(Dataset.of([[0.5, -1], [0.1, 2]], [1, -1]), ghosts=(SUM, VOTE))
numbers = st.floats(allow_nan=False, allow_infinity=False)


def read(text):
    return SessionFile().read(text.encode("utf-8"), "a.kpgui")


def document(**changed):
    """A session with one ghost, of which some fields are changed; None takes one out."""
    found = json.loads(SessionFile().write_text(replace(SESSION, ghosts=(SUM,))))
    found["ghosts"][0] = {k: v for k, v in (found["ghosts"][0] | changed).items() if v is not ...}
    return json.dumps(found)


def test_ghosts_come_back_equal_each_on_a_line():
    text = SessionFile().write_text(SESSION)
    assert read(text) == SESSION
    assert json.loads(text)["version"] == 3
    assert sum(line.startswith('    {"style": ') for line in text.splitlines()) == 2
    assert read(text).ghosts[1].moment.expansion.total == 11


def test_the_name_of_a_ghost_has_no_control_characters():
    assert read(document(name="a\x1b[31m \x9b\n b")).ghosts[0].name == "a [31m b"


def test_a_session_without_ghosts_is_written_as_before():
    assert "ghosts" not in SessionFile().write_text(replace(SESSION, ghosts=()))
    assert json.loads(SessionFile().write_text(replace(SESSION, ghosts=())))["version"] == 1
    assert json.loads(SessionFile().write_text(replace(SESSION, ghosts=(), live=True)))["version"] == 2


def test_points_that_f_does_not_consist_of_are_not_kept():
    assert SUM.moment.points.tolist() == [[0.1, -2.0], [1 / 3, 1e-300]]
    assert VOTE.moment.voters == (0, 1)


@given(st.lists(st.tuples(numbers, numbers, numbers.filter(bool)), max_size=4), numbers, st.text(max_size=60))
@settings(deadline=None)
def test_any_ghost_comes_back_bit_for_bit(rows, constant, name):
    table = np.array(rows).reshape(-1, 3)
    moment = KeptMoment.of(Expansion.of(table[:, 2], constant), table[:, :2], **RUN)
    session = replace(SESSION, ghosts=(replace(SUM, name=" ".join(name.split()), moment=moment),))
    again = read(SessionFile().write_text(session)).ghosts[0].moment
    assert again.points.tobytes() == moment.points.tobytes() == table[:, :2].tobytes()
    assert again.expansion.terms.tobytes() == table[:, 2].tobytes()
    assert np.float64(again.constant).tobytes() == np.float64(constant).tobytes()


@pytest.mark.parametrize(
    "changed",
    [
        {"style": MOST}, {"style": -1}, {"style": True}, {"visible": 1}, {"errors": -1}, {"errors": 0.5},
        {"step": None}, {"step": 2**53 + 1}, {"terms": [1.0]}, {"terms": [1.0, "2"]}, {"terms": 7},
        {"terms": [1.0, 10**400]}, {"terms": [True, 1.0]}, {"coordinates": [1.0, 2.0, 3.0]},
        {"coordinates": [1.0] * LARGEST}, {"dimensions": 0}, {"dimensions": 2**40}, {"dimensions": 3},
        {"unit": -1.0}, {"constant": None}, {"voters": [0]}, {"voters": [5], "signs": [1], "counts": [1], "terms": []},
        {"voters": [0, 1], "signs": [1, 0], "counts": [1, 1], "terms": [], "total": 2},
        {"voters": [0, 1], "signs": [1, 1], "counts": [1, 2], "terms": [], "total": 2},
        {"voters": [0, 1], "signs": [1, 1], "counts": [1, -2], "terms": [], "total": 2},
        {"voters": [0, 1], "signs": [1, 1], "counts": [1], "terms": [], "total": 2},
        {"voters": [0, 1], "signs": [1, 1], "counts": [1, 1], "total": 2}, {"name": 3}, {"name": "\ud800"},
        {"kernel": None}, {"order": "backwards"}, {"seed": -1}, {"further": 1}, {"total": ...},
    ],
)  # fmt: skip
def test_a_ghost_that_is_not_whole_is_refused_in_a_sentence(changed):
    with pytest.raises(KpguiError, match=r"a\.kpgui, ghost 1: ") as caught:
        read(document(**changed))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("ghosts", [7, {}, [7], [[]], [{}] * (MOST + 1)])
def test_what_is_no_list_of_ghosts_is_refused(ghosts):
    found = json.loads(document()) | {"ghosts": ghosts}
    with pytest.raises(KpguiError, match="the field 'ghosts' must be a list of at most 8 objects"):
        read(json.dumps(found))


def test_two_of_a_style_and_ghosts_in_an_older_version_are_refused():
    found = json.loads(document())
    found["ghosts"] *= 2
    with pytest.raises(KpguiError, match="two ghosts have the same style"):
        read(json.dumps(found))
    with pytest.raises(KpguiError, match='there is no field "ghosts"'):
        read(document().replace('"version": 3', '"version": 2'))


@pytest.mark.parametrize("changed", [{"kernel": "rbff(sigma=1)"}, {"learner": "perceptron(map='cubes')"}])
def test_a_kernel_or_learner_that_does_not_exist_is_refused(tmp_path, changed):
    (tmp_path / "a.kpgui").write_text(document(**changed))
    with pytest.raises(KpguiError, match=r"a\.kpgui: .*(rbff|cubes)"):
        api.load(tmp_path / "a.kpgui")


@pytest.mark.slow
def test_as_many_ghosts_of_as_many_numbers_as_can_be_kept_can_be_saved():
    points = -1e-300 / np.random.default_rng(0).uniform(size=(LARGEST // 3, 2))  # the longest numbers
    moment = KeptMoment.of(Expansion.of(points[:, 0], 0), points, **RUN)
    assert moment.size <= LARGEST < moment.size + 3
    session = replace(SESSION, ghosts=tuple(replace(SUM, style=style, moment=moment) for style in range(MOST)))
    assert SessionFile().read(SessionFile().write(session), "a.kpgui") == session


def test_ghosts_fit_beside_as_many_points_as_a_file_holds(monkeypatch):
    rows = 20_000
    monkeypatch.setattr("kpgui.formats.tabular.limits.MAX_ROWS", rows)
    monkeypatch.setattr("kpgui.formats.tabular.limits.MAX_CELLS", 2 * rows)
    k = LARGEST * rows // 2_000_000 // 3  # in proportion
    points = np.random.default_rng(0).normal(size=(rows, 2))
    moment = KeptMoment.of(Expansion.of(np.ones(k), 0), points[:k], **RUN)
    dataset = Dataset.of(points, np.where(points[:, 0] > 0, 1, -1), points[:, 1] > 0)
    session = Session(dataset, ghosts=tuple(replace(SUM, style=style, moment=moment) for style in range(MOST)))
    assert read(SessionFile().write_text(session)) == session


def test_there_is_a_style_for_each_ghost():
    assert MOST == STYLES
