"""README and docs: links lead somewhere, paths are there, and what is shown in fences runs."""

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.page import SECTIONS
from tests.docs.pages import PAGES, ROOT, Page
from tests.language.widened import widened

README = PAGES[0]
DECISIONS = [page for page in PAGES if page.path.parent.name == "decisions" and page.path.name != "README.md"]

ELSEWHERE = {"recovery/", "open/", "thumbnails/", "lesson.md"}
"""What pages name and is not in the repository: folders of the program, and the file of a lesson."""

IRIS = "length,width,species\n" + "".join(
    f"{x},{y},{name}\n" for x, y, name in [(5.1, 3.5, "setosa"), (7.0, 3.2, "versicolor"), (6.3, 3.3, "virginica")] * 4
)
"""What pages take for granted to be there: a table with three classes."""

CATALOGUES = Path("packaging", "languages", "refresh.py")

ONLY_LOOKED_AT = {
    "run": "opens a window, until it is closed",
    "test": "these are the tests",
    "bench": "takes half an hour",
    "kills": "takes minutes",
    "fuzz": "takes a minute",
    "shots": "would change what is tested",
    "refresh": "would change what is tested",
    "lint": "is not the tests' to run",
    "system": "installs packages of the system",
    "peers": "installs 1.4 GB",
}
"""Commands of dev.py that are not carried out, and why. That they exist and that their arguments do is checked."""

every_page = pytest.mark.parametrize("page", PAGES, ids=str)


def test_the_readme_is_short():
    assert len(README.text.encode()) <= 9000
    tour = README.text.partition("## Five minutes\n")[2].partition("\n## ")[0].strip()
    assert len(tour.splitlines()) <= 25


@every_page
def test_every_link_leads_somewhere(page):
    for link in page.links:
        name, _, anchor = link.partition("#")
        target = (page.path.parent / name).resolve() if name else page.path
        assert target.exists(), link
        assert not anchor or anchor in Page(target).anchors, link


@every_page
def test_every_path_that_is_named_is_there(page):
    made = {name for _, content in page.blocks for name in re.findall(r"# file: (\S+)", content)}
    for name, inside in page.named:
        known = name in made | ELSEWHERE or any((folder / name).exists() for folder in inside)
        assert known, name


def test_every_page_is_reached_from_the_readme():
    reached, waiting = set(), [README]
    while waiting:
        page = waiting.pop()
        if page.path not in reached:
            reached.add(page.path)
            targets = [(page.path.parent / link.partition("#")[0]).resolve() for link in page.links]
            waiting += [Page(path) for path in targets if path.suffix == ".md"]
    assert {page.path for page in PAGES} <= reached


@pytest.mark.parametrize("page", DECISIONS, ids=str)
def test_a_decision_has_a_context_and_consequences(page):
    assert re.findall(r"^## (.*)$", page.text, re.MULTILINE) == ["Context", "Decision", "Consequences"]


@pytest.mark.parametrize("page", [page for page in PAGES if page.blocks], ids=str)
def test_what_a_page_shows_runs(page, tmp_path):
    """In the order of the page, in one folder. A page that adds files to the program does so to a copy of it."""
    root = copy_of_the_program(tmp_path) if "# file:" in page.text else ROOT
    here = tmp_path / "here"
    here.mkdir()
    (here / "iris.csv").write_text(IRIS, encoding="utf-8")
    for language, content in page.blocks:
        if content.startswith("# file: "):
            put(root, language, content)
        elif language == "python":
            carry_out([sys.executable, "-c", content], here, root)
        elif language == "sh":
            for line in content.splitlines():
                carry_out_line(line, here, root)
        elif language == "make" and shutil.which("make"):
            carry_out_make(content, here, root)
    if root != ROOT:
        carry_out([sys.executable, root / CATALOGUES], root, root)
        carry_out([sys.executable, root / CATALOGUES, "--check"], root, root)
        kernel = ["tests/kernels/test_every_kernel.py", "tests/learners/test_theory.py", "kpgui/kernels/sech.py"]
        instrument = ["tests/ui/instruments", "tests/ui/actions"]
        learner = [
            "tests/learners/test_every_learner.py",
            "tests/learners/test_bad_input.py",
            "tests/learners/test_theory.py",
        ]
        learner += ["tests/learners/test_margin_perceptron.py", "tests/model/test_registry.py"]
        learner += ["tests/learners/test_pseudocode.py", "tests/learners/test_workings.py"]
        layer = ["tests/ui/canvas/test_registries.py", "tests/ui/actions", "tests/e2e/test_view_toggles.py"]
        for tests in (
            [*kernel, "-k", "sech"],
            [*learner, "-k", "margin_perceptron or theory or registry"],
            [*instrument, "-k", "reading or panel or action or balance"],
            [*layer, "-k", "layer or action or mean"],
            ["tests/cli/test_render.py", "-k", "suffixes"],
            ["tests/language/test_unmarked.py"],
        ):
            carry_out([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests], root, root)


def copy_of_the_program(folder: Path) -> Path:
    root = folder / "copy"
    for name in ("kpgui", "tests", "docs", "resources", "packaging"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


def put(root: Path, language: str, content: str) -> None:
    """Carry out a block that begins with the name of a file: a whole one, or what is added to it."""
    first, _, rest = content.partition("\n")
    path = root / first.removeprefix("# file: ")
    if language != "diff":
        path.parent.mkdir(exist_ok=True)
        path.write_text(rest, encoding="utf-8")
        return
    lines = rest.splitlines(keepends=True)
    before, after = ("".join(line[1:] for line in lines if line[0] != sign) for sign in "+-")
    text = path.read_text(encoding="utf-8")
    if after in text:  # the page has been followed in the program itself
        return
    assert text.count(before) == 1, before
    path.write_text(text.replace(before, after), encoding="utf-8")


def carry_out_line(line: str, here: Path, root: Path) -> None:
    """A line of a shell block: of the program, several of them joined by pipes, or of dev.py."""
    if " | " in line:
        carry_out_pipe(line.split(" | "), here, root)
        return
    program, *words = shlex.split(line)
    if program == "kpgui":
        carry_out([sys.executable, "-m", "kpgui", *words], here, root)
        return
    assert (program, words[0]) == ("python3", "packaging/dev.py"), line
    if words[1] == "refresh" and root != ROOT:
        refresh(root)
        return
    if words[1] not in ONLY_LOOKED_AT:
        carry_out([sys.executable, root / "packaging" / "dev.py", *words[1:]], here, root)
        return
    explained = subprocess.run([sys.executable, root / words[0], "--help"], capture_output=True, text=True).stdout
    assert f"dev.py {words[1]}" in explained, line
    arguments = [word for word in words[2:] if not word.startswith("-") and words[words.index(word) - 1] != "-k"]
    for word in arguments if words[1] == "test" else ():
        assert (root / word).exists(), word
    assert words[1] != "bench" or set(arguments) <= set(SECTIONS), line


def refresh(root: Path) -> None:
    """Bring the catalogues up to date, and translate what has no translation yet, as the page asks for."""
    pofile = pytest.importorskip("babel.messages.pofile")
    carry_out([sys.executable, root / CATALOGUES], root, root)
    for path in (root / "resources" / "languages").rglob("*.po"):
        catalog = pofile.read_po(io.BytesIO(path.read_bytes()), locale=path.parents[1].name)
        for message in catalog:
            if message.id and not message.string:
                message.string = widened(message.id)
        with path.open("wb") as file:
            pofile.write_po(file, catalog)


def carry_out_pipe(commands: list[str], here: Path, root: Path) -> None:
    environ, given = {**os.environ, "PYTHONPATH": str(root), "QT_QPA_PLATFORM": "offscreen"}, b""
    for command in commands:
        program, *words = shlex.split(command)
        assert program == "kpgui", command
        whole = [sys.executable, "-m", "kpgui", *words]
        done = subprocess.run(whole, cwd=here, env=environ, input=given, capture_output=True, timeout=240)
        assert done.returncode == 0, f"{command}\n{done.stderr.decode()[-2000:]}"
        given = done.stdout


def carry_out_make(content: str, here: Path, root: Path) -> None:
    """A Makefile: it makes what it names of the files that are there, and nothing more when they are as they were."""
    (here / "Makefile").write_text(content, encoding="utf-8")
    (here / "bin").mkdir()
    program = here / "bin" / "kpgui"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kpgui "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    path = f"PATH={program.parent}{os.pathsep}{os.environ['PATH']}"
    for picture in here.glob("*.pdf"):
        picture.unlink()
    carry_out(["make", path], here, root)
    made = {picture: picture.stat().st_mtime_ns for picture in here.glob("*.pdf")}
    assert {picture.name for picture in made} >= {"moons.pdf", "moons-sigmas.pdf"}
    carry_out(["make", path], here, root)
    assert all(picture.stat().st_mtime_ns == before for picture, before in made.items())
    os.utime(here / "moons.kpgui")
    carry_out(["make", path], here, root)
    assert all(picture.stat().st_mtime_ns > before for picture, before in made.items() if "moons" in picture.name)


def carry_out(command: list[str | Path], here: Path, root: Path) -> None:
    environ = {**os.environ, "PYTHONPATH": str(root), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(command, cwd=here, env=environ, capture_output=True, encoding="utf-8", timeout=240)
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
