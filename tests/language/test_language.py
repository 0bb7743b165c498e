"""Texts are looked up by their English wording, and stay English where there is no translation."""

import gettext
import io
import re
import string
import subprocess
import sys

import pytest

from kpgui.language import NAMES, _, available, in_sentence, language, nearest_language, ngettext, set_language, titled
from kpgui.model.dataset import Dataset
from kpgui.model.expansion import Expansion
from kpgui.model.explanation import Explanation, Outcome
from kpgui.model.frame import Counters, Frame, Status
from kpgui.model.updates import Updates
from kpgui.words.ghosts import COLUMNS
from kpgui.words.step_sentence import explained
from kpgui.words.verdict import outlook, verdict

PO = """\
msgid ""
msgstr ""
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

#: kpgui/ui
msgid "Opened {name}"
msgstr "{name} geöffnet"

msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n} Punkt"
msgstr[1] "{n} Punkte"

msgid ""
"Two lines, "
"one \\"text\\""
msgstr ""
"Zwei Zeilen, "
"ein „Text“"

msgid "Two moons"
msgstr "Zwei Monde"

msgid "Budget"
msgstr "Budget"

msgid "Not yet"
msgstr ""

#, fuzzy
msgid "Guessed"
msgstr "Geraten"
"""


@pytest.fixture
def german(tmp_path, compiling):
    source = tmp_path / "resources" / "languages" / "de" / "LC_MESSAGES" / "kpgui.po"
    source.parent.mkdir(parents=True)
    source.write_text(PO, encoding="utf-8")
    compiling.compile_catalogues(tmp_path)
    folder = tmp_path / "resources" / "languages"
    set_language("de", folder)
    return folder


def test_texts_are_english_before_a_language_is_set():
    assert _("Opened {name}") == "Opened {name}"
    assert ngettext("{n} point", "{n} points", 1) == "{n} point"


def test_texts_appear_in_the_language_that_was_set(german):
    assert language() == "de" and available(german) == ("en", "de")
    assert _("Opened {name}").format(name="xor.csv") == "xor.csv geöffnet"
    assert [ngettext("{n} point", "{n} points", n).format(n=n) for n in (1, 2)] == ["1 Punkt", "2 Punkte"]
    assert _('Two lines, one "text"') == "Zwei Zeilen, ein „Text“"


def test_a_text_without_a_translation_or_with_a_guessed_one_stays_english(german):
    assert [_(text) for text in ("Not yet", "Guessed", "Unknown", "")] == ["Not yet", "Guessed", "Unknown", ""]


def test_a_title_within_a_sentence_is_small_in_english_alone(german):
    assert [in_sentence(title) for title in ("Two moons", "Budget")] == ["Zwei Monde", "Budget"]


def test_a_language_without_a_catalogue_is_english(tmp_path):
    set_language("fr", tmp_path)
    assert language() == "en"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (["de-AT", "en"], "de"),
        (["de_CH.UTF-8"], "de"),
        (["zh-Hans-CN"], "zh_CN"),
        (["zh-CN", "zh"], "zh_CN"),
        (["zh-Hant-TW", "zh-TW", "en-US"], "en"),
        (["sv-SE", "fr-CA"], "fr"),
        (["en-GB", "de"], "en"),
        (["C"], "en"),
        ([], "en"),
    ],
)
def test_the_nearest_language_to_what_the_system_wants(wanted, found):
    assert nearest_language(wanted, tuple(NAMES)) == found


def test_a_compiled_catalogue_is_what_the_standard_library_reads(compiling):
    contents = compiling.compiled_catalogue(PO)
    read = gettext.GNUTranslations(io.BytesIO(contents))
    assert read.gettext("Two moons") == "Zwei Monde" and read.info()["language"] == "de"
    assert contents == compiling.compiled_catalogue(PO)


def test_the_command_line_speaks_english_in_every_locale(languages):
    environ = {"LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de", "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-m", "kpgui", "list", "learners"],
        env=environ,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0 and "Kernel perceptron" in done.stdout


@pytest.mark.parametrize("code", [code for code in NAMES if code != "en"])
def test_a_translation_has_the_fields_and_the_access_keys_of_its_text(code, refresh):
    """A field that the text does not have could not be filled in."""
    for message in refresh.refreshed(code, refresh.template()):
        if not message.id or not message.string:
            continue
        texts, translations = refresh.forms_of(message.id), refresh.forms_of(message.string)
        for translation in filter(None, translations):
            assert fields(translation) <= fields(texts[-1]), message.id
            assert len(texts) > 1 or fields(translation) == fields(texts[0]), message.id
            assert ("&" in translation) == ("&" in texts[0]), message.id


def fields(text):
    return {(name, spec, conversion) for __, name, spec, conversion in string.Formatter().parse(text) if name}


def test_a_chinese_sentence_ends_with_its_own_full_stop(languages):
    set_language("zh_CN", languages)
    counters = Counters(step=4, epoch=2, mistakes=2)
    frame = Frame(1, Status.CONVERGED, 4, 0, counters, Expansion.of([0.0], 0.0), Updates.none())
    told = verdict(outlook(Dataset.of([[0, 0], [1, 1]], [1, -1])), frame).text
    assert told.endswith("。")
    assert "." not in told


def test_a_name_and_what_it_stands_for_have_the_colon_of_the_language(languages):
    colons = {"en": "a: 1", "de": "a: 1", "fr": "a\N{NO-BREAK SPACE}: 1", "zh_CN": "a\N{FULLWIDTH COLON}1"}
    for code, text in colons.items():
        set_language(code, languages)
        assert titled("a", "1") == text


def test_what_a_step_changed_has_the_marks_of_the_language(languages):
    told = Explanation(3, (2,), (-1,), 1.01, Outcome.MISTAKE, "f > 0", ("α₃ 0 → 1", "b 0 → −1"))
    set_language("fr", languages)
    assert explained(told).endswith("f > 0. α₃ 0 → 1\N{NO-BREAK SPACE}; b 0 → −1.")
    set_language("zh_CN", languages)
    assert explained(told).endswith("f > 0。α₃ 0 → 1；b 0 → −1。")


AS_WRITTEN = re.compile(r"\{[^{}]*\|[^{}]*\}|`[^`]*`|'[^' ]+: [^' ]+'|'x y [^']*'")
"""What texts quote from files: how a number is computed, code, and lines of a lesson."""


def test_french_has_no_break_spaces_beside_its_double_marks(refresh):
    messages = [each for each in refresh.refreshed("fr", refresh.template()) if each.id and each.string]
    texts = [AS_WRITTEN.sub("", text) for each in messages for text in refresh.forms_of(each.string)]
    without = re.compile(r"(^|[^\S\xa0\u202f])[;:!»](\s|$)|[^\s\"][;:!?»](\s|$)|«[^\xa0\u202f]")
    assert not list(filter(without.search, texts))


def test_titles_of_columns_of_kept_moments_are_all_collected(refresh):
    texts = {text for text, _ in refresh.collected()}
    assert {text for column in COLUMNS for text in column} <= texts
