"""`kpgui exercises`: what it takes, and what it refuses in one sentence."""

import os
import sys

import pytest

import kpgui as package
from kpgui.cli import main
from kpgui.model.conventions import Conventions
from kpgui.model.session import Session
from kpgui.process import resource
from tests.words.lessons.sample import SAMPLE


@pytest.fixture
def saved(tmp_path):
    def made(**settings):
        package.save(Session(**settings), tmp_path / "s.kpgui")
        return tmp_path / "s.kpgui"

    return made


def test_help_tells_the_band_of_difficulty(kpgui):
    result = kpgui("exercises", "--help")
    assert "3 to 8 points" in result.out
    assert "4 to 8 updates in at most 4 epochs" in result.out


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({}, "rbf(sigma=1) cannot be done by hand exactly; a sheet takes linear and polynomial kernels."),
        ({"learner": "svm()", "kernel": "linear()"}, "svm cannot be done by hand exactly; a sheet takes perceptron,"),
        ({"learner": "kernel_perceptron(decay=0.5)", "kernel": "linear()"}, "leave out decay, alpha_cap"),
        ({"kernel": "0.001*linear()"}, "lead to fractions with denominators above 100."),
        ({"kernel": "linear()", "order": "shuffled_each_epoch"}, "A sheet cannot tell an order that is shuffled"),
        (
            {"kernel": "linear()", "learner": "perceptron()", "conventions": Conventions.of({"first": 7})},
            "The conventions name points, of which a sheet has 3 to 8; there are 0.",
        ),
        ({"kernel": "poly(degree=9)"}, "are in the band of difficulty, not 30."),
    ],
)
def test_what_hands_cannot_do_is_refused_in_a_sentence(settings, sentence, kpgui, saved, tmp_path):
    result = kpgui("exercises", saved(**settings), "-o", tmp_path / "sheet.csv")
    assert (result.code, result.out) == (1, "")
    assert sentence in result.err
    assert result.err.count("\n") == 1
    assert not (tmp_path / "sheet.csv").exists()


def test_points_in_space_are_refused(kpgui, tmp_path):
    (tmp_path / "p.csv").write_text("x,y,z,label\n1,2,3,1\n1,2,1,-1\n")
    result = kpgui("exercises", tmp_path / "p.csv", "-o", tmp_path / "sheet.csv")
    assert result.code == 1


@pytest.mark.parametrize(("count", "word"), [("0", "1 to 2000"), ("2001", "1 to 2000"), ("-3", "1 to 2000")])
def test_the_number_of_variants_is_bounded(count, word, kpgui, saved, tmp_path):
    path = saved(kernel="linear()", learner="perceptron()")
    result = kpgui("exercises", path, f"--variants={count}", "-o", tmp_path / "sheet.csv")
    assert result.code == 1
    assert word in result.err


@pytest.mark.skipif(sys.platform != "linux", reason="other systems' names are Unicode")
@pytest.mark.parametrize("suffix", [".pdf", ".xml", ".csv"])
def test_a_file_whose_name_is_no_text_makes_a_sheet(suffix, kpgui, saved, tmp_path):
    path = saved(kernel="linear()", learner="perceptron()").rename(tmp_path / os.fsdecode(b"\xff.kpgui"))
    sheet = tmp_path / f"sheet{suffix}"
    assert kpgui("exercises", path, "--variants=2", "-o", sheet).code == 0
    assert sheet.stat().st_size > 100


def test_another_kind_of_file_and_a_strange_seed_are_refused(kpgui, saved, tmp_path):
    path = saved(kernel="linear()", learner="perceptron()")
    assert "must end in .pdf or .xml or .csv" in kpgui("exercises", path, "-o", tmp_path / "sheet.doc").err
    assert "seed" in kpgui("exercises", path, "--seed=-1", "-o", tmp_path / "sheet.csv").err


def test_a_lesson_gives_its_first_step_that_hands_can_do(kpgui, tmp_path):
    result = kpgui("exercises", resource("lessons", "one_mistake_at_a_time"), "--variants=2", "-o", tmp_path / "a.csv")
    assert (result.code, result.out) == (0, f"Wrote 2 variants to {tmp_path / 'a.csv'}.\n")
    result = kpgui("exercises", resource("lessons", "sigma"), "-o", tmp_path / "b.csv")
    assert result.code == 1
    assert "can be done by hand: rbf(sigma=1)" in result.err
    (tmp_path / "lesson.md").write_text(SAMPLE.replace("minutes: 6", "minutes: no"), encoding="utf-8")
    assert "lesson.md, line 4" in kpgui("exercises", tmp_path / "lesson.md", "-o", tmp_path / "b.csv").err


def test_the_key_goes_to_standard_output_too(saved, tmp_path, capfdbinary):
    path = saved(kernel="linear()", learner="perceptron()")
    assert main(["exercises", str(path), "--variants", "2", "-o", "-"]) == 0
    out = capfdbinary.readouterr().out
    assert main(["exercises", str(path), "--variants", "2", "-o", str(tmp_path / "k.csv")]) == 0
    assert out == (tmp_path / "k.csv").read_bytes()


def test_kernel_and_learner_can_be_given_in_place_of_those_of_the_file(kpgui, saved, tmp_path):
    path = saved(kernel="linear()", learner="perceptron()")
    kpgui("exercises", path, "--variants=2", "-o", tmp_path / "a.csv")
    path = saved()
    assert (
        kpgui(
            "exercises", path, "--kernel=linear()", "--learner=perceptron()", "--variants=2", "-o", tmp_path / "b.csv"
        ).code
        == 0
    )
    first, second = ((tmp_path / name).read_text().splitlines() for name in ("a.csv", "b.csv"))
    assert first == second
    assert "nonsense" in kpgui("exercises", path, "--kernel=nonsense()", "-o", tmp_path / "c.csv").err
