"""The language of what people read. Texts stand in English where they are used, and are looked up here by that text.

The language is set once, before the window opens; the command line sets it only while it writes a page or a picture,
so that it speaks English everywhere. It is the one state of the process: handing it to every function that makes a
sentence would cost more than it is worth (see docs/decisions/languages.md).
"""

import gettext
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ENGLISH = "en"

NAMES = {ENGLISH: "English", "de": "Deutsch", "fr": "Français", "es": "Español", "zh_CN": "简体中文"}
"""What the languages call themselves, by code: that of the folder with the catalogue, resources/languages/<code>."""


class _Chosen:
    code = ENGLISH
    translations = gettext.NullTranslations()


def set_language(code: str, folder: Path) -> None:
    """Makes all texts appear in this language from now on; in English if `folder` has no compiled catalogue of it."""
    _Chosen.code, _Chosen.translations = ENGLISH, gettext.NullTranslations()
    if code != ENGLISH and code in available(folder):
        with catalogue(code, folder).open("rb") as file:
            _Chosen.translations = gettext.GNUTranslations(file)
        _Chosen.code = code


@contextmanager
def speaking(code: str, folder: Path) -> Iterator[None]:
    """Within it all texts appear in this language, see `set_language`; afterwards in the one of before."""
    before = _Chosen.code, _Chosen.translations
    set_language(code, folder)
    try:
        yield
    finally:
        _Chosen.code, _Chosen.translations = before


def language() -> str:
    """The code of the language that was set, "en" before that."""
    return _Chosen.code


def available(folder: Path) -> tuple[str, ...]:
    """The codes of the languages that can be set: English, and those with a compiled catalogue in `folder`."""
    return tuple(code for code in NAMES if code == ENGLISH or catalogue(code, folder).is_file())


def catalogue(code: str, folder: Path) -> Path:
    """The path of the compiled catalogue of a language."""
    return folder / code / "LC_MESSAGES" / "kpgui.mo"


def nearest_language(wanted: Iterable[str], codes: Sequence[str]) -> str:
    """The first of the wanted languages that is among `codes`; English if there is none.

    wanted: as the system names them, the best first, such as "de-AT", "zh-Hans-CN", "en_GB.UTF-8". Traditional Chinese
    is not answered with simplified.

    >>> nearest_language(["pt-BR", "de_AT.UTF-8", "fr"], ["en", "de", "fr"])
    'de'
    """
    for each in wanted:
        parts = each.partition(".")[0].replace("-", "_").split("_")
        if parts[0] == "zh" and "Hans" not in parts and {"Hant", "TW", "HK", "MO"}.intersection(parts):
            continue
        for code in codes:
            if code.partition("_")[0] == parts[0]:
                return code
    return ENGLISH


def _(text: str) -> str:
    """The text in the language that was set.

    The argument is the English text itself, so that it can be collected, and what is to be filled in is filled in
    afterwards: `_("Opened {name}").format(name=name)`.
    """
    return _Chosen.translations.gettext(text) if text else ""


def ngettext(one: str, many: str, count: int) -> str:
    """The text for a count; languages have one to six forms.

    >>> ngettext("{n} point", "{n} points", 2).format(n=2)
    '2 points'
    """
    return _Chosen.translations.ngettext(one, many, count)


def later(text: str) -> str:
    """The text as it is, marked to be collected: for constants, which are looked up with `_` when they are shown."""
    return text


def in_sentence(title: str) -> str:
    """A title in the language that was set, as a word within a sentence: English writes it small there.

    >>> in_sentence("Two moons")
    'two moons'
    """
    return title.lower() if language() == ENGLISH else _(title)


def sentence(text: str) -> str:
    """The text with the full stop of the language.

    >>> sentence("Converged")
    'Converged.'
    """
    return _("{sentence}.").format(sentence=text)


def titled(name: str, text: str) -> str:
    """A name with a colon and what it stands for.

    >>> titled("Step", "12")
    'Step: 12'
    """
    return _("{name}: {text}").format(name=name, text=text)


def without_key(text: str) -> str:
    """A text of a menu or label without its access key, which Chinese writes in brackets behind it.

    >>> without_key("Save &as…"), without_key("运行(&R)")
    ('Save as…', '运行')
    """
    return re.sub(r"\(&.\)|&", "", text)
