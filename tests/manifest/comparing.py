"""Manifests as files, one entry a line, and what differs between two of them."""

import difflib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LONGEST = 300
"""Characters of a value that are printed."""


def write(entries: dict[str, Any], path: Path) -> None:
    lines = (f"{json.dumps(name, ensure_ascii=False)}: {_shown(value)}" for name, value in entries.items())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read(path: Path) -> dict[str, Any]:
    """The entries of a file; none if there is no file."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def differences(before: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """What differs, an entry each: gone (-), new (+) or changed (old -> new; of lists and texts the lines)."""
    for name in [*before, *(name for name in now if name not in before)]:
        if name not in now:
            yield f"- {name}: {_short(before[name])}"
        elif name not in before:
            yield f"+ {name}: {_short(now[name])}"
        elif _shown(before[name]) != _shown(now[name]):
            yield f"~ {name}: " + _change(before[name], now[name])


def _change(old: Any, new: Any) -> str:
    if not (isinstance(old, list) and isinstance(new, list)):
        return f"{_short(old)} -> {_short(new)}"
    lines = difflib.unified_diff([*map(_short, old)], [*map(_short, new)], n=0, lineterm="")
    return "\n".join(["", *(f"    {line}" for line in lines if not line.startswith(("---", "+++")))])


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _short(value: Any) -> str:
    text = _shown(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text)} characters)"
