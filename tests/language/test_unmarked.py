"""Texts that are shown without being marked: where every collected text looks different, they stand as in the code."""

import re

import pytest
from PySide6.QtCore import QTranslator

from kpgui.language import NAMES, _, catalogue, set_language
from kpgui.learners import LEARNERS, learner
from kpgui.model.explanation import Circumstances
from tests.dialogs import DIALOGS, open_dialog
from tests.language.test_window import EXPRESSIONS, opened, texts_of
from tests.language.widened import widened

STAYS = re.compile("|".join([EXPRESSIONS.pattern, r"(Ctrl|Shift|Alt)\+", *NAMES.values(), *LEARNERS.keys()]))
"""What stays as it is in every language: expressions, keys, learners in them, and the languages' own names."""


class Widening(QTranslator):
    """The texts of Qt itself."""

    def translate(self, context, text, disambiguation=None, n=-1):
        return widened(text)

    def isEmpty(self):
        return False


@pytest.fixture(scope="module")
def folder(tmp_path_factory, compiling, refresh):
    """Of the catalogue, under the code of one of the languages."""
    texts = refresh.Catalog(locale="de")
    for message in refresh.template():
        if message.id:
            forms = [widened(form) for form in refresh.forms_of(message.id)]
            texts.add(message.id, forms if message.pluralizable else forms[0])
    folder = tmp_path_factory.mktemp("languages")
    path = catalogue("de", folder)
    path.parent.mkdir(parents=True)
    path.write_bytes(compiling.compiled_catalogue(refresh.written(texts, plurals=True).decode()))
    return folder


@pytest.fixture
def wide(folder, qapp):
    set_language("de", folder)
    translator = Widening()
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def is_marked(text):
    """Whether any of it was looked up, or it has no words that could be."""
    return bool(re.search("[Ａ-Ｚａ-ｚ]", text)) or not re.search("[A-Za-z]{3,}", STAYS.sub("", text))


def legend_of(window):
    return [(type(layer).__name__, entry.text) for layer in window.canvas._layers for entry in layer.legend()]


@pytest.mark.slow
def test_every_text_of_the_window_and_its_dialogs_is_marked(wide, qtbot):
    window = opened(qtbot)
    unmarked = {each for each in (*texts_of(window), *legend_of(window)) if not is_marked(each[1])}
    window.canvas.select_all()
    for action in DIALOGS:
        window.commands[action].trigger()
        dialog = open_dialog()
        unmarked |= {each for each in texts_of(dialog) if not is_marked(each[1])}
        dialog.close()
    assert not unmarked


@pytest.mark.slow
def test_every_bound_is_marked(wide):
    bounds = {
        learner(each.key).guarantee(Circumstances(2.0, k, False)).text for each in LEARNERS for k in (True, False)
    }
    assert not {text for text in bounds if not is_marked(_(text))}
