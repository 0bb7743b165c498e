"""`kpgui generate`: synthetic datasets on disk."""

import pytest

import kpgui as api
from kpgui.cli.data import SHARED
from kpgui.generators import GENERATORS, generator


@pytest.mark.parametrize("name", GENERATORS.keys())
def test_every_generator(kpgui, tmp_path, name):
    out = tmp_path / "a.csv"
    result = kpgui("generate", name, "-o", out, "--n", 31, "--noise", 0.25, "--seed", 7)
    assert (result.code, result.err) == (0, "")
    assert api.load(out).dataset == generator(f"{name}(n=31, noise=0.25, seed=7)").make()


def test_further_parameters_go_into_brackets(kpgui, tmp_path):
    assert kpgui("generate", "spirals(turns=3, n=5)", "-o", tmp_path / "a.kpgui", "--n", 20).code == 0
    assert api.load(tmp_path / "a.kpgui").dataset == generator("spirals(turns=3, n=20)").make()


def test_balance_and_label_noise_have_options(kpgui, tmp_path):
    words = "moons", "-o", tmp_path / "a.csv", "--n", 40, "--balance", 0.2, "--label-noise", 0.1
    assert kpgui("generate", *words).code == 0
    assert api.load(tmp_path / "a.csv").dataset == generator("moons(n=40, balance=0.2, label_noise=0.1)").make()


def test_a_formula_is_given_in_brackets_and_says_where_it_has_no_value(kpgui, tmp_path):
    result = kpgui("generate", "formula(rule='log(x) > y')", "-o", tmp_path / "a.csv", "--n", 40)
    assert api.load(tmp_path / "a.csv").dataset == generator('formula(n=40, rule="log(x) > y")').make()
    assert "On 50 % of the area the rule has no value, and no points are placed there." in result.out


def test_every_parameter_that_all_generators_share_has_an_option():
    shared = set.intersection(*({each.name for each in kind.params()} for kind in GENERATORS))
    assert shared == set(SHARED)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["moon", "-o", "a.csv"], "there is no generator named 'moon'; the nearest name is 'moons'"),
        (["moons", "-o", "a.csv", "--n", "-3"], "moons: n must be a whole number"),
        (["moons", "-o", "a.csv", "--noise", "nan"], "moons: noise must be a number"),
        (["moons", "-o", "a.csv", "--balance", "2"], "moons: balance must be a number from 0 to 1, not 2"),
        (["formula(rule='y > sn(x)')", "-o", "a.csv"], "formula: rule: Position 5 of 'y > sn(x)': there is nothing"),
        (["formula(rule='x > 5')", "-o", "a.csv"], "leaves (next to) no room for class +1"),
        (["moons(turns=2)", "-o", "a.csv"], "moons has no parameter 'turns'"),
        (["moons", "-o", "a"], "a cannot be saved: it has no suffix"),
        (["moons", "-o", "gone/a.csv"], "gone/a.csv cannot be saved: the folder gone does not exist"),
    ],
)
def test_what_cannot_be_made_is_one_line_and_exit_code_1(kpgui, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    result = kpgui("generate", *words)
    assert (result.code, result.out) == (1, "")
    assert len(result.err.splitlines()) == 1
    assert message in result.err
    assert list(tmp_path.iterdir()) == []
