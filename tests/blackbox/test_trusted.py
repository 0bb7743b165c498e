"""What the program asks of the system, written down by strace: connections, and whatever changes a folder."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import kpgui
from tests.blackbox.desk import PROGRAM, REMEDY, Desk, saved
from tests.strategies import noisy_moons

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason=f"strace not found: {REMEDY}")

CALLS = (
    "socket,connect,bind,openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink"
)
ON_DISPLAY = re.compile(r'sun_path=@?"/tmp/\.X11-unix/X\d+"')
DEVICES = "/dev/", "/proc/self/"


class Watched:
    """Calls of a process and all that it starts, in a log."""

    def __init__(self, log: Path) -> None:
        self.log = log
        # -D: the watcher is the child, so that a signal to the process reaches the program.
        self.command = ["strace", "-D", "-f", "-q", "-y", "-s", "4096", "-e", f"trace={CALLS}", "-o", str(log)]

    def calls(self) -> list[str]:
        return [line for line in self.log.read_text(errors="replace").splitlines() if re.match(r"\d+\s+\w+\(", line)]

    def connections(self) -> list[str]:
        """Sockets that could leave the machine, and what is connected to besides the display."""
        return [
            call
            for call in self.calls()
            if re.search(r"\bsocket\((?!AF_UNIX)", call)
            or re.search(r"\bbind\(", call)
            or (re.search(r"\bconnect\(", call) and not ON_DISPLAY.search(call))
        ]

    def changed(self) -> Iterator[Path]:
        """The files and folders that were opened for writing, made, renamed or removed."""
        for call in self.calls():
            if "ENOENT" in call or "EEXIST" in call or re.search(r"\b(socket|connect|bind)\(", call):
                continue
            if re.search(r"\bopen(at)?\(", call) and not re.search("O_WRONLY|O_RDWR|O_CREAT", call):
                continue
            around = re.search(r"\w+at2?\([^<]*<([^>]*)>", call)
            for name in re.findall(r'"([^"]*)"', call):
                path = Path(around[1] if around else Path.cwd(), name)
                if not str(path).startswith(DEVICES):
                    yield path


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home of its own, so that the standard folders are in it, and no desktop's bus, which Qt would start."""
    for name in list(os.environ):
        if name.startswith(("XDG_", "DBUS_", "KPGUI_", "SESSION_MANAGER")):
            monkeypatch.delenv(name)
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    return folder


@pytest.mark.slow
def test_the_window_connects_to_the_display_alone_and_writes_where_it_was_told(display, home, tmp_path):
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    path = chosen / "xor.kpgui"
    kpgui.save(kpgui.Session(kernel="poly(degree=2)"), path)
    watched = Watched(tmp_path / "calls")
    desk = Desk(display, home, str(path), under=watched.command)
    try:
        for dx, dy, button in ((-120, -120, 3), (120, -120, 1), (-120, 120, 1), (120, 120, 3)):
            desk.click(dx, dy, button)
        saved(desk, path, lambda session: len(session.dataset) == 4)

        def trained(session: kpgui.Session) -> bool:
            desk.key("End")  # under strace the window is slow, and a key that comes too early does nothing
            return session.reached is not None

        saved(desk, path, trained)
        desk.key("ctrl+shift+c")  # not before there is something to copy
        code, printed = desk.close()
    finally:
        desk.process.kill()
        desk.process.wait(10)
    assert (code, printed) == (0, "")
    assert any(ON_DISPLAY.search(call) for call in watched.calls()), "it was watched"
    assert watched.connections() == []
    written = set(watched.changed())
    assert any(chosen in each.parents for each in written), "it was watched"
    assert [each for each in written if not {home, chosen} & {each, *each.parents}] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "{session}"],
        ["analyse", "{session}"],
        ["render", "{session}", "-o", "{out}.png"],
        ["render", "{session}", "-o", "{out}.gif"],
        ["convert", "{session}", "{out}.csv"],
    ],
    ids=lambda arguments: f"{arguments[0]} {arguments[-1].rpartition('}')[2]}".strip(),
)
def test_a_command_opens_no_socket_and_writes_its_output_alone(arguments, home, tmp_path):
    chosen = tmp_path / "chosen"
    chosen.mkdir()
    session = tmp_path / "moons.kpgui"
    kpgui.save(kpgui.Session(noisy_moons(30), "rbf(sigma=0.5)"), session)
    watched = Watched(tmp_path / "calls")
    told = [each.format(session=session, out=chosen / "out") for each in arguments]
    done = subprocess.run([*watched.command, *PROGRAM, *told], capture_output=True, text=True, timeout=240)
    assert done.returncode in (0, 1), done.stderr
    assert any("moons.kpgui" in call for call in watched.calls()), "it was watched"
    assert watched.connections() == []
    assert [each for each in watched.changed() if not {home, chosen} & {each, *each.parents}] == []
