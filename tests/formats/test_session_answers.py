"""The field `answers` of session files: what was asked and said comes back, bounded and strict."""

import json
from dataclasses import replace

import pytest

from kpgui.formats.session import SessionFile
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.question import MOST_ANSWERS, Prediction
from kpgui.model.session import Session

ANSWER = Prediction(
    "kernel_perceptron()", 3, "mistake", "Step 3 · point 2 (−1): is it a mistake?", "correct", "a mistake"
)
SESSION = Session(Dataset.of([[0.5, -1], [0.1, 2]], [1, -1]), answers=(ANSWER, ANSWER._replace(answer="a mistake")))


def document(answers):
    return json.dumps(json.loads(SessionFile().write_text(SESSION)) | {"answers": answers})


def read(text):
    return SessionFile().read(text.encode(), "a.kpgui")


def test_answers_come_back_each_on_a_line():
    text = SessionFile().write_text(SESSION)
    assert read(text).answers == SESSION.answers
    assert [each.right for each in read(text).answers] == [False, True]
    assert sum('"question"' in line for line in text.splitlines()) == 2
    assert json.loads(text)["version"] == 4


def test_every_text_of_a_question_can_be_saved():
    """Numbers have narrow blanks, French has others before its double marks."""
    answer = ANSWER._replace(question="Pas 1\u202f234 · point 1\u202f501 (+1)\u00a0: est-ce une erreur\u202f?")
    session = replace(SESSION, answers=(answer,))
    SessionFile().check(session, "a.kpgui")
    assert read(SessionFile().write_text(session)).answers == (answer,)


def test_a_session_without_answers_is_written_as_before():
    assert json.loads(SessionFile().write_text(replace(SESSION, answers=())))["version"] == 1


@pytest.mark.parametrize("answers", [7, {}, [{}] * (MOST_ANSWERS + 1)])
def test_what_is_no_list_of_answers_is_refused(answers):
    with pytest.raises(KpguiError, match="the field 'answers' must be a list of at most 2000 objects"):
        read(document(answers))


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"step": -1}, "step"),
        ({"step": 1.5}, "step"),
        ({"kind": 3}, "kind"),
        ({"answer": "x" * 1001}, "answer"),
        ({"question": "a\x1b[31m"}, "question"),
    ],
)
def test_a_wrong_field_of_an_answer_is_named(changed, named):
    with pytest.raises(KpguiError, match=f'a.kpgui, answer 1: the field "{named}" is not as it should be'):
        read(document([ANSWER._asdict() | changed]))


def test_a_missing_or_further_field_of_an_answer_is_refused():
    for wrong in (7, {}, ANSWER._asdict() | {"more": 1}):
        with pytest.raises(KpguiError, match="answer 1: it must have learner, step, kind, question, answer"):
            read(document([wrong]))


def test_answers_in_an_older_version_are_refused():
    found = json.loads(SessionFile().write_text(SESSION)) | {"version": 3}
    with pytest.raises(KpguiError, match='there is no field "answers"'):
        read(json.dumps(found))
