"""What is fuzzed: one file each, and its name in MODULES.

A file has TARGETS, the checks by their names, each of which asks the program about a case; and MAKERS, the families of
cases by their names: how often one is made, and the function that makes it. A large file costs as much as a hundred
small ones, and is as rare.
"""

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

from tests.fuzz.case import Case
from tests.fuzz.rules import Ask

MODULES = (
    "files",
    "clipboard",
    "expressions",
    "settings",
    "sessions",
    "saving",
    "panels",
    "tooltips",
)

TARGETS: dict[str, Callable[[Case, Ask[Any]], None]] = {}
MAKERS: dict[str, tuple[float, Callable[[random.Random], Case]]] = {}
for _name in MODULES:
    _module = import_module(f"tests.fuzz.targets.{_name}")
    TARGETS |= _module.TARGETS
    MAKERS |= _module.MAKERS
