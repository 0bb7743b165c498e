"""The texts that are declared rather than marked: titles and parameters of what is registered, and the actions.

They are collected from the registries, so that a new kernel or learner is translated without a word about it in its
file; what shows them looks them up with `_`.
"""

import re
from collections.abc import Iterable, Iterator

from kpgui.figure.animation.film import SIZES
from kpgui.figure.animation.registry import ENCODERS
from kpgui.figure.animation.settings import Animation
from kpgui.figure.outputs import OUTPUTS
from kpgui.figure.style import PRESETS, Style
from kpgui.formats import FORMATS
from kpgui.generators import GENERATORS
from kpgui.kernels import KERNELS
from kpgui.language import NAMES
from kpgui.learners import LEARNERS
from kpgui.model.param import Param
from kpgui.model.transform import SPLIT
from kpgui.ui.actions.actions import ENTRIES, MENUS, SUBMENUS
from kpgui.ui.canvas import TOOLS
from kpgui.ui.setup.sections import FIELDS
from kpgui.ui.window.dock_layout import PANELS
from kpgui.words.kernel_tree import EXPONENT, JOINS, WEIGHT, WRAPS
from kpgui.words.lessons.shelf import lessons
from kpgui.words.overrides import KERNEL, LEARNER, choice_words, label_words

WORDS = re.compile(r"[^\W\d_]{2,}[ :,] ?[^\W\d_]{2,}|\b(if|at|where|along)\b")
"""What a formula that is not mathematics alone contains."""


def declared() -> Iterator[tuple[str, str]]:
    """Each declared text, with the name of the registry that it is from; some come more than once."""
    for name, registry in (
        ("kernels", KERNELS),
        ("learners", LEARNERS),
        ("generators", GENERATORS),
        ("tools", TOOLS),
        ("formats", FORMATS),
        ("outputs", OUTPUTS),
        ("encoders", ENCODERS),
        ("presets", PRESETS),
        ("sizes", SIZES),
    ):
        for member in registry:
            yield member.title, name
            yield from (
                (getattr(member, part), name) for part in ("tip", "meaning", "stepping") if getattr(member, part, "")
            )
            yield from ((text, name) for text in (getattr(member, "psd_reason", ""),) if isinstance(text, str) and text)
            formula = getattr(member, "formula", "")
            if name == "generators" or (name == "learners" and WORDS.search(formula)):
                yield formula, name
            if name in ("kernels", "learners", "generators", "tools"):
                yield from of_params(member.params(), name)
        yield registry.noun, name
    for kind in (each.kind for each in (*JOINS, *WRAPS)):
        for text in (kind.noun, kind.psd_reason):
            if isinstance(text, str) and text:
                yield text, "algebra of kernels"
    for panel in PANELS:
        yield from ((text, "panels") for text in (panel.title, panel.explanation, panel.menu_text) if text)
    for entry in ENTRIES:
        if entry.text in NAMES.values():
            continue
        yield from ((text, "actions") for text in (entry.text, entry.tip))
    yield from ((title, "menus") for title, _ in (*MENUS, *SUBMENUS.values()))
    for each in (*JOINS, *WRAPS):
        yield from ((text, "operations on kernels") for text in (each.title, each.menu))
    for lesson in lessons():
        yield from ((text, f"lessons/{lesson.key}") for text in lesson.texts)
    yield from of_params((*Style.params(), *Animation.params(), *SPLIT), "settings")
    yield from of_params((*FIELDS, WEIGHT, EXPONENT, KERNEL, LEARNER), "settings")


def of_params(params: Iterable[Param], name: str) -> Iterator[tuple[str, str]]:
    """The texts of a form with these parameters."""
    for param in params:
        yield label_words(param), name
        yield from ((text, name) for text in (param.meaning, param.unit) if text)
        if param.scale == "text":
            yield param.syntax, name
        yield from ((choice_words(choice), name) for choice in param.choices)
