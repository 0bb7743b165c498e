"""The program's code has no way to run what it reads: nothing is evaluated, unpickled, or given to a shell."""

import ast
from pathlib import Path

import pytest

import kpgui

MODULES = sorted(Path(kpgui.__file__).parent.rglob("*.py"))

EVALUATED = {"eval", "exec", "compile", "__import__", "breakpoint"}
"""Built-in functions that run text."""

SHELLS = {"os.system", "os.popen"}

UNPACKED = {"pickle", "marshal", "shelve", "dill", "joblib", "cloudpickle", "copyreg", "runpy", "code", "pty"}
"""Modules that make objects or programs of data."""

CONNECTED = {
    "http",
    "urllib",
    "requests",
    "ftplib",
    "smtplib",
    "ssl",
    "asyncio",
    "socketserver",
    "xmlrpc",
    "webbrowser",
}
CONNECTED |= {"QtNetwork", "QtWebEngineCore"}
"""Modules that reach other machines."""


def forbidden(source: str) -> list[str]:
    """The calls and imports that may not be there, with their lines."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in EVALUATED | SHELLS:
            found.append(f"{node.lineno}: {ast.unparse(node.func)}()")
        if isinstance(node, ast.keyword) and node.arg in {"shell", "allow_pickle"} and not _is_false(node.value):
            found.append(f"{node.value.lineno}: {node.arg}=")
        imported = [name for name in _imported(node) if set(name.split(".")) & (UNPACKED | CONNECTED)]
        found += [f"{node.lineno}: import {name}" for name in imported]
    return found


def _is_false(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is False


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [each.name for each in node.names]
    if isinstance(node, ast.ImportFrom) and not (node.module or "").startswith("kpgui"):
        return [f"{node.module or ''}.{each.name}" for each in node.names]
    return []


@pytest.mark.parametrize(
    "line",
    [
        "eval(text)",
        "exec(text)",
        "import pickle",
        "from urllib.request import urlopen",
        "from urllib import request",
        "from PySide6 import QtNetwork",
        "np.load(path, allow_pickle=True)",
        "subprocess.run(line, shell=True)",
        "os.system(line)",
    ],
)
def test_what_is_looked_for_is_found(line):
    assert forbidden(line)


@pytest.mark.parametrize(
    "line", ["re.compile(text)", "box.exec()", "np.load(path, allow_pickle=False)", "import socket"]
)
def test_what_looks_like_it_is_not(line):
    assert forbidden(line) == []


@pytest.mark.slow
def test_no_module_runs_what_it_reads():
    assert len(MODULES) > 300
    found = {path.name: forbidden(path.read_text(encoding="utf-8")) for path in MODULES}
    assert {name: lines for name, lines in found.items() if lines} == {}
