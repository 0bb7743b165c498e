"""What a command says on stderr while it works: at a terminal, quiet, verbose, and interrupted."""

import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time

import pytest

import kpgui as library
from kpgui.cli import console
from tests.strategies import noisy_moons

ERASE = "\r\x1b[K"


@pytest.fixture
def slow_file(tmp_path):
    """Noisy points that take a kernel perceptron a few seconds."""
    path = tmp_path / "slow.kpgui"
    session = library.Session(noisy_moons(2500, noise=0.6), "poly(degree=3)", "kernel_perceptron(epochs=100000)")
    library.save(session, path)
    return path


class Terminal:
    """The program with a terminal as stderr, of so many columns."""

    def __init__(self, *words, columns=80):
        self._reading, writing = pty.openpty()
        environment = {**os.environ, "COLUMNS": str(columns)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kpgui", *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=writing,
            env=environment,
            start_new_session=True,
        )
        os.close(writing)
        self.seen = ""
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self):
        while True:
            try:
                read = os.read(self._reading, 4096)
            except OSError:  # the other end is closed
                read = b""
            if not read:
                return
            self.seen += read.decode()

    def wait_for(self, text):
        end = time.monotonic() + 60
        while text not in self.seen:
            assert time.monotonic() < end, self.seen
            time.sleep(0.02)  # another process does the work

    def ended(self):
        """The exit code and what stderr showed."""
        self.process.communicate(timeout=240)
        self._thread.join()
        os.close(self._reading)
        return self.process.returncode, self.seen


def last_line(seen):
    """What the terminal shows in the line of progress at the end."""
    return seen.rpartition(ERASE)[2]


@pytest.mark.slow
def test_progress_is_shown_at_a_terminal_and_gone_at_the_end(slow_file):
    terminal = Terminal("train", slow_file, "--learner", "kernel_perceptron(epochs=400)", columns=40)
    code, seen = terminal.ended()
    assert code == 0
    shown = [line for line in seen.split(ERASE) if line]
    assert shown, "it took too short a time"
    assert all("slow.kpgui: " in line and line.endswith(" left") and len(line) < 40 for line in shown)
    assert last_line(seen) == ""


@pytest.mark.slow
def test_progress_is_shown_while_an_animation_makes_the_run_anew(slow_file, tmp_path):
    small = ["--frames", "2", "--size", "200x200", "-o", tmp_path / "a.gif"]
    words = ["render", slow_file, "--learner", "kernel_perceptron(epochs=400)", *small]
    code, seen = Terminal(*words, columns=200).ended()
    assert code == 0
    assert re.search(r"training \S*slow\.kpgui: \d+ %, .+ left", seen)


def test_progress_says_how_much_is_done_and_what_is_left():
    assert console.line_of("training a.csv", 0.5, 10) == "training a.csv: 50 %, 10 s left"
    assert console.line_of("training a.csv", 0, 10) == "training a.csv: 10 s"


@pytest.mark.slow
def test_control_c_takes_the_progress_away(slow_file):
    terminal = Terminal("train", slow_file)
    terminal.wait_for(" left")
    os.kill(terminal.process.pid, signal.SIGINT)
    code, seen = terminal.ended()
    assert code == 130
    assert last_line(seen).replace("\r\n", "\n") == "kpgui: stopped.\n"


@pytest.mark.slow
def test_without_a_terminal_there_is_no_progress(slow_file):
    command = [sys.executable, "-m", "kpgui", "train", str(slow_file), "--learner", "kernel_perceptron(epochs=400)"]
    assert subprocess.run(command, capture_output=True, text=True).stderr == ""


@pytest.fixture
def remarkable(tmp_path):
    """A file about which there is something to remark: a row that cannot be read."""
    path = tmp_path / "rows.csv"
    path.write_text("x,y,label\n0,0,1\n1,1,-1\nnothing,1,1\n")
    return path


def test_quiet_says_nothing_but_what_went_wrong(kpgui, remarkable, tmp_path):
    assert "nothing" in kpgui("train", remarkable, "--skip-bad-rows").err
    result = kpgui("train", remarkable, "--skip-bad-rows", "--quiet")
    assert (result.code, result.err) == (0, "")
    assert "mistakes" in result.out
    assert kpgui("train", tmp_path / "none.csv", "-q").err.count("\n") == 1


@pytest.mark.slow
def test_quiet_takes_the_progress_away_too(slow_file):
    words = ["train", slow_file, "--learner", "kernel_perceptron(epochs=400)", "-q"]
    assert Terminal(*words).ended() == (0, "")


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["train", "{file}"], ["reading", "training", "steps"]),
        (["analyse", "{file}"], ["reading", "analysing"]),
        (["render", "{file}", "-o", "{folder}/a.png"], ["reading", "training", "drawing"]),
        (["render", "{file}", "-o", "{folder}/a.gif", "--frames", "2", "--size", "200x200"], ["training", "drawing"]),
        (["render", "{file}", "-o", "{folder}/b.svg", "--vary", "kernel.sigma=1,2"], ["training 2 times", "drawing"]),
        (["convert", "{file}", "{folder}/a.npz"], ["reading", "writing"]),
        (["generate", "moons", "-o", "{folder}/m.csv"], ["making moons", "writing"]),
        (["list", "kernels"], []),
    ],
    ids=lambda value: value[0] if value else "nothing",
)
def test_verbose_says_what_is_done_and_how_long_it_takes(kpgui, xor_file, tmp_path, words, parts):
    told = [word.format(file=xor_file, folder=tmp_path) for word in words]
    quiet, verbose = kpgui(*told, "--quiet"), kpgui(*told, "--verbose")
    assert quiet.code == verbose.code == 0
    assert all(part in verbose.err for part in parts)
    if words[0] != "list":
        assert re.search(r" took [\d.]+ s\n", verbose.err)
    assert quiet.err == ""


def test_quiet_and_verbose_exclude_each_other(kpgui, xor_file):
    result = kpgui("train", xor_file, "-q", "-v")
    assert result.code == 2
    assert "not allowed with argument" in result.err
