"""The software bill of materials of the app, as CycloneDX reads it (https://cyclonedx.org/docs/1.6/json/)."""

import json
import platform
import re
import shutil
from importlib.metadata import Distribution
from pathlib import Path
from urllib.parse import quote

from commands.parts.brought import SystemPackage, normalised, system_packages, wheels

FILE = "kpgui.cdx.json"


def add_bill(environment: Path, app: Path) -> None:
    """Makes the folder `sbom` in the app: what is in it, with versions, and what wheels say of their own contents."""
    folder = app / "sbom"
    folder.mkdir()
    packages = wheels(environment)
    text = json.dumps(bill(packages, system_packages(app), system_name()), indent=1, ensure_ascii=False)
    (folder / FILE).write_text(text + "\n", encoding="utf-8")
    for package in packages:
        for path in package.files or ():
            if path.parent.name == "sboms":  # https://peps.python.org/pep-0770
                place = folder / normalised(package.metadata["Name"])
                place.mkdir(exist_ok=True)
                shutil.copyfile(Path(str(path.locate())), place / path.name)


def bill(packages: list[Distribution], libraries: list[SystemPackage], system: str) -> dict[str, object]:
    """The bill. It has no date and no serial number, so that the same app has the same one.

    packages: with kpgui among them. system: the name of the system from which the libraries are, as in "debian".
    """
    described = {normalised(each.metadata["Name"]): wheel_component(each) for each in packages}
    program = described.pop("kpgui") | {"type": "application"}
    components = [
        python_component(),
        *described.values(),
        *(system_component(each, system) for each in libraries),
    ]
    needed = {"ref": program["bom-ref"], "dependsOn": [each["bom-ref"] for each in components]}
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": program},
        "components": components,
        "dependencies": [needed],
    }


def component(name: str, version: str, address: str, licence: str = "") -> dict[str, object]:
    """A component. address: its package URL; licence: an expression of SPDX's, or the licence's name."""
    what: dict[str, object] = {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "purl": address,
    }
    if re.fullmatch(r"[\w.+-]+( (AND|OR|WITH) [\w.+-]+)*", licence) and licence != "UNKNOWN":
        what["licenses"] = [{"expression": licence}]
    elif licence:
        what["licenses"] = [{"license": {"name": licence}}]
    return what


def wheel_component(package: Distribution) -> dict[str, object]:
    about = package.metadata
    name, version = about["Name"], about["Version"]
    said = [*about.get_all("License-Expression", []), *about.get_all("License", [])]
    classes = [each for each in about.get_all("Classifier", []) if each.startswith("License :: ")]
    licence = next(iter([*said, *(each.rpartition(" :: ")[2] for each in classes)]), "")
    address = f"pkg:pypi/{normalised(name).replace('_', '-')}@{quote(version)}"
    return component(name, version, address, licence.strip().partition("\n")[0])


def python_component() -> dict[str, object]:
    version = platform.python_version()
    return component("Python", version, f"pkg:generic/python@{quote(version)}", "PSF-2.0")


def system_component(package: SystemPackage, system: str) -> dict[str, object]:
    address = f"pkg:deb/{system}/{quote(package.name)}@{quote(package.version)}?arch={package.architecture}"
    return component(package.name, package.version, address)


def system_name() -> str:
    """As in /etc/os-release: "debian", "ubuntu"."""
    try:
        return platform.freedesktop_os_release()["ID"]
    except OSError:
        return platform.system().lower()
