import importlib.util
import sys
from pathlib import Path

import pytest

from kpgui.language import ENGLISH, set_language

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "packaging" / "languages"


def module(name):
    """A module of packaging/languages by its path: the folder above it is called like a well-known library."""
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


@pytest.fixture(scope="session")
def compiling():
    return module("compiling")


@pytest.fixture(scope="session")
def refresh():
    pytest.importorskip("babel")
    return module("refresh")


@pytest.fixture(scope="session")
def languages(compiling):
    """The folder of the catalogues, compiled."""
    compiling.compile_catalogues(ROOT)
    return ROOT / "resources" / "languages"


@pytest.fixture(autouse=True)
def english_again(tmp_path):
    yield
    set_language(ENGLISH, tmp_path)
