"""Sentences for the user: one line that fits a dialog, whatever data they quote."""

import pytest

from kpgui.model.errors import LONGEST_MESSAGE, KpguiError, sentence

NAME = "/data/" + "n" * 4000 + ".csv"


@pytest.mark.parametrize("length", [0, 1, LONGEST_MESSAGE - 1, LONGEST_MESSAGE])
def test_what_fits_is_left_as_it_is(length):
    text = ("ab cd, " * LONGEST_MESSAGE)[:length]
    assert sentence(text) == str(KpguiError(text)) == text


@pytest.mark.parametrize(
    "quoted", [NAME, "rbf() + " * 1000, "a " * 10**5, "\n" * 500, "x\ty" * 500, "\udcff" * 500, "\u202e\x1b[31m" * 200]
)
def test_whatever_is_quoted_the_sentence_is_one_line_that_says_what_is_wrong(quoted):
    said = str(KpguiError(f"{quoted} cannot be opened: {quoted} is not there; choose another file."))
    assert len(said) <= LONGEST_MESSAGE
    assert said.isprintable()
    assert said.endswith("is not there; choose another file.")
    assert "…" in said


def test_long_names_are_cut_in_their_middle_so_that_the_words_between_them_stay():
    said = str(KpguiError(f"{NAME} cannot be saved: the folder {NAME} does not exist."))
    assert said.startswith("/data/nnn")
    assert "nnn.csv cannot be saved: the folder /data/nnn" in said
    assert said.endswith("nnn.csv does not exist.")


def test_a_name_is_whole_in_a_sentence_that_fits():
    path = "/data/" + "n" * 200 + ".csv"
    assert str(KpguiError(f"{path} is empty.")) == f"{path} is empty."


def test_a_sentence_that_quotes_another_one_keeps_the_end_of_it():
    inner = KpguiError(f"{'rbf(sigma=1) + ' * 500}linear() is too large to compute; scale the data down.")
    said = str(KpguiError(f"{NAME}: {inner}"))
    assert len(said) <= LONGEST_MESSAGE
    assert said.startswith("/data/nnn")
    assert said.endswith("linear() is too large to compute; scale the data down.")
