"""`kpgui grade`: what is right in answers of each kind, and the first step that went wrong."""

import csv
import random
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import kpgui as package
from kpgui.cli import main
from kpgui.model.dataset import Dataset
from kpgui.model.question import Prediction
from kpgui.model.session import Reached, Session
from kpgui.words.predict import Predictions
from tests.words.exercise_sheet.by_hand import ByHand
from tests.words.exercise_sheet.conftest import points_of
from tests.words.exercise_sheet.test_keys import dot

LEARNER = "perceptron(bias=true)"
ASKED = "mistakes", "alpha", "w", "b", "converges", "bound"


@pytest.fixture
def rows(session_file, sheet):
    """The key of ten variants."""
    return sheet(session_file(kernel="linear()", learner=LEARNER), 10)


@pytest.fixture
def grade(tmp_path, capsys):
    """Grades files against the key; gives the exit code, the lines and the errors."""

    def made(*names):
        capsys.readouterr()
        code = main(["grade", str(tmp_path / "key.csv"), *(str(tmp_path / each) for each in names)])
        out, err = capsys.readouterr()
        return code, [line.removeprefix(f"{tmp_path}/") for line in out.splitlines()], err

    return made


@pytest.fixture
def answers(tmp_path, rows):
    """Writes answers of students: changes of the right ones, by the index of the variant."""

    def made(*changed, name="answers.csv", delimiter=","):
        columns = ["name", "variant", *ASKED]
        with (tmp_path / name).open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns, delimiter=delimiter, extrasaction="ignore")
            writer.writeheader()
            for index, change in changed:
                writer.writerow({"name": f"Student {index}"} | rows[index] | change)
        return name

    return made


def test_right_answers_are_right_however_they_are_written(grade, answers, rows):
    spaced = {name: ", ".join(rows[1][name].split()) for name in ASKED}
    bracketed = {"w": f"({rows[2]['w'].replace('-', '−')})", "converges": rows[2]["converges"].upper()}
    code, lines, err = grade(
        answers((0, {}), (1, spaced), (2, bracketed)), answers((3, {}), name="b.csv", delimiter=";")
    )
    assert (code, err) == (0, "")
    assert lines == [
        "answers.csv, row 2, Student 0, variant 1: 6 of 6 right",
        "answers.csv, row 3, Student 1, variant 2: 6 of 6 right",
        "answers.csv, row 4, Student 2, variant 3: 6 of 6 right",
        "b.csv, row 2, Student 3, variant 4: 6 of 6 right",
    ]


def first_step(row, change):
    """The first step at which these mistakes are not those of the definition, found by walking through the run."""
    points, labels = points_of(row)
    run = ByHand(points, labels, dot, bias=True)
    said, step = [int(each) - 1 for each in change], 0
    while step < run.steps:
        i = step % len(points)
        claimed = bool(said) and said[0] == i
        if claimed != (step in run.at):
            return step + 1, i + 1
        if claimed:
            said.pop(0)
        step += 1
    return None


def test_the_first_wrong_step_is_named(grade, answers, rows):
    for index, row in enumerate(rows[:6]):
        right = row["mistakes"].split()
        left_out = right[:2] + right[3:]
        added = [*right[:1], str(int(right[0]) % 6 + 1), *right[1:]]
        for change in (left_out, added):
            if first_step(row, change) is None:
                continue
            step, point = first_step(row, change)
            _, (line,), _ = grade(answers((index, {"mistakes": " ".join(change)})))
            assert f"5 of 6 right; mistakes is {row['mistakes']}, not {' '.join(change)}" in line
            assert f"first wrong at step {step}: point {point} (" in line


def test_what_is_wrong_or_missing_is_named_with_the_right_answer(grade, answers, rows):
    other = "no" if rows[0]["converges"] == "yes" else "yes"
    _, (line,), _ = grade(answers((0, {"b": "77", "converges": other, "bound": ""})))
    assert "variant 1: 3 of 6 right" in line
    assert f"b is {rows[0]['b']}, not 77" in line
    assert f"converges is {rows[0]['converges']}, not {other}" in line
    assert f"bound is {rows[0]['bound']}, not answered" in line
    assert "first wrong" not in line


def test_decimals_are_right_to_two_places(grade, session_file, sheet, tmp_path):
    row = sheet(session_file(kernel="linear()", learner="averaged_perceptron(bias=true)"), 1)[0]
    exact = [float(Fraction(each)) for each in row["w"].split()]
    for digits, right in ((2, True), (1, all(each == round(each, 1) for each in exact))):
        change = row | {"w": " ".join(f"{each:.{digits}f}" for each in exact)}
        with (tmp_path / "a.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, list(row))
            writer.writeheader()
            writer.writerow(change)
        _, (line,), _ = grade("a.csv")
        assert ("w is" not in line) is right


def session_of(row, **changes):
    points, labels = points_of(row)
    session = Session(Dataset.of(points, labels), row["kernel"], row["learner"])
    return replace(session, **changes)


def test_a_session_is_known_by_its_points_and_its_answers_are_counted(grade, rows, tmp_path):
    answers = (
        Prediction(LEARNER, 1, "mistake", "Step 1 · point 1 (+1): is it a mistake?", "a mistake", "a mistake"),
        Prediction(LEARNER, 4, "mistake", "Step 4 · point 4 (+1): is it a mistake?", "correct", "a mistake"),
        Prediction(LEARNER, 3, "coefficient", "Step 3 · point 3 (−1): what is β₃?", "1", "−1"),
    )
    package.save(session_of(rows[4], answers=answers), tmp_path / "s.kpgui")
    assert grade("s.kpgui")[:2] == (
        0,
        ["s.kpgui, variant 5: 1 of 3 answers right; first wrong: Step 3 · point 3 (−1): what is β₃? 1, right is −1"],
    )
    saved = Predictions([*answers]).table()
    with (tmp_path / "s-answers.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(saved.names)
        writer.writerows(zip(*(np.asarray(column).tolist() for column in saved.columns), strict=True))
    code, (line,), _ = grade("s-answers.csv")
    assert code == 0
    assert line.startswith("s-answers.csv: 1 of 3 answers right; first wrong: Step 3 ·")


def test_the_run_of_a_session_is_compared_step_by_step(grade, rows, tmp_path):
    package.save(session_of(rows[2], reached=Reached(8, 0, 0)), tmp_path / "same.kpgui")
    package.save(
        session_of(rows[2], reached=Reached(8, 0, 0), learner="perceptron(bias=false)"), tmp_path / "other.kpgui"
    )
    package.save(session_of(rows[2]), tmp_path / "nothing.kpgui")
    code, lines, _ = grade("same.kpgui", "other.kpgui", "nothing.kpgui")
    assert code == 0
    assert lines[0] == "same.kpgui, variant 3: its run is right to step 8"
    assert lines[2] == "nothing.kpgui, variant 3: no answers and no run"
    points, labels = points_of(rows[2])
    right, other = (ByHand(points, labels, dot, bias=bias) for bias in (True, False))
    step = min({*right.at} ^ {*other.at})
    assert f"other.kpgui, variant 3: its run first differs at step {step + 1}: point {step % 6 + 1} (" in lines[1]


def test_what_cannot_be_read_is_a_sentence_and_the_rest_is_graded(grade, answers, rows, tmp_path):
    (tmp_path / "picture.csv").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    (tmp_path / "table.csv").write_text("a,b\n1,2\n")
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "broken.kpgui").write_text('{"format": "kpgui", ')
    (tmp_path / "learner.csv").write_text("learner,step,answer,right_answer\nsvm(C=1),1,yes,yes\n")
    package.save(Session(Dataset.of([[0, 1]], [1])), tmp_path / "alien.kpgui")
    names = "none.csv", "picture.csv", "table.csv", "empty.csv", "broken.kpgui", "learner.csv", "alien.kpgui"
    code, lines, err = grade(*names, answers((0, {}), (1, {"variant": "99"}), (2, {"variant": ""})))
    assert code == 1
    assert [line[:40] for line in lines] == ["answers.csv, row 2, Student 0, variant 1"]
    told = err.splitlines()
    assert len(told) == len(names) + 2
    for name, line in zip(names, told, strict=False):
        assert name in line
    assert "The key has no variant '99'" in told[-2]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("variant,", "number,", "it has no variant"),
        ("perceptron", "svm", "svm"),
        ("linear()", "nonsense", "nonsense"),
        ("{}", "[[[", "cannot be read"),
        ("{}", '{"b": 1e999}', ""),
        (" +1", " +2", "are no points of a sheet"),
        (" +1", " " + "9" * 5000, "cannot be read"),
        ("yes", "no", "converges is not what its points give"),
    ],
)
def test_a_key_that_was_changed_is_refused_in_one_sentence(old, new, sentence, grade, answers, tmp_path):
    name = answers((0, {}))
    key = (tmp_path / "key.csv").read_text(encoding="utf-8")
    (tmp_path / "key.csv").write_text(key.replace(old, new.replace('"', '""')), encoding="utf-8")
    code, lines, err = grade(name)
    assert (code, lines, err.count("\n")) == (1, [], 1)
    assert sentence in err
    assert "this is a bug" not in err


def test_random_answers_never_fail(grade, answers, rows):
    rng = random.Random(1)
    letters = "0123456789 -,./;()é−ex\x00∞½"
    changes = [
        (rng.randrange(10), {name: "".join(rng.choices(letters, k=rng.randrange(12))) for name in ASKED})
        for _ in range(100)
    ]
    changes = [(index, {name: text.replace("\x00", "") for name, text in change.items()}) for index, change in changes]
    code, lines, err = grade(answers(*changes))
    assert (code, len(lines), err) == (0, 100, "")
