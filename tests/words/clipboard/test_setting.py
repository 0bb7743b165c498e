"""A setting as text for a message: exact where it fits, and nothing else than what was copied is taken."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpgui import api
from kpgui.model.conventions import Conventions
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from kpgui.words.clipboard.setting import MOST, SHORT, setting_in, setting_text
from tests.strategies import noisy_moons

HAND = Session(
    Dataset.of([[0.5, 1.25], [-2.0, 3.0], [1.0, 0.0]], [1, -1, 1], [False, True, False]),
    "rbf(sigma=0.5) + 0.3*poly(degree=2, c=1)",
    "norma(eta=0.5, lam=0.1)",
    "shuffled_once",
    7,
    conventions=Conventions.of({"tie": "+1"}),
)


def pasted(text):
    return setting_in(text.encode())


def test_everything_but_the_view_comes_back_as_it_was():
    text, decimals = setting_text(HAND)
    assert decimals is None
    assert replace(pasted(text), view=HAND.view) == HAND


def test_sixty_points_to_two_decimals_take_at_most_a_thousand_characters_and_train_alike():
    dataset = noisy_moons(60)
    session = Session(replace(dataset, points=dataset.points.round(2)), HAND.kernel)
    text, decimals = setting_text(session)
    assert (len(text) <= 1000, decimals) == (True, None)
    assert np.array_equal(api.train(pasted(text)).updates.point, api.train(session).updates.point)


def test_more_digits_than_fit_are_rounded_and_that_is_told():
    session = Session(noisy_moons(120))
    text, decimals = setting_text(session)
    assert (SHORT < len(text) <= MOST, decimals) == (True, 2)
    assert np.array_equal(pasted(text).dataset.points, session.dataset.points.round(2))


def test_points_that_lie_close_together_keep_their_digits():
    dataset = noisy_moons(120)
    session = Session(replace(dataset, points=dataset.points * 1e-5))
    text, decimals = setting_text(session)
    assert decimals == 7
    assert np.abs(pasted(text).dataset.points - session.dataset.points).max() <= 1e-7


def test_more_points_than_a_message_holds_are_told():
    with pytest.raises(KpguiError, match=r"^2 000 points make a text of .* a message has 4 000: save a file instead"):
        setting_text(Session(noisy_moons(2000)))


def test_it_is_found_among_other_words_and_broken_lines():
    text, _ = setting_text(HAND)
    mail = f"Look at this: {text[:40]}\n{text[40:80]}\n  {text[80:]} and tell me why\nit fails"
    assert pasted(mail).dataset == HAND.dataset
    assert pasted("0.5 1.25 1\n") is None


def test_letters_and_digits_alone_are_in_it():
    text, _ = setting_text(HAND)
    assert text.removeprefix("kpgui1-").isalnum()


@given(st.data())
def test_a_character_that_was_changed_or_lost_is_noticed(data):
    text, _ = setting_text(HAND)
    at = data.draw(st.integers(7, len(text) - 1))
    other = data.draw(st.sampled_from(["", "0", "Z", "zz"]).filter(lambda each: each != text[at]))
    with pytest.raises(KpguiError, match="not as it was copied"):
        pasted(text[:at] + other + text[at + 1 :])


@pytest.mark.parametrize("text", ["kpgui1-0", "kpgui1-1", "kpgui1-zzzz", "kpgui1-" + "Z" * 100_000, "kpgui1-a " * 9999])
def test_what_no_program_wrote_is_refused(text):
    with pytest.raises(KpguiError, match="not as it was copied"):
        pasted(text)


def test_a_version_of_thousands_of_digits_is_no_setting():
    assert setting_in(b"kpgui" + b"9" * 5000 + b"-a") is None


def test_without_points_nothing_is_rounded_however_long_the_kernel():
    kernel = " + ".join(f"rbf(sigma=0.{k}23456789012345)" for k in range(1, 61))
    text, decimals = setting_text(Session(kernel=kernel))
    assert decimals is None
    assert pasted(text).kernel == kernel


def test_one_of_a_newer_version_says_so():
    with pytest.raises(KpguiError, match="newer kpgui"):
        pasted(setting_text(HAND)[0].replace("kpgui1", "kpgui2"))


def test_what_inflates_without_end_and_what_is_no_session_is_refused_in_a_sentence(monkeypatch):
    def text_of(content):
        monkeypatch.setattr("kpgui.formats.session.SessionFile.write", lambda *_: content)
        return setting_text(HAND)[0]

    with pytest.raises(KpguiError, match="The clipboard"):
        pasted(text_of(b" " * 2_000_000))
    with pytest.raises(KpguiError, match="The clipboard"):
        pasted(text_of(b'{"format": "kpgui", "version": 1, "kernel": 3}'))
