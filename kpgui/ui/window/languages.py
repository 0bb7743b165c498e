"""The language of the window: set before it is made, chosen in View → Language for the next start."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from kpgui.language import ENGLISH, NAMES, _, available, language, nearest_language, set_language
from kpgui.process import resource
from kpgui.ui.actions.actions import SYSTEM, Actions
from kpgui.ui.session.settings import Settings


def speak(application: QApplication, chosen: str) -> None:
    """Sets the language of all that is made from now on, Qt's own texts and the direction of layouts included.

    chosen: a code; for any that there is not, "" above all, the language is the system's, or else English.
    """
    folder = resource("languages")
    codes = available(folder)
    set_language(chosen if chosen in codes else nearest_language(QLocale.system().uiLanguages(), codes), folder)
    if language() == ENGLISH:
        return
    translator = QTranslator(application)
    if translator.load(f"qtbase_{language()}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        application.installTranslator(translator)
    application.setLayoutDirection(QLocale(language()).textDirection())


def offer_languages(actions: Actions, settings: Settings, say: Callable[[str], object]) -> None:
    """Connects the choice of a language with the settings. say: shows that it takes effect at the next start."""
    codes = available(resource("languages"))
    chosen = settings.language if settings.language in codes else ""
    for code in ("", *NAMES):
        action = actions[f"view.language_{code or SYSTEM}"]
        action.setChecked(code == chosen)
        action.setVisible(not code or code in codes)
        action.triggered.connect(partial(_choose, code, settings, say))


def _choose(code: str, settings: Settings, say: Callable[[str], object], __: bool = True) -> None:
    settings.language = code
    name = NAMES.get(code, "")
    text = _("kpgui speaks {name} from its next start on.") if name else _("kpgui speaks the system's language next.")
    say(text.format(name=name))
