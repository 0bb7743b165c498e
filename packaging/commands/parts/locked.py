"""What uv.lock says, for pip: every package that a group needs, with its version and the hashes of its files."""

from collections.abc import Iterable, Mapping
from typing import Any

PROGRAM = "kpgui"
WITH_PROGRAM = ("run", "dev", "app")
"""Groups with what the program itself needs; "run" is that alone."""

Package = Mapping[str, Any]


def requirements(lock: Mapping[str, Any], group: str) -> list[str]:
    """A line for each package that the group needs on any system and Python, with the marker that says on which."""
    packages = lock["package"]
    (program,) = (each for each in packages if each["name"] == PROGRAM)
    wanted = [*(program["dependencies"] if group in WITH_PROGRAM else ()), *program["dev-dependencies"].get(group, ())]
    # Of each package and extra, the ways to it: the markers that must hold together.
    ways: dict[tuple[str, str, str], set[frozenset[str]]] = {}
    left = [(each, frozenset[str]()) for each in wanted]
    while left:
        edge, way = left.pop()
        way |= {edge["marker"]} if "marker" in edge else frozenset()
        package = found(packages, edge)
        for extra in ("", *edge.get("extra", ())):
            known = ways.setdefault((package["name"], package["version"], extra), set())
            if not any(each <= way for each in known):
                known.add(way)
                needed = package["optional-dependencies"][extra] if extra else package.get("dependencies", ())
                left += [(each, way) for each in needed]
    return [
        f"{name}=={version}{condition(known)} {hashes(found(packages, {'name': name, 'version': version}))}"
        for (name, version, extra), known in sorted(ways.items())
        if not extra
    ]


def found(packages: Iterable[Package], edge: Package) -> Package:
    """The package to which an edge of the lock leads; it names the version where there are several."""
    (package,) = (
        each
        for each in packages
        if each["name"] == edge["name"] and each.get("version") == edge.get("version", each.get("version"))
    )
    return package


def condition(ways: set[frozenset[str]]) -> str:
    """The marker of a package that is needed if all markers of one of these ways hold; "" if it always is."""
    if frozenset() in ways:
        return ""
    return " ; " + " or ".join(sorted(f"({' and '.join(f'({marker})' for marker in sorted(way))})" for way in ways))


def hashes(package: Package) -> str:
    files = [*([package["sdist"]] if "sdist" in package else ()), *package.get("wheels", ())]
    return " ".join(f"--hash={each['hash']}" for each in files)
