"""What is prepared and has not run yet: the Flatpak's manifest and the workflow name what there is."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import parse_wheel_filename

import kpgui
from commands import COMMANDS, build, check
from commands.parts.locked import requirements

ROOT = Path(__file__).resolve().parents[2]
LOCK = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
FLATPAK = ROOT / "packaging" / "flatpak" / "io.github.kpgui.kpgui.json"
MANIFEST = json.loads(FLATPAK.read_text(encoding="utf-8"))
OF_BASE = {"pyside6-essentials", "shiboken6"}
"""What the base app brings."""

PYTHON = "3.13"
"""Of the runtime."""


def test_the_manifest_is_that_of_an_app_on_a_base_with_a_tested_qt():
    for key in ("id", "runtime", "runtime-version", "sdk", "base", "base-version", "command", "finish-args", "modules"):
        assert MANIFEST[key], key
    assert MANIFEST["id"] == FLATPAK.stem
    assert MANIFEST["runtime-version"] == MANIFEST["base-version"]
    tested = {package["version"].rpartition(".")[0] for package in LOCK["package"] if package["name"] in OF_BASE}
    assert MANIFEST["base-version"] in tested
    assert not [each for each in MANIFEST["finish-args"] if "network" in each]
    for module in MANIFEST["modules"]:
        assert module["name"] and module["buildsystem"] == "simple" and module["build-commands"] and module["sources"]


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_its_libraries_are_the_locked_ones_with_their_hashes(machine):
    environment = {"python_version": PYTHON, "python_full_version": f"{PYTHON}.0", "sys_platform": "linux"}
    wanted = {}
    for line in requirements(LOCK, "run"):
        each = Requirement(line.split(" --hash=")[0])
        if each.name not in OF_BASE and (each.marker is None or each.marker.evaluate(environment)):
            wanted[each.name] = set(re.findall(r"--hash=sha256:(\w+)", line))
    remote = [source for source in MANIFEST["modules"][0]["sources"] if machine in source.get("only-arches", [machine])]
    urls = {wheel["url"]: wheel["hash"] for package in LOCK["package"] for wheel in package.get("wheels", ())}
    for source in remote:
        name, _, _, tags = parse_wheel_filename(source["url"].rpartition("/")[2])
        assert source["sha256"] in wanted.pop(name), source["url"]
        assert urls[source["url"]] == f"sha256:{source['sha256']}"
        assert any(
            tag.interpreter in ("py3", f"cp{PYTHON.replace('.', '')}") and tag.platform.endswith(("any", machine))
            for tag in tags
        )
    assert wanted == {}


def test_its_own_files_are_there_and_its_wheel_is_of_this_version():
    wheel, *files = [source["path"] for source in MANIFEST["modules"][1]["sources"]]
    assert wheel == f"../../dist/kpgui-{kpgui.__version__}-py3-none-any.whl"
    assert all((FLATPAK.parent / path).is_file() for path in files)


def test_the_workflow_calls_commands_that_there_are_on_three_systems():
    text = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    called = re.findall(r"packaging/dev\.py (\w+)(.*)$", text, re.MULTILINE)
    assert {"run", "test", "build"} <= {command for command, _ in called} <= set(COMMANDS)
    for command, arguments in called:
        usage = {"build": build.USAGE, "check": check.USAGE}.get(command, "")
        assert not usage or set(arguments.split()) <= set(re.findall(r"\w+", usage))
    assert all(re.search(rf"\bos: {system}-[\d.]+\b", text) for system in ("ubuntu", "windows", "macos"))
    assert all(re.fullmatch(r"actions/[\w-]+@v\d+", used) for used in re.findall(r"uses: (\S+)", text))
