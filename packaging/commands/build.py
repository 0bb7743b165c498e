"""Make packages in dist: a wheel, the program in a folder with all it needs (app), that as a zip, manual, Debian's."""

from collections.abc import Sequence
from pathlib import Path

from commands.parts.bill import add_bill
from commands.parts.debian import build_debian
from commands.parts.licences import add_licences
from commands.parts.messages import say
from commands.parts.packages import DIST, carried_out, clean_environment, tool, version
from commands.parts.portable import build_portable
from commands.parts.virtual_environment import ROOT, set_up, venv_program, write_requirements

USAGE = "wheel|app|portable|manual|deb ..."


def main(arguments: Sequence[str]) -> int:
    makers = {"wheel": wheel, "app": app, "portable": portable, "manual": manual, "deb": deb}
    if not arguments or set(arguments) - set(makers):
        say(f"what is {' '.join(arguments)!r}? There is: {', '.join(makers)}.")
        return 2
    return int(not all(makers[name]() for name in arguments))


def wheel() -> bool:
    """Both are the same to the byte whenever they are made: the files have a fixed date, their makers are locked."""
    return carried_out([tool("python"), "-P", "-m", "build", "--no-isolation", "--outdir", str(DIST), str(ROOT)])


def wheel_file() -> Path:
    return DIST / f"kpgui-{version()}-py3-none-any.whl"


def app() -> bool:
    """The folder dist/kpgui, by PyInstaller from the wheel in an environment of its own."""
    if not wheel():
        return False
    locked = write_requirements("app", DIST)
    environment = clean_environment("app", ["--require-hashes", "-r", locked], ["--no-deps", str(wheel_file())])
    if environment is None:
        return False
    python = venv_program(set_up("dev"), "python")
    if not carried_out([python, str(ROOT / "packaging/commands/parts/icons.py"), str(DIST / "icons"), "--programs"]):
        return False
    options = ["--noconfirm", "--log-level", "WARN", "--distpath", str(DIST), "--workpath", str(environment / "work")]
    recipe = str(ROOT / "packaging" / "app" / "kpgui.spec")
    if not carried_out([venv_program(environment, "pyinstaller"), *options, recipe]):
        return False
    add_licences(environment, DIST / "kpgui")
    add_bill(environment, DIST / "kpgui")
    size = sum(path.lstat().st_size for path in (DIST / "kpgui").rglob("*") if not path.is_dir())
    say(f"dist/kpgui has {size / 2**20:.0f} MB")
    return True


def portable() -> bool:
    """The app in a zip, to be unpacked anywhere."""
    return app() and build_portable()


def manual() -> bool:
    """The manual page and the completions for bash, zsh and fish, in dist/manual."""
    python = venv_program(set_up("dev"), "python")
    return carried_out([python, str(ROOT / "packaging/commands/parts/manual.py"), str(DIST / "manual")])


def deb() -> bool:
    return app() and manual() and build_debian()
