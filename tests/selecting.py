"""Which tests run: all, a quick look at everything (`--fast`), or what a change may have broken (`--changed`)."""

import subprocess
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import settings

ROOT = Path(__file__).parents[1]

PROGRAM = "kpgui.__main__"
STARTING_IT = {"tests.blackbox", "tests.docs", "tests.packaging"}
"""Tests that start the program as a process, and import nothing by which they would be found."""

SLOW = ("tests/e2e", "tests/accessible", "tests/language", "tests/docs", "tests/packaging", "tests/blackbox")
"""Folders whose tests each take a window or a process, up to seconds."""

EVERY = 4
"""--fast looks at one file of so many in a slow folder."""

PAGES = {"docs", "README.md", "CHANGELOG.md"}


def pytest_addoption(parser):
    group = parser.getgroup("selection")
    group.addoption("--fast", action="store_true", help="one example of each test, and a few of the slow ones")
    group.addoption("--changed", action="store_true", help="what the changes since the upstream branch may have broken")


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes half a second or more; left out by --fast")
    if config.getoption("fast"):
        settings.register_profile("fast", settings.get_profile("ci"), max_examples=5)
        settings.load_profile("fast")


def pytest_ignore_collect(collection_path, config):
    if collection_path.suffix == ".py":
        path = collection_path.relative_to(ROOT)
        if config.getoption("fast") and path.parent.as_posix() in SLOW and order_in_folder(collection_path) % EVERY:
            return True
        modules = of_the_change() if config.getoption("changed") else None
        if modules is not None and module_of(path) not in modules:
            return True
    return None


def order_in_folder(path: Path) -> int:
    return sorted(path.parent.glob("*.py")).index(path)


def pytest_collection_modifyitems(config, items):
    if config.getoption("fast"):
        kept = one_example_each(item for item in items if not item.get_closest_marker("slow"))
        config.hook.pytest_deselected(items=list(set(items) - set(kept)))
        items[:] = kept


def one_example_each(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """The first test of a file with its first example, the second with its second, and so on, round and round.

    So whatever is registered is looked at: it is an example of each test of its kind. Of a file in a slow folder only
    the first test is kept.
    """
    kept = []
    for path, within in groupby(items, key=lambda item: item.path):
        tests = [list(examples) for _name, examples in groupby(within, key=lambda item: item.nodeid.partition("[")[0])]
        if path.relative_to(ROOT).as_posix().startswith(SLOW):
            del tests[1:]
        kept += [examples[number % len(examples)] for number, examples in enumerate(tests)]
    return kept


@cache
def of_the_change() -> frozenset[str] | None:
    """What `concerned_by` finds for the files that differ from where this branch left its upstream, if it has one."""
    base = git("merge-base", "HEAD", "@{upstream}") or ["HEAD"]
    return concerned_by(git("diff", "--name-only", *base) + git("ls-files", "--others", "--exclude-standard"))


def git(*words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.splitlines()


def concerned_by(files: Iterable[str]) -> frozenset[str] | None:
    """The modules whose tests changed files concern; None when that may be all of them.

    A module of the program concerns whatever imports it, directly or not, and the tests of the rooms that these are in.
    """
    import grimp  # slow, and used here alone

    graph = grimp.build_graph("kpgui", "tests", cache_dir=None)
    changed, concerned = set(), set()
    for path in map(PurePosixPath, files):
        if module_of(path) in graph.modules:
            changed.add(module_of(path))
        elif path.parts[0] in PAGES:
            concerned |= graph.find_descendants("tests.docs")
        elif path.parts[0] == "packaging":
            concerned |= graph.find_descendants("tests.packaging")
        elif path.parts[0] == "tests" and len(path.parts) > 2:
            concerned |= graph.find_descendants(f"tests.{path.parts[1]}")
        else:
            return None
    for module in changed.union(*map(graph.find_downstream_modules, changed)):
        package, _dot, name = module.rpartition(".")
        room = package.replace("kpgui", "tests")
        concerned |= {module}
        if module == PROGRAM:
            concerned = concerned.union(*map(graph.find_descendants, STARTING_IT))
        elif name == "conftest":
            concerned |= graph.find_descendants(package)
        elif package.startswith("kpgui") and room in graph.modules:
            concerned |= graph.find_children(room)
    return frozenset(concerned)


def module_of(path: PurePosixPath) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")
