"""Session files: readable, comparable, versioned, and strict."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kpgui import api, formats
from kpgui.formats.session import SessionFile
from kpgui.model.conventions import Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import ORDERS, Reached, Session, View

SESSION = Session(
    Dataset.of([[0.5, -1], [0.1, 2]], [1, -1], [False, True]),
    "poly(degree=2)",
    "kernel_perceptron(epochs=5)",
    "reversed",
    7,
    View(-1, 1.5, -2, 2.5),
)

TEXT = """\
{
  "format": "kpgui",
  "version": 1,
  "kernel": "poly(degree=2)",
  "learner": "kernel_perceptron(epochs=5)",
  "order": "reversed",
  "seed": 7,
  "view": {"xmin": -1, "xmax": 1.5, "ymin": -2, "ymax": 2.5},
  "columns": ["x", "y", "label", "held_out"],
  "points": [
    [0.5, -1.0, 1, false],
    [0.1, 2.0, -1, true]
  ]
}
"""

RUN = {"step": 37, "mistakes": 5, "updates": 5}


def changed(**fields):
    """The text of the session with some fields changed; None takes one out."""
    document = json.loads(TEXT) | fields
    return json.dumps({name: value for name, value in document.items() if value is not None})


def later(**fields):
    """The text of a session of version 2 with some fields changed."""
    return json.dumps(json.loads(TEXT) | {"version": 2, "run": RUN, "live": True, "shape": "moons(n=50)"} | fields)


def test_the_text_is_for_people_and_for_diff():
    assert SessionFile().write_text(SESSION) == TEXT


def test_it_comes_back_equal():
    assert SessionFile().read(TEXT.encode(), "a.kpgui") == SESSION


def test_an_empty_canvas_can_be_saved():
    assert SessionFile().read(SessionFile().write(Session()), "a.kpgui") == Session()


def test_one_more_point_is_one_more_line():
    before = SessionFile().write_text(Session(Dataset.of([[1, 2]], [1]))).splitlines()
    after = SessionFile().write_text(Session(Dataset.of([[1, 2], [3, 4]], [1, -1]))).splitlines()
    assert len(after) == len(before) + 1


@given(
    st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=2, max_size=2),
    st.text(max_size=40),
    st.sampled_from(ORDERS),
    st.integers(0, 2**53),
)
@settings(deadline=None)
def test_any_session_comes_back_bit_for_bit(point, kernel, order, seed):
    session = Session(Dataset.of([point], [1]), kernel, "kernel_perceptron()", order, seed, View(-1e-300, 0.1, -0.0, 9))
    found = SessionFile().read(SessionFile().write(session), "a.kpgui")
    assert found == session
    assert found.dataset.points.tobytes() == session.dataset.points.tobytes()


counts = st.integers(0, 2**53)


@given(st.none() | st.builds(Reached, counts, counts, counts), st.booleans(), st.text(max_size=20))
@settings(deadline=None)
def test_how_the_window_was_left_comes_back(reached, live, shape):
    session = replace(SESSION, reached=reached, live=live, shape=shape)
    text = SessionFile().write_text(session)
    assert SessionFile().read(text.encode(), "a.kpgui") == session
    earlier = (reached, live, shape) == (None, False, "")
    assert json.loads(text)["version"] == (1 if earlier else 2)


def test_the_step_of_the_run_is_a_line_for_people():
    text = SessionFile().write_text(replace(SESSION, reached=Reached(37, 5, 6), shape="moons(n=50)"))
    assert TEXT.replace('"version": 1', '"version": 2').replace(
        '  "view"',
        '  "run": {"step": 37, "mistakes": 5, "updates": 6},\n  "live": false,\n  "shape": "moons(n=50)",\n  "view"',
    ) == (text)


GIVEN = Conventions.of({"tie": "-1", "order": [1, 0], "first": 1, "w": [0.1, -2], "b": 1e-300})


@pytest.mark.parametrize("given", [GIVEN, Conventions.of({"alpha": [0, 3]}), Conventions.of({"first": 0})])
def test_the_conventions_come_back_bit_for_bit(given):
    session = replace(SESSION, conventions=given)
    text = SessionFile().write_text(session)
    assert json.loads(text)["version"] == 4
    assert SessionFile().read(text.encode(), "a.kpgui") == session


def test_the_conventions_are_a_line_for_people():
    text = SessionFile().write_text(replace(SESSION, conventions=Conventions.of({"tie": "+1", "order": [1, 0]})))
    assert '\n  "conventions": {"tie": "+1", "order": [1, 0]},\n' in text


@pytest.mark.parametrize(
    ("conventions", "told"),
    [
        ([], "conventions must have tie, order, first, alpha, w, b and nothing else"),
        ({"ties": "+1"}, "conventions must have tie, order, first, alpha, w, b and nothing else"),
        ({"tie": 1}, "tie must be one of mistake, +1, -1, not 1"),
        ({"order": [0, 0]}, "order must name each point once"),
        ({"order": [0.5]}, "order must be whole numbers from 0 to 10000000, not 0.5"),
        ({"first": -1}, "first must be whole numbers from 0 to 10000000, not -1"),
        ({"alpha": [10**9]}, "alpha must be whole numbers from 0 to 10000000, not 1000000000"),
        ({"alpha": [0] * 10_001}, "alpha must be a list of at most 10000 numbers, not 10001"),
        ({"w": "12"}, "w must be a list of numbers, not '12'"),
        ({"b": None}, "b must be numbers up to 1e+100, not None"),
        ({"alpha": [1], "b": 2}, "Start from alpha, or from w and b, not from both."),
    ],
)
def test_broken_conventions_are_refused_in_a_sentence(conventions, told):
    with pytest.raises(KpguiError) as caught:
        SessionFile().read(later(version=4, conventions=conventions).encode(), "a.kpgui")
    assert str(caught.value).startswith(f"a.kpgui, in the field 'conventions': {told}")


def test_conventions_are_no_field_of_an_earlier_version():
    with pytest.raises(KpguiError, match='there is no field "conventions"'):
        SessionFile().read(later(version=3, conventions={}).encode(), "a.kpgui")


@pytest.mark.parametrize(
    ("shape", "why"),
    [
        ("mons(n=50)", "there is no generator named 'mons'; the nearest name is 'moons'"),
        ("moons(n=-3)", "moons: n must be a whole number from 1 to 1000000, not -3"),
        ("moons(", "expected a name, a number or '(', found the end"),
    ],
)
def test_a_shape_that_does_not_exist_is_refused_with_the_file_and_the_field(tmp_path, shape, why):
    path = tmp_path / "a.kpgui"
    path.write_text(later(shape=shape))
    with pytest.raises(KpguiError, match=r"a\.kpgui: the field 'shape': .*" + re.escape(why)):
        api.load(path)


def test_whole_numbers_written_by_hand_are_fine():
    text = changed(columns=["x", "y", "label"], points=[[1, 2, -1], [10**20, 0, 1]])
    session = SessionFile().read(text.encode(), "a.kpgui")
    assert session.dataset.points.tolist() == [[1, 2], [1e20, 0]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TEXT[:300], "a.kpgui ends in the middle, on line 11; take an earlier copy of it"),
        (TEXT[:-3], "a.kpgui ends in the middle, on line 13"),
        (TEXT[:30], "a.kpgui ends in the middle, on line 3"),
        (TEXT.replace("1,\n", "1\n", 1), "a.kpgui, line 4: this is not valid JSON"),
        (TEXT.replace("0.5", "NaN"), "a.kpgui, line 11: NaN is not a finite number"),
        (
            TEXT.replace("poly", "NaN").replace("2.0", "-Infinity"),
            "line 12: -Infinity is not a finite number",
        ),
        (
            TEXT.replace("0.5", "1e999"),
            "in row 1 of the field 'points' x must be a finite number, not Infinity",
        ),
        (TEXT.replace("0.5", "1" + "0" * 400), "in row 1 of the field 'points' x must be a finite number"),
        (TEXT.replace("0.5", "1" * 5000), "has a whole number with more than 1000 digits"),
        ("[" * 100_000, "a.kpgui is nested too deep"),
        ('{"a":' * 100_000, "a.kpgui is nested too deep"),
        ("[1, 2]", "is JSON but not a kpgui session"),
        ("{}", 'is JSON but not a kpgui session: it has no field "format": "kpgui"'),
        (changed(format="other"), "is JSON but not a kpgui session"),
        (
            changed(version=6),
            r"was saved by a newer kpgui \(session version 6; this one reads up to 5\); update",
        ),
        (changed(version=0), "the field 'version' must be from 1 to 5, not 0"),
        (changed(version="1"), "the field 'version' must be from 1 to 5, not \"1\""),
        (changed(version=True), "the field 'version' must be from 1 to 5, not true"),
        (changed(live=True), 'there is no field "live"'),
        (changed(version=2), "the field 'run' is missing"),
        (later(live=1), "the field 'live' must be true or false, not 1"),
        (later(run=37), "the field 'run' must have step, mistakes, updates and nothing else, or be null"),
        (later(run={"step": 1}), "the field 'run' must have step, mistakes, updates and nothing else, or be null"),
        (later(run=RUN | {"step": 1.5}), "step in the field 'run' must be a whole number from 0 to .*, not 1.5"),
        (later(run=RUN | {"step": True}), "step in the field 'run' must be a whole number from 0 to .*, not true"),
        (later(run=RUN | {"updates": 10**30}), "updates in the field 'run' must be a whole number from 0 to .*, not 1"),
        (later(shape=["moons"]), "the field 'shape' must be a text"),
        (changed(version=None), "the field 'version' is missing"),
        (changed(kernel=None), "the field 'kernel' is missing"),
        (changed(points=None), "the field 'points' is missing"),
        (changed(kernal="linear()"), "there is no field \"kernal\"; the nearest name is 'kernel'"),
        (changed(kernel=3), "the field 'kernel' must be a text"),
        (changed(learner="x" * 20_000), "the field 'learner' must be a text of at most 10000 characters"),
        (changed(order="backwards"), "a.kpgui: order must be one of dataset, shuffled_once"),
        (changed(order=["dataset"]), "the field 'order' must be a text"),
        (changed(seed=1.5), "a.kpgui: seed must be a whole number"),
        (changed(seed=-1), "a.kpgui: seed must be a whole number"),
        (changed(seed="0"), "a.kpgui: seed must be a whole number"),
        (changed(seed=[0]), "the field 'seed' must be one number"),
        (changed(view=[0, 1, 0, 1]), "the field 'view' must have xmin, xmax, ymin and ymax"),
        (changed(view={"xmin": 0}), "the field 'view' must have xmin, xmax, ymin and ymax"),
        (
            changed(view={"xmin": 0, "xmax": "1", "ymin": 0, "ymax": 1}),
            "xmax in the field 'view' must be a finite number",
        ),
        (changed(view={"xmin": 1, "xmax": 1, "ymin": 0, "ymax": 1}), "must have xmin below xmax"),
        (changed(view={"xmin": -1e308, "xmax": 1e308, "ymin": 0, "ymax": 1}), "must have xmin below xmax"),
        (changed(columns=["x", "y"]), "the field 'columns' must name the coordinates, then 'label'"),
        (changed(columns=["label"]), "the field 'columns' must name the coordinates, then 'label'"),
        (changed(columns=[]), "the field 'columns' must name the coordinates"),
        (changed(columns="xy"), "the field 'columns' must name the coordinates"),
        (changed(points={}), "the field 'points' must be a list of rows, not an object"),
        (
            changed(points=[[1, 2, 1, False], [1, 2, 1]]),
            r"in row 2 .* must be \[x, y, label, held_out\], not \[1, 2, 1\]",
        ),
        (changed(points=[[1, 2, 1, False], 5]), "in row 2 .*, not 5"),
        (changed(points=[[1, "2", 1, False]]), 'in row 1 .* y must be a finite number, not "2"'),
        (changed(points=[[1, True, 1, False]]), "in row 1 .* y must be a finite number, not true"),
        (changed(points=[[1, None, 1, False]]), "in row 1 .* y must be a finite number, not null"),
        (changed(points=[[1, 2, 0, False]]), "in row 1 .* the label must be -1 or 1, not 0"),
        (changed(points=[[1, 2, True, False]]), "in row 1 .* the label must be -1 or 1, not true"),
        (changed(points=[[1, 2, [1], False]]), r"in row 1 .* the label must be -1 or 1, not \[1\]"),
        (changed(points=[[1, 2, 1, 0]]), "in row 1 .* held_out must be true or false, not 0"),
        ('{"format": "kpgui", "format": "kpgui"}', 'the field "format" is there twice'),
        ("hello", "a.kpgui, line 1: this is not valid JSON"),
    ],
)
def test_bad_input_is_answered_with_one_short_sentence(text, message):
    with pytest.raises(KpguiError, match=message) as caught:
        SessionFile().read(text.encode(), "a.kpgui")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_a_flood_of_values_is_refused_before_it_is_parsed(monkeypatch):
    monkeypatch.setattr("kpgui.formats.tabular.limits.MAX_CELLS", 1000)
    monkeypatch.setattr("kpgui.formats.tabular.limits.MAX_ROWS", 100)
    with pytest.raises(KpguiError, match=r"a.kpgui has more than"):
        SessionFile().read(b"[" + b"[]," * 2000, "a.kpgui")


def test_a_broken_session_is_answered_as_a_session(tmp_path):
    path = tmp_path / "broken.kpgui"
    path.write_text("hello, world")
    with pytest.raises(KpguiError, match="line 1: this is not valid JSON"):
        formats.load(path)


def test_points_are_read_only():
    assert not SessionFile().read(TEXT.encode(), "a.kpgui").dataset.points.flags.writeable
    assert np.array_equal(SessionFile().read(TEXT.encode(), "a.kpgui").dataset.ids, [0, 1])


def large(rows):
    """The text of a session of several megabytes, with these rows after many others."""
    usual = ["[0.123456789012345, 1.123456789012345, 1]"] * 120_000
    head = changed(columns=["x", "y", "label"], points=None)
    return head[:-1] + ', "points": [' + ",\n".join([*usual, *rows]) + "]}"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("[1, 2]", r"in row 120001 of the field 'points' must be \[x, y, label\]"),
        ("[1, 1e999, 1]", "in row 120001 of the field 'points' y must be a finite number"),
        ("[1, 2, 3]", "in row 120001 of the field 'points' the label must be -1 or 1, not 3"),
        ("[1, NaN, 1]", "line 120001: NaN is not a finite number"),
        ("[1, 2 2, 1]", "line 120001: this is not valid JSON"),
        ('[1, "]", 1]', "in row 120001 of the field 'points' y must be a finite number"),
        ("[[1, 2, 1]]", r"in row 120001 of the field 'points' must be \[x, y, label\]"),
        ("7", "line 120001: this is not valid JSON|in row 120001"),
    ],
)
def test_what_is_wrong_in_a_large_session_is_named_as_in_a_small_one(row, said):
    with pytest.raises(KpguiError, match=said):
        SessionFile().read(large([row, "[1, 2, 1]"]).encode(), "file")


def test_a_large_session_is_what_json_says():
    text = large(["[1e-300, -2, -1]", "[3, 4.5, 1]"])
    dataset = SessionFile().read(text.encode(), "file").dataset
    rows = np.array(json.loads(text)["points"])
    np.testing.assert_array_equal(dataset.points, rows[:, :2])
    np.testing.assert_array_equal(dataset.labels, rows[:, 2])
