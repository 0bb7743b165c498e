"""kpgui: see kernel classifiers learn.

The public Python API; see `kpgui.api`. Names are loaded on first use, so that `kpgui --help` stays quick.
"""

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["Conventions", "Kind", "KpguiError", "Model", "Session", "analyse", "fit", "kernel", "load", "save", "train"]

if TYPE_CHECKING:
    from kpgui.api import Conventions, Kind, KpguiError, Model, Session, analyse, fit, kernel, load, save, train


def __getattr__(name: str) -> Any:
    if name in __all__:
        return getattr(importlib.import_module("kpgui.api"), name)
    if name == "app":
        return importlib.import_module("kpgui.app")
    raise AttributeError(f"module 'kpgui' has no attribute {name!r}")
