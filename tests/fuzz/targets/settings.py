"""What the window remembers: its settings, and the choices for files that were imported before."""

import json
import os
import random
import tempfile
from pathlib import Path
from typing import Any

from kpgui.formats import preview, read
from kpgui.words.importing import choices_from, choices_text
from tests.fuzz.case import Case
from tests.fuzz.mutation import mutated
from tests.fuzz.rules import Ask, Broken
from tests.fuzz.seeds import CHOICES, SEEDS, SETTINGS
from tests.fuzz.targets.files import choices


def check_settings(case: Case, ask: Ask[Any]) -> None:
    """The file of what the window remembers: whatever is in it, the window starts."""
    from kpgui.ui.session.settings import decoded, load_settings, save_settings

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "settings.ini"
        path.write_bytes(case.content)
        os.environ["KPGUI_SETTINGS"] = str(path)
        try:
            found = ask("load settings", load_settings)
            ask("state", lambda: (decoded(found.geometry), decoded(found.state)))
            ask(
                "choices",
                lambda: [choices_from(found.choices_of(Path(each.partition("\n")[0]))) for each in found.imports],
            )
            ask("save settings", lambda: save_settings(found))
            if ask("load settings again", load_settings) != found:
                raise Broken("round trip", "settings that were saved are loaded as others")
        finally:
            del os.environ["KPGUI_SETTINGS"]


def check_remembered(case: Case, ask: Ask[Any]) -> None:
    """Choices that were remembered for a file, which may be another one by now."""
    choices = ask("choices", lambda: choices_from(case.text))
    if choices is None:
        return
    if ask("choices again", lambda: choices_from(choices_text(choices))) != choices:
        raise Broken("round trip", "choices that were remembered come back as others")
    content = SEEDS[case.options.get("file", 0) % len(SEEDS)]
    ask("preview as remembered", lambda: preview(content, choices))
    ask("read as remembered", lambda: read(content, choices))


def _settings(rng: random.Random) -> Case:
    return Case("settings", "settings", mutated(SETTINGS, rng))


def _remembered(rng: random.Random) -> Case:
    content = CHOICES if rng.random() < 0.5 else json.dumps(choices(rng))
    return Case("remembered", "remembered", mutated(content.encode(), rng), {"file": rng.randrange(len(SEEDS))})


TARGETS = {"settings": check_settings, "remembered": check_remembered}
MAKERS = {"settings": (2, _settings), "remembered": (5, _remembered)}
