"""A `.kpgui` file with its expressions."""

import random
from typing import Any

from kpgui.api import checked
from kpgui.formats import FORMATS
from kpgui.model.session import View
from tests.fuzz.case import Case
from tests.fuzz.expressions import kernel_text
from tests.fuzz.mutation import mutated
from tests.fuzz.rules import Ask
from tests.fuzz.seeds import SESSIONS


def check_session(case: Case, ask: Ask[Any]) -> None:
    """A `.kpgui` file with its expressions."""
    found = ask("session", lambda: FORMATS.find("kpgui").read(case.content, "file"))
    if found is not None:
        ask("expressions", lambda: checked(found, "file"))
        ask("view", lambda: View.around(found.dataset.points))


def _session(rng: random.Random) -> Case:
    good = rng.choice(SESSIONS)
    if rng.random() < 0.3:
        good = good.replace(b"rbf(sigma=1)", kernel_text(rng).replace('"', "'").encode("utf-8", "replace"))
    return Case("session", "session", mutated(good, rng))


TARGETS = {"session": check_session}
MAKERS = {"session": (5, _session)}
