"""`-`: files from standard input and to standard output."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kpgui as api
from kpgui.model.dataset import Dataset
from kpgui.model.session import Session

ROWS = b"x,y,label\n0,0,1\n1,2,-1\n3,1,1\n"


def ran(*words, given=b""):
    done = subprocess.run([sys.executable, "-m", "kpgui", *words], input=given, capture_output=True, timeout=240)
    return done.returncode, done.stdout, done.stderr.decode()


@pytest.mark.slow
def test_what_is_generated_is_trained_on_through_a_pipe():
    code, points, said = ran("generate", "moons", "-o", "-", "--n", "20")
    assert (code, said) == (0, "")
    assert len(points.splitlines()) == 21
    code, report, said = ran("train", "-", given=points)
    assert (code, said) == (0, "")
    assert report.decode().startswith("data             standard input, 20 points")


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["csv", ".kpgui", "npz", "arff"])
def test_each_format_comes_and_goes_through_a_pipe(tmp_path, suffix):
    code, content, _ = ran("convert", "-", "-", "--format", suffix, given=ROWS)
    assert code == 0
    path = tmp_path / f"a.{suffix.removeprefix('.')}"
    path.write_bytes(content)
    assert api.load(path).dataset == Dataset.of([[0, 0], [1, 2], [3, 1]], [1, -1, 1])
    code, again, _ = ran("convert", "-", "-", given=content)
    assert (code, again.decode().splitlines()[0]) == (0, "x,y,label")


@pytest.mark.slow
def test_a_session_in_a_pipe_keeps_its_settings_and_what_others_lose_is_said_on_stderr(tmp_path):
    api.save(Session(Dataset.of([[1, 2]], [1]), "linear()"), tmp_path / "a.kpgui")
    code, content, said = ran("convert", str(tmp_path / "a.kpgui"), "-", "--format", "kpgui")
    assert (code, said) == (0, "")
    assert b'"kernel": "linear()"' in content
    code, content, said = ran("convert", str(tmp_path / "a.kpgui"), "-")
    assert content == b"x,y,label\n1.0,2.0,1\n"
    assert said == "kpgui: Comma-separated values cannot hold the kernel; a .kpgui file can.\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "begin"), [((), b"\x89PNG\r\n"), (("--format", "svg"), b"<?xml"), (("--format", "pdf"), b"%PDF")]
)
def test_a_picture_goes_to_standard_output(words, begin):
    code, content, said = ran("render", "-", "-o", "-", *words, given=ROWS)
    assert (code, said) == (0, "")
    assert content.startswith(begin)
    assert ran("train", "-", given=content)[0] == 0


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("train", "-"), 1, "standard input is empty; it should have one row for each point"),
        (
            ("convert", "-", "a.csv", "--format", "csv"),
            2,
            "--format is for standard output (-); the name 'a.csv' tells",
        ),
        (("convert", "-", "-", "--format", "xyz"), 1, "the suffix '.xyz' belongs to no format"),
        (("render", "-", "-o", "-", "--format", "gif"), 2, "an animation is not written to standard output"),
        (("render", "-", "b.csv", "-o", "-"), 2, "2 files need a folder or a pattern"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(words, code, sentence):
    found, output, said = ran(*words)
    assert (found, output) == (code, b"")
    assert sentence in said
    assert said.count("\n") == 1


def test_what_is_wrong_in_the_stream_is_told_with_its_line():
    code, _, said = ran("train", "-", given=ROWS + b"4,oops,1\n")
    assert code == 1
    assert said == "kpgui: standard input, line 5: y is 'oops', which is not a number.\n"


@pytest.mark.skipif(os.name != "posix", reason="a device of Unix")
def test_a_stream_without_an_end_is_left_at_the_limit():
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run(
            [sys.executable, "-m", "kpgui", "train", "-"], stdin=endless, capture_output=True, text=True
        )
    assert done.returncode == 1
    assert done.stderr == "kpgui: standard input is larger than 200 MB, the most that can be opened; take a part.\n"
