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
from kpgui.model.param import shown
from kpgui.model.question import Prediction
from kpgui.model.session import Reached, Session
from kpgui.words.predict import Predictions
from tests.language.conftest import ROOT, module
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


def predictions(row, given, called_right=None):
    """Answers to whether steps are mistakes, by the definition; called_right: what the file says instead of that."""
    points, labels = points_of(row)
    run, said = ByHand(points, labels, dot, bias=True), []
    for step, answer in enumerate(given):
        i = step % len(points)
        text = f"Step {step + 1} · point {i + 1} ({'+1' if labels[i] > 0 else '−1'}): is it a mistake?"
        right = "a mistake" if step in run.at else "correct"
        answer = right if answer else "correct" if right == "a mistake" else "a mistake"
        said.append(Prediction(LEARNER, step + 1, "mistake", text, answer, called_right or right))
    return tuple(said)


def write_answers(path, answers):
    saved = Predictions([*answers]).table()
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(saved.names)
        writer.writerows(zip(*(np.asarray(column).tolist() for column in saved.columns), strict=True))


def test_a_session_is_known_by_its_points_and_its_answers_are_counted(grade, rows, tmp_path):
    answers = predictions(rows[4], (True, True, False, True, False))
    package.save(session_of(rows[4], answers=answers), tmp_path / "s.kpgui")
    told = f"3 of 5 answers right; first wrong: {answers[2].question} {answers[2].answer}, right is "
    assert grade("s.kpgui")[:2] == (0, [f"s.kpgui, variant 5: {told}{answers[2].right_answer}"])
    write_answers(tmp_path / "s-answers.csv", answers)
    code, (line,), _ = grade("s-answers.csv")
    assert code == 0
    assert line.endswith(f": {told}{answers[2].right_answer}")


def test_what_a_file_calls_right_is_not_believed(grade, rows, tmp_path):
    for called in (None, "a mistake", "correct"):
        answers = predictions(rows[4], (False,) * 6, called)
        made_right = tuple(each._replace(right_answer=each.answer) for each in answers)
        for number, changed in enumerate((answers, made_right)):
            package.save(session_of(rows[4], answers=changed), tmp_path / "s.kpgui")
            _, (line,), _ = grade("s.kpgui")
            assert line.startswith(f"s.kpgui, variant 5: 0 of 6 answers right; first wrong: {answers[0].question} ")
            assert line.endswith("what the file calls right was changed") is bool(called or number)


def test_the_side_of_any_place_is_graded(grade, rows, tmp_path):
    """Which place was asked about depended on what the student saw."""
    points, labels = points_of(rows[4])
    run = ByHand(points, labels, dot, bias=True)
    added = [step % len(points) for step in run.at if step < 7]
    answers, sign = [], "+1" if labels[6 % len(points)] > 0 else "−1"
    for x, y in ((0.3, 2.5), (-4.1, 1.7), (30_000.5, -5e9)):
        f = sum(labels[i] * (points[i][0] * x + points[i][1] * y + 1) for i in added)
        text = f"Step 7 · point 1 ({sign}): on which side is ({shown(x)}, {shown(y)}) after it?"
        right = "+1" if f > 0 else "−1"
        answers.append(Prediction(LEARNER, 7, "side", text, right, right))
    other = answers[0]._replace(answer="+1" if answers[0].answer == "−1" else "−1")
    odd = answers[0]._replace(question=f"Step 7 · point 1 ({sign}): on which side is (1.2.3, 4)?")
    write_answers(tmp_path / "sides.csv", [*predictions(rows[4], (True,)), *answers, other, odd])
    _, (line,), err = grade("sides.csv")
    assert not err
    assert f"4 of 6 answers right; first wrong: {other.question} {other.answer}, right is {answers[0].answer}" in line


def test_answers_are_right_in_any_order(grade, rows, tmp_path):
    answers = predictions(rows[4], (True,) * 8)
    for order in (reversed(answers), random.Random(1).sample(answers, 8)):
        write_answers(tmp_path / "mixed.csv", order)
        _, (line,), _ = grade("mixed.csv")
        assert line == "mixed.csv, variant 5: 8 of 8 answers right"


def test_answers_about_an_edit_are_left_out(grade, rows, tmp_path):
    edit = Prediction(LEARNER, 0, "edit", "Does the boundary move by this edit?", "yes", "no")
    package.save(session_of(rows[4], answers=(edit, *predictions(rows[4], (True, True)))), tmp_path / "s.kpgui")
    package.save(session_of(rows[4], answers=(edit,), reached=Reached(8, 0, 0)), tmp_path / "edit.kpgui")
    _, lines, _ = grade("s.kpgui", "edit.kpgui")
    assert lines == [
        "s.kpgui, variant 5: 2 of 2 answers right", "edit.kpgui, variant 5: its run is right to step 8",
    ]  # fmt: skip


def test_variants_that_the_answers_do_not_tell_apart_are_all_named(grade, rows, tmp_path):
    answer = predictions(rows[4], (True,))
    write_answers(tmp_path / "one.csv", answer)
    _, (line,), _ = grade("one.csv")
    labels = [points_of(each)[1] for each in rows]
    same = [str(k) for k, each in enumerate(labels, 1) if each[0] == labels[4][0]]
    assert len(same) > 1
    assert line == f"one.csv, variant {' or '.join(same)}: 1 of 1 answers right"


def test_no_row_of_a_tampered_table_is_right_by_its_own_word(grade, rows, tmp_path):
    answers = predictions(rows[4], (True,) * 7)
    write_answers(tmp_path / "honest.csv", answers)
    made_up = [each._replace(question=f"{each.question} Really?", answer="yes", right_answer="yes") for each in answers]
    write_answers(tmp_path / "partly.csv", [*answers, *made_up])
    write_answers(tmp_path / "made-up.csv", made_up)
    code, lines, err = grade("honest.csv", "partly.csv", "made-up.csv")
    assert code == 1
    assert [line.partition(": ")[2][:24] for line in lines] == ["7 of 7 answers right", "7 of 14 answers right; f"]
    assert lines[1].endswith("not of this run")
    assert "made-up.csv: Its answers are about no step of the key." in err


def test_answers_in_another_language_are_graded(grade, rows, tmp_path):
    module("compiling").compile_catalogues(ROOT)
    _points, labels = points_of(rows[4])
    text = f"Schritt 1 · Punkt 1 ({'+1' if labels[0] > 0 else '−1'}): ist er ein Fehler?"
    right = Prediction(LEARNER, 1, "mistake", text, "ein Fehler", "ein Fehler")
    package.save(session_of(rows[4], answers=(right, right._replace(answer="korrekt"))), tmp_path / "s.kpgui")
    _, (line,), _ = grade("s.kpgui")
    assert line.startswith("s.kpgui, variant 5: 1 of 2 answers right; first wrong: Schritt 1")


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
