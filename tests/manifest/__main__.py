"""Write a manifest of what the program does, or check it against one that was written before.

A folder has a file for each kind, one entry a line. `check` collects anew into <folder>.now, so that both can be
looked at, prints what differs, and exits with 1 if anything does.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.manifest.comparing import differences, read, write
from tests.manifest.kinds import KINDS, Kind, chosen

ROOT = Path(__file__).resolve().parents[2]
USUAL = ROOT / "build" / "manifest"


def main(words: list[str]) -> int:
    kinds = "\n".join(f"  ({each.letter}) {each.key}: {each.what}" for each in KINDS)
    parser = argparse.ArgumentParser(
        prog="dev.py manifest", description=__doc__, epilog=kinds, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("command", choices=("write", "check"))
    parser.add_argument("folder", nargs="?", type=Path, default=USUAL)
    parser.add_argument("--only", default="", metavar="KIND,…", help="keys or letters of kinds")
    parser.add_argument("--keep-pictures", action="store_true", help="also keep the screenshots, in the folder")
    options = parser.parse_args(words)
    try:
        kinds = chosen(options.only)
    except ValueError as error:
        parser.error(str(error))
    folder = options.folder.absolute()
    target = folder if options.command == "write" else folder.with_name(f"{folder.name}.now")
    parts = [(kind, part) for kind in kinds for part in kind.parts]
    return max([_carry_out(kind, part, folder, target, options) for kind, part in parts])


def _carry_out(kind: Kind, part: str, folder: Path, target: Path, options: argparse.Namespace) -> int:
    name = ".".join(filter(None, (kind.key, part)))
    began = time.monotonic()
    used = collected(kind, part, target / f"{name}.json", target / "pictures" if options.keep_pictures else None)
    now, before = read(target / f"{name}.json"), read(folder / f"{name}.json")
    told = list(differences(before, now))
    seconds = f"{time.monotonic() - began:.0f} s, {used:.0f} s of processor time"
    print(f"({kind.letter}) {name}: {len(now)} entries, {len(told)} differ ({seconds})", *told, sep="\n", flush=True)
    return int(bool(told))


def collected(kind: Kind, part: str, path: Path, pictures: Path | None) -> float:
    """Collect in a process of its own, with settings of nobody. Returns the processor time in seconds."""
    before = os.times()
    with tempfile.TemporaryDirectory() as home:
        environment = {
            **os.environ,
            "HOME": home,
            "KPGUI_SETTINGS": f"{home}/settings.ini",
            "KPGUI_STATE": f"{home}/state",
            "KPGUI_AUTOSAVE": "86400",
            "LC_ALL": "C.UTF-8",
            "LANGUAGE": "en",
            "OPENBLAS_NUM_THREADS": "1",
            "QT_QPA_PLATFORM": f"offscreen:configfile={ROOT / 'tests' / 'screen.json'}",
            # Offscreen there is no window manager, and Qt says so at every window.
            "QT_LOGGING_RULES": "default.warning=false",
            "PYQTGRAPH_QT_LIB": "PySide6",
            "PYTHONFAULTHANDLER": "1",
            "TZ": "UTC",
            "PYTHONPATH": str(ROOT),
            **{f"XDG_{each}_HOME": f"{home}/{each.lower()}" for each in ("CONFIG", "DATA", "STATE", "CACHE")},
        }
        inside = [kind.key, part, str(path), str(pictures or "")]
        subprocess.run(
            [sys.executable, "-P", "-m", "tests.manifest", "--inside", *inside], check=True, env=environment, cwd=home
        )
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def inside(key: str, part: str, path: str, pictures: str) -> None:
    kind = next(each for each in KINDS if each.key == key)
    write(kind.collect(part, pictures), Path(path))
    sys.stdout.flush()
    os._exit(0)  # without the interpreter's end, which destroys widgets in no order


if __name__ == "__main__":
    try:
        sys.exit(inside(*sys.argv[2:]) if sys.argv[1:2] == ["--inside"] else main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
