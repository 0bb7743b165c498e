"""The portable folder, unpacked and used by somebody who has no rights, no home and no environment.

`check portable` of packaging/dev.py runs it: $KPGUI_PORTABLE is the zip, $KPGUI_PROGRAM where its program will be.
"""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

import kpgui
from tests.blackbox.desk import PROGRAM, Desk, wait_until

ZIP = os.environ.get("KPGUI_PORTABLE", "")
STRANGER = 600_000 + os.getpid() % 100_000
"""A user that the system does not know, another one in each run: what earlier ones left is not this one's."""

pytestmark = [
    pytest.mark.skipif(not ZIP, reason="`python3 packaging/dev.py check portable` runs it"),
    pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become another user"),
]


def as_stranger(home: Path, *variables: str) -> list[str]:
    identity = [f"--reuid={STRANGER}", f"--regid={STRANGER}", "--clear-groups", "--no-new-privs"]
    return ["setpriv", *identity, "env", "-i", "PATH=/usr/bin:/bin", f"HOME={home}", *variables]


@pytest.fixture
def stick():
    """A folder of the stranger's own, empty again for each test."""
    folder = Path(PROGRAM[0]).parents[1]
    folder.mkdir()
    os.chown(folder, STRANGER, STRANGER)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.parametrize("homeless", [True, False])
def test_it_is_unpacked_drawn_on_trained_and_saved_without_rights_and_leaves_no_trace(
    display, tmp_path, capsys, stick, homeless
):
    folder, home = stick / "kpgui", Path("/nonexistent") if homeless else stick / "home"
    if not homeless:
        home.mkdir()
        os.chown(home, STRANGER, STRANGER)
    begun = time.monotonic()
    subprocess.run([*as_stranger(home), "unzip", "-q", ZIP, "-d", str(stick)], check=True, cwd="/")
    unpacked = time.monotonic()
    desk = Desk(display, tmp_path, under=as_stranger(home, f"DISPLAY={display}"))
    try:
        untouched = desk.title()
        desk.click(-120, -120, 3)
        wait_until(lambda: desk.title() != untouched)
        pointed = time.monotonic()
        for dx, dy, button in ((120, -120, 1), (-120, 120, 1), (120, 120, 3)):
            desk.click(dx, dy, button)
        desk.key("End")
        drawn = desk.title()
        desk.key("ctrl+s")
        wait_until(lambda: desk.title() != drawn)
        desk.xdotool("type", "xor.kpgui")
        desk.key("Return")
        wait_until((folder / "xor.kpgui").exists)
        wait_until(lambda: desk.has_focus() and "xor.kpgui" in desk.title())
        code, printed = desk.close()
    finally:
        desk.process.kill()
        desk.process.wait(10)
    with capsys.disabled():
        print(f"\nfirst point {pointed - begun:.1f} s from the zip, {pointed - unpacked:.1f} s from the start")
    assert (code, printed) == (0, "")
    session = kpgui.load(folder / "xor.kpgui")
    assert session.dataset.labels.tolist() == [-1, 1, 1, -1]
    assert session.reached is not None, "it was trained"
    assert (folder / "kpgui-data" / "settings.ini").exists()
    assert homeless or list(home.rglob("*")) == []
    everywhere = ["find", "/", "(", "-path", "/proc", "-o", "-path", "/sys", "-o", "-path", str(stick), ")", "-prune"]
    left = subprocess.run([*everywhere, "-o", "-uid", str(STRANGER), "-print"], capture_output=True, text=True)
    assert left.stdout.split("\n") == [""]
    assert pointed - begun <= 60
