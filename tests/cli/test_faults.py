"""Faults around every command: files, folders, disks and pipes; exit code, sentence, and what is left on disk."""

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import one_sentence

LONG = "n" * 300
FULL = Path("/dev/full")

READ = {
    "train": ("train", "{}"),
    "analyse": ("analyse", "{}"),
    "render": ("render", "{}", "-o", "old.png"),
    "convert": ("convert", "{}", "old.csv"),
}
"""The commands that read a file, over an old output."""

WRITE = {
    "render": ("render", "xor.csv", "-o", "{}.png"),
    "convert": ("convert", "xor.csv", "{}.csv"),
    "generate": ("generate", "moons", "-o", "{}.csv"),
}
"""The commands that write a file."""


def with_file(words, name):
    return [word.format(name) for word in words]


def check(place, words, said):
    code, line = place.refused(*words)
    assert code == 1, line
    assert said in line


@pytest.mark.parametrize("command", READ)
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none.csv", "none.csv cannot be opened: there is no such file."),
        ("none.kpgui", "none.kpgui cannot be opened: there is no such file."),
        ("gone/none.csv", "none.csv cannot be opened: there is no such file."),
        ("xor.csv/none.csv", "none.csv cannot be opened: not a directory."),
        (".", ". cannot be opened: it is a folder, choose a file in it."),
        ("folder", "folder cannot be opened: it is a folder, choose a file in it."),
        ("folder.csv", "folder.csv cannot be opened: it is a folder, choose a file in it."),
        ("round.csv", "round.csv cannot be opened: too many levels of symbolic links."),
        (LONG, "nnn cannot be opened: its name is too long, choose a shorter one."),
        (f"{LONG}/a.csv", "nnn/a.csv cannot be opened: its name is too long, choose a shorter one."),
        ("n/" * 3000, " cannot be opened: its name is too long, choose a shorter one."),
        ("no\nne.csv", "no ne.csv cannot be opened: there is no such file."),
        ("no\udcffne.csv", "no ne.csv cannot be opened: there is no such file."),
        ("no\x1b[31m\u202ene.csv", "ne.csv cannot be opened: there is no such file."),
        ("\0.csv", " .csv cannot be opened: embedded null byte."),
    ],
)
def test_a_file_that_cannot_be_opened(place, command, name, said):
    (place.folder / "round.csv").symlink_to("round.csv")
    check(place, with_file(READ[command], name), said)


WORDS = " ".join(["word"] * 20_000)


@pytest.mark.parametrize("command", READ)
@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", b"", "a.csv is empty; it should have one row for each point, such as 0.5,-1.2,1."),
        ("a.csv", b"\n\n\n", "a.csv is empty"),
        ("a.csv", b"x,y,label\n", "a.csv has a header but no rows"),
        ("a.csv", b"\x89PNG\r\n\0\0" + bytes(range(256)), "a.csv is a binary file, not a text file that holds points."),
        ("a.csv", bytes(range(1, 256)) * 40, "a.csv"),
        ("a.csv", b"\xff\xfe\0", "a.csv begins like UTF-16 text but is not; save the file as UTF-8."),
        ("a.csv", b"1,2,\x81\n", "a.csv, line 1: this is not UTF-8 text; save the file as UTF-8."),
        ("a.csv", b"1,2,1\n3,4\n", "a.csv, line 2"),
        ("a.csv", b"x,y,label\n1,2,1\n3,,-1\n", "a.csv, line 3: y is missing"),
        ("a.csv", b"x,y,label\n1,2,1\n3,high,-1\n", "a.csv, line 3: y is 'high', which is not a number"),
        ("a.csv", b"x,y,label\n1,2,1\n3," + b"9" * 10**5 + b",-1\n", "a.csv, line 3: y is '999"),
        ("a.csv", b"x,y,label\n1,2,1\n3," + b"n" * 10**5 + b",-1\n", "a.csv, line 3: y is 'nnn"),
        ("a.csv", b"x," + b"n" * 10**5 + b",label\n1,2,1\n3,,-1\n", "a.csv, line 3: nnn"),
        ("a.csv", b"1,2,a\n1,2,b\n1,2,c\n", "a.csv has 3 classes (a, b, c)"),
        ("a.csv", b"".join(b"1,2,%s%d\n" % (b"n" * 1000, k) for k in range(50)), "a.csv"),
        ("a.csv", b"1\n2\n", "a.csv has only one column"),
        ("a.csv", b"Dear Sir,\nthis is a letter.\n", "a.csv"),
        ("a.csv", WORDS.encode(), "a.csv"),
        ("a.csv", b'"1,2,1\n3,4,-1\n', "a.csv, line 1"),
        ("a", b"<html><body>no</body></html>\n", "a"),
        ("a.kpgui", b"", "a.kpgui is empty"),
        ("a.kpgui", b'{"format": "kpgui", "version": 1, "ker', "a.kpgui ends in the middle"),
        ("a.kpgui", b'{"format": "kpgui", "version": 99}', "a.kpgui was saved by a newer kpgui"),
        ("a.kpgui", b"[1, 2, 3]", "a.kpgui is JSON but not a kpgui session"),
        ("a.kpgui", b"\0" * 1000, "a.kpgui"),
        ("a.kpgui", b'{"format": "kpgui", "version": 1, "' + b"n" * 10**6 + b'": 3}', "a.kpgui"),
        ("a.npz", b"PK\x03\x04\0\0", "a.npz is not a whole archive of arrays"),
        ("a.npz", b"not an archive", "a.npz"),
        ("a.arff", b"@relation r\n@attribute x numeric\n", "a.arff has no @data; it ends before the points begin."),
        ("a.arff", b"@relation r\n@attribute x\n@data\n", "a.arff, line 2: the type '' is not numeric, nominal"),
        ("a.svm", b"+1 1:one\n", "a.svm, line 1"),
        ("a.svm", b"+1 1:2\n-1 " + b"n" * 10**6 + b"\n", "a.svm, line 2"),
        ("a.ml", b"nonsense\n", "a.ml"),
        ("a.tab", b"x\ty\n", "a.tab"),
        ("a.tsv", b"1\t2\t1\n3\n", "a.tsv, line 2"),
        ("a.dat", b"1 2 1\n3 four 1\n", "a.dat, line 2"),
    ],
    ids=lambda value: value if isinstance(value, str) else repr(value[:30]),
)
def test_a_file_of_the_wrong_content(place, command, name, content, said):
    (place.folder / name).write_bytes(content)
    check(place, with_file(READ[command], name), said)


@pytest.mark.parametrize("command", READ)
def test_a_file_that_is_too_large(place, command):
    with (place.folder / "huge.csv").open("wb") as file:
        file.truncate(200_000_001)
    check(place, with_file(READ[command], "huge.csv"), "huge.csv is larger than 200 MB, the most that can be opened")


@pytest.mark.parametrize("command", READ)
@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(place, command):
    (place.folder / "secret.csv").write_text("1,2,1\n")
    (place.folder / "secret.csv").chmod(0)
    words = with_file(READ[command], "secret.csv")
    code, line = place.kpgui(*words).code, one_sentence(place.kpgui(*words).err)
    assert (code, line) == (1, "kpgui: secret.csv cannot be opened: you have no permission to read it.")


@pytest.mark.parametrize("command", WRITE)
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gone/new", "the folder gone does not exist."),
        ("xor.csv/new", "the folder xor.csv does not exist."),
        ("folder", "it is a folder, add a file name."),
        (LONG, " its name is too long, choose a shorter one."),
        (f"{LONG}/new", " its name is too long, choose a shorter one."),
        ("n/" * 3000 + "new", " its name is too long, choose a shorter one."),
    ],
)
def test_an_output_that_cannot_be_written(place, command, name, said):
    check(place, with_file(WRITE[command], name), said)


@pytest.mark.parametrize("command", WRITE)
@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_an_output_in_a_folder_where_nothing_may_be_written(place, command):
    (place.folder / "folder").chmod(0o500)
    check(
        place, with_file(WRITE[command], "folder/new"), "you have no permission to write there, choose another place."
    )


@pytest.mark.parametrize("command", ["convert", "generate"])
@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
def test_a_full_disk(place, command):
    (place.folder / "full.csv").symlink_to(FULL)
    check(place, with_file(WRITE[command], "full"), "full.csv cannot be saved: the disk is full, make room or choose")


@pytest.mark.parametrize("command", ["convert", "generate"])
@pytest.mark.parametrize("name", ["new", "old"])
def test_a_disk_that_is_full_before_the_end(place, command, name, monkeypatch):
    def fail(handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fail)
    check(place, with_file(WRITE[command], name), f"{name}.csv cannot be saved: the disk is full, make room or choose")


@pytest.mark.parametrize("command", ["convert", "generate"])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("new", "new cannot be saved: it has no suffix; known are .kpgui, .json,"),
        ("new.xyz", "new.xyz cannot be saved: the suffix '.xyz' belongs to no format; known are .kpgui, .json,"),
        (f"new.{LONG}", "nnn…' belongs to no format; known are .kpgui, .json,"),
        ("folder", "folder cannot be saved: "),
        (
            "new.png",
            "new.png cannot be saved: it would be a PNG picture, which Save picture and kpgui render draw; known",
        ),
        ("new.c\nsv", "new.c sv cannot be saved: the suffix '.c sv' belongs to no format; known are"),
        (LONG, "nnn cannot be saved: it has no suffix; known are"),
    ],
)
def test_an_output_of_no_format(place, command, name, said):
    words = {"convert": ["convert", "xor.csv", name], "generate": ["generate", "moons", "-o", name]}
    check(place, words[command], said)


@pytest.mark.parametrize("name", ["new", "new.bmp", "new.xcf", "old.arff", "new.p\nng"])
def test_a_picture_of_no_format(place, name):
    check(place, ["render", "xor.csv", "-o", name], ": the name of a picture must end in .png or .svg or ")


def test_points_that_are_not_in_the_plane_cannot_be_drawn(place):
    (place.folder / "space.csv").write_text("1,2,3,1\n4,5,6,-1\n")
    said = "Only points with 2 coordinates can be drawn; these have 3."
    check(place, ["render", "space.csv", "-o", "old.png"], said)


SPEAKING = {
    "train": ("train", "xor.csv"),
    "train --json": ("train", "xor.csv", "--json"),
    "analyse": ("analyse", "xor.csv"),
    "render": ("render", "xor.csv", "-o", "new.png", "--size", "40x40"),
    "convert": ("convert", "xor.csv", "new.csv"),
    "generate": ("generate", "moons", "-o", "new.csv"),
    "list": ("list", "formats"),
    "--version": ("--version",),
    "--help": ("--help",),
    "train --help": ("train", "--help"),
}
"""Every command that prints."""


@pytest.mark.parametrize("command", SPEAKING)
@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
def test_an_output_stream_that_is_full(place, command, monkeypatch):
    with FULL.open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        result = place.kpgui(*SPEAKING[command])
    assert result.code == 1
    said = "kpgui: the output cannot be written: No space left on device."
    assert one_sentence(result.err) == said


@pytest.mark.parametrize("command", SPEAKING)
def test_an_output_stream_that_is_closed(place, command, monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    result = place.kpgui(*SPEAKING[command])
    assert result.code == 1
    assert one_sentence(result.err) == "kpgui: the output cannot be written: the standard output is closed."


@pytest.mark.parametrize("command", SPEAKING)
@pytest.mark.skipif(os.name != "posix", reason="pipes of Unix")
def test_a_reader_that_has_gone_is_no_error(place, command, monkeypatch):
    there, here = os.pipe()
    os.close(there)
    with io.TextIOWrapper(io.FileIO(here, "w"), encoding="utf-8") as broken:
        monkeypatch.setattr(sys, "stdout", broken)
        result = place.kpgui(*SPEAKING[command])
    assert (result.code, result.err) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("list kernels >&-", 1, "kpgui: the output cannot be written: the standard output is closed.\n"),
        ("--help >&-", 1, "kpgui: the output cannot be written: the standard output is closed.\n"),
        ("train --help | true; exit ${PIPESTATUS[0]}", 0, ""),
        ("train none.csv >&-", 1, "kpgui: none.csv cannot be opened: there is no such file.\n"),
        ("train xor.csv --seed one", 2, None),
        ("train $'no\\xffne.csv'", 1, "kpgui: no ne.csv cannot be opened: there is no such file.\n"),
        ("train xor.csv --kernel $'\\xff'", 1, None),
    ],
)
def test_in_a_shell(place, line, code, said):
    result = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m kpgui {line}"],
        env=os.environ | {"PYTHONPATH": os.fspath(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert (result.returncode, result.stdout) == (code, "")
    if said is None:
        one_sentence(result.stderr)
    else:
        assert result.stderr == said
