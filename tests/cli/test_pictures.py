"""Pictures that carry their session, named on the command line in place of it."""

import json
from dataclasses import replace

import pytest

import kpgui as api
from kpgui.figure.outputs import OUTPUTS
from kpgui.formats.session import SessionFile
from kpgui.model.session import Reached, Session
from tests.formats.pictures import BLANK, carrying
from tests.strategies import noisy_moons

MOONS = Session(
    noisy_moons(60, noise=0.2),
    "rbf(sigma=0.5)",
    "kernel_perceptron(epochs=5)",
    "reversed",
    4,
    reached=Reached(37, 9, 9),
)
every_kind = pytest.mark.parametrize("key", BLANK)


@pytest.fixture
def picture(tmp_path):
    def picture(key, session=MOONS):
        path = tmp_path / f"figure.{key}"
        path.write_bytes(carrying(key, SessionFile().write(session)))
        return path

    return picture


@every_kind
def test_training_on_a_picture_is_training_on_its_session(kpgui, picture, tmp_path, key):
    api.save(MOONS, tmp_path / "same.kpgui")
    drawn, saved = (json.loads(kpgui("train", path, "--json").out) for path in (picture(key), tmp_path / "same.kpgui"))
    assert {**drawn, "seconds": 0} == {**saved, "seconds": 0}
    assert (drawn["kernel"], drawn["seed"], drawn["n"]) == ("rbf(sigma=0.5)", 4, 60)


@every_kind
def test_a_picture_is_converted_to_the_session_that_it_carries(kpgui, picture, tmp_path, key):
    result = kpgui("convert", picture(key), tmp_path / "out.kpgui")
    assert (result.code, result.err) == (0, "")
    assert api.load(tmp_path / "out.kpgui") == api.load(picture(key))
    assert api.load(tmp_path / "out.kpgui").reached == Reached(37, 9, 9)


@pytest.mark.parametrize("key", [each.key for each in OUTPUTS if each.key in BLANK])
@pytest.mark.parametrize("step", [0, 13, None])
def test_a_rendered_picture_carries_the_session_at_the_step_that_it_shows(kpgui, qapp, tmp_path, key, step):
    api.save(MOONS, tmp_path / "a.kpgui")
    out, at = tmp_path / f"b.{key}", [] if step is None else ["--at", step]
    assert kpgui("render", tmp_path / "a.kpgui", "-o", out, "--kernel", "laplacian(sigma=2)", *at).code == 0
    found = api.load(out)
    model = api.train(replace(MOONS, kernel="laplacian(sigma=2)"), step)
    counters = model.counters
    assert found == replace(model.session, reached=Reached(counters.step, counters.mistakes, counters.updates))
    again = tmp_path / f"c.{key}"
    assert kpgui("render", out, "-o", again, *at).code == 0
    assert again.read_bytes() == out.read_bytes()


@every_kind
def test_nothing_is_converted_to_a_picture(kpgui, xor_file, tmp_path, key):
    result = kpgui("convert", xor_file, tmp_path / f"out.{key}")
    assert (result.code, result.out) == (1, "")
    assert "which Save picture and kpgui render draw; known are .kpgui" in result.err
    assert result.err.count("\n") == 1


@every_kind
def test_a_picture_without_a_session_is_refused_in_one_line(kpgui, tmp_path, key):
    (tmp_path / f"photo.{key}").write_bytes(BLANK[key])
    result = kpgui("train", tmp_path / f"photo.{key}")
    assert (result.code, result.out) == (1, "")
    assert f"photo.{key} is a picture without a kpgui session" in result.err
    assert result.err.count("\n") == 1


@every_kind
def test_an_expression_in_a_picture_is_checked_as_that_of_any_file(kpgui, picture, key):
    result = kpgui("train", picture(key, replace(MOONS, kernel="rbf(sigma=0)")))
    assert (result.code, result.out) == (1, "")
    assert f"figure.{key}: rbf: sigma must be a number above 0" in result.err
