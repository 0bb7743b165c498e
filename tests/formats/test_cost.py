"""What is large or hostile costs no more than it is worth: the program's bounds are 5 s and 500 MB for any file.

Each is read in a process of its own, whose time and memory the system bounds. The 5 s are those of the machine on
which the limits of formats were measured: another may be three times as slow.
"""

import importlib
import pkgutil
import re
import subprocess
import sys

import pytest

import kpgui

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX limits")

SECONDS, MEGABYTES = 15, 500

CHILD = f"""
import resource, sys
from kpgui.formats import preview, read
from kpgui.model.errors import KpguiError
resource.setrlimit(resource.RLIMIT_AS, (4_000_000_000, 4_000_000_000))
for path in sys.argv[1:]:
    for look in (preview, read):
        spent = int(resource.getrusage(resource.RUSAGE_SELF).ru_utime)
        resource.setrlimit(resource.RLIMIT_CPU, (spent + {SECONDS} + 1, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        try:
            look(path)
        except KpguiError as error:
            print(str(error).replace(path, "FILE"))
        else:
            print("read")
if sys.platform == "linux":  # what the system counts of a process begins with its parent's
    with open("/proc/self/status") as status:
        peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1000 if sys.platform == "darwin" else 1)
print(peak // 1000)
"""

HEAD = b"@relation r\n@attribute x numeric\n@attribute y real\n@attribute class {a,b}\n@data\n"
SESSION = (
    b'{"format": "kpgui", "version": 1, "kernel": "rbf()", "learner": "perceptron()", "order": "dataset", "seed": 0, '
    b'"view": {"xmin": 0, "xmax": 1, "ymin": 0, "ymax": 1}, "columns": ["x", "y", "label"], "points": ['
)
EMOJI = "\N{GRINNING FACE}".encode()
WITH_EMOJI = SESSION.replace(b"rbf()", EMOJI)
LONG_ROW = b"[1." + b"2" * 92 + b", -2." + b"3" * 90 + b", 1],\r\n"


def answers(*paths):
    """What `preview` and `read` say to each of the files, within the bounds."""
    done = subprocess.run([sys.executable, "-c", CHILD, *map(str, paths)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, (done.stdout[-300:], done.stderr[-300:])
    *said, peak = done.stdout.splitlines()
    assert len(said) == 2 * len(paths)
    assert int(peak) < MEGABYTES
    return said


def written(path, *parts):
    """A file of these parts: bytes, and how often they are repeated."""
    with path.open("wb") as file:
        for part, times in parts:
            some = max(1, min(times, 1_000_000 // len(part)))
            for _ in range(times // some):
                file.write(part * some)
            file.write(part * (times % some))
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "parts", "said"),
    [
        ("a.csv", [(b"x,y,label\r", 1), (b"1.5,2,0\r3,4.5,1\r", 990_000)], "read"),
        ("a.csv", [(b"x,y,label\n1,2,1\n", 1), (b"\n", 20_000_000)], "more than 5 000 000 lines"),
        ("a.csv", [(b"x,y,label\r1,2,1\r", 1), (b"\r", 20_000_000)], "more than 5 000 000 lines"),
        ("a.csv", [(b"x,y,label\n1,2,1\n", 1), (b"#\n", 20_000_000)], "more than 5 000 000 lines"),
        ("a.dat", [(b"x y label\n1 2 1\n", 1), (b"\n", 20_000_000)], "more than 5 000 000 lines"),
        ("a.svm", [(b"1 1:2\n", 1), (b"\n", 20_000_000)], "more than 5 000 000 lines"),
        ("a.csv", [(b"1,2 ", 20_000_000)], "line 1: .* 1 000 000 characters"),
        ("a.csv", [(b'x,y,label\n"', 1), (b"1", 60_000_000)], "line 2: .* 1 000 000 characters"),
        ("a.csv", [(b'x,y,label\n"a', 1), (b'""', 60_000_000)], "line 2: .* 1 000 000 characters"),
        ("a.csv", [(b'x,y,label,z\n1,2,3,"', 1), (b'"a\n","', 12_000_000)], "."),
        ("a.dat", [(b"x y label\n", 1), (b"1 ", 30_000_000)], "line 2: .* 1 000 000 characters"),
        ("a.svm", [(b"+1", 1), (b" 1:1", 15_000_000)], "line 1: .* 1 000 000 characters"),
        ("a.svm", [(b"1 1:2\n", 1), (b"z z\n", 1_990_000)], "line 2: 'z' is not index:value|read"),
        ("a.arff", [(HEAD, 1), (b"1,", 5_000_000)], "line 6: .* 1 000 000 characters"),
        (
            "a.arff",
            [(b"@relation r\n", 1), (b"@attribute x real\n", 19_999), (b"@data\n", 1), (b"{}\n", 90_000)],
            "more than 2 000 000 rows or 4 000 000 numbers",
        ),
        ("a.arff", [(HEAD, 1), (b'1.5,2,"a"\n', 1_990_000)], "or 10 MB of them, with|read"),
        ("a.arff", [(HEAD.replace(b"a,", b"'a b',"), 1), (b"'1.5','2','a b'\n", 1_990_000)], "or 10 MB of them, with"),
        ("a.arff", [(HEAD, 1), (b"1.5,\"2\",'a'\n", 1_990_000)], "or 10 MB of them, with|read"),
        ("a.arff", [(HEAD, 1), (b"{0 '1',1 '2',2 'a'}\n", 1_990_000)], "or 10 MB of them, with|read"),
        ("a.arff", [(HEAD, 1), (b'1,"2",\'a' + rb"\'" * 60 + b"'\n", 490_000)], "or 10 MB of them, with|read"),
        ("a.arff", [(HEAD, 1), (b"{" + b"0 1," * 94 + b"2 a}\n", 490_000)], "or 10 MB of them, with|read"),
        ("a.arff", [(b"@relation r %x\n", 4_990_000), (HEAD, 1), (b"1,2,a\n", 9)], "read"),
        ("a.csv", [(b"x,y,label\n", 1), (b"1,2," + b"\x80" * 190 + b"\n", 1_000_000)], "UTF-8. is larger than 200"),
        ("a.json", [(b"[[]", 1), (b",[]", 10_000_000), (b"]", 1)], "more than 2 000 000 rows"),
        ("a.json", [(b"[{}", 1), (b",{}", 9_000_000), (b"]", 1)], "more than 2 000 000 rows"),
        ("a.json", [(b"[1", 1), (b',"ab"', 9_000_000), (b"]", 1)], "more than 1 000 000 texts"),
        ("a.json", [(b'{"a": 1', 1), *((b',"%d":1' % k, 1) for k in range(40_000)), (b',"7":2}', 1)], '"7" is there'),
        ("a.json", [(b'{"a": "', 1), (b"\\n,", 3_000_000), (b'", "b": NaN}', 1)], "line 1: NaN is not a finite"),
        ("a.json", [(b'{"a": "', 1), (b"xxxx,", 1_900_000), (b'", "b": NaN}', 1)], "line 1: NaN is not a finite"),
        ("a.json", [(b'{"a": "', 1), (b"x", 150_000_000), (b'"}', 1)], "too large for the numbers that it has"),
        ("a.csv", [(b"x%d," % k, 1) for k in range(19_998)] + [(b"label\n", 1), (b"1," * 19_998 + b"1\n", 9)], "read"),
        ("a.kpgui", [(SESSION, 1), (b"[[[[[[1]]]]]],", 300_000), (b"[1, 2, 1]]}", 1)], "row 1 of the field 'points'"),
        ("a.kpgui", [(WITH_EMOJI, 1), (LONG_ROW, 990_000), (b"[1, 2, 1]]}", 1)], "read"),
        (
            "a.json",
            [(b'{"a": ["%b"' % EMOJI, 1), (b",1" + b" " * 150 + b"\r\n", 1_280_000), (b"]}", 1)],
            "more than 10 MB",
        ),
        (
            "a.json",
            [(b"[1", 1), (b',"\\ud83d\\ude00' + b"a" * 180 + b'"', 995_000), (b"]", 1)],
            "more than 10 MB of it are not",
        ),
        (
            "a.kpgui",
            [(SESSION + b"[1", 1), (b"," + b" " * 18 + b"1", 9_000_000), (b"]]}", 1)],
            "more than 10 MB of it are not",
        ),
        (
            "a.json",
            [(b"[1", 1), (b"," + b"7" * 4299, 45_500), (b",1" * 2_000_000 + b",NaN]", 1)],
            "more than 10 MB of it are not",
        ),
        ("a.json", [(b"[1", 1), (b"," + b"7" * 4299, 2_200), (b",1" * 60_000 + b",NaN]", 1)], "more than 1000 digits"),
        (
            "a.kpgui",
            [(SESSION, 1), (b"[" + b"7" * 190 + b", 1, 1],\n", 900_000), (b"[NaN, 1, 1]]}", 1)],
            "NaN is not a",
        ),
        ("a.kpgui", [(b"\xff\xfe", 1), (("{" + "\u4e2d" * 1000).encode("utf-16-le"), 98_000)], "is larger than 200 MB"),
    ],
    ids=lambda value: repr(value[-1][0][:20]) if isinstance(value, list) else None,
)
def test_floods_are_answered_within_the_bounds(name, parts, said, tmp_path):
    for answer in answers(written(tmp_path / name, *parts)):
        assert re.search(said, answer)


@pytest.mark.parametrize(
    ("before", "pump", "after"),
    [
        (HEAD, b" ", b"'\n"),
        (HEAD + b"1,2,a", b" ", b"b'\n"),
        (HEAD + b"1,2,", b"' '", b"%'\n"),
        (HEAD + b"1,2,", b"'a' ", b"%'\n"),
        (HEAD + b"1,2,a ", b"%", b"'\n"),
        (HEAD + b"1,2,'", b"\\'", b"\n"),
        (HEAD + b"{0 1", b" ", b"'\n"),
        (HEAD + b"{0 1,", b"1", b"\n"),
        (b"@relation r\n@attribute", b"\t", b"\n@data\n"),
        (b"@relation r\n@attribute c {", b"a ", b"'\n@data\n"),
        (b"", b" ", b""),
        (b"", b" ", b"x\n"),
        (b"1 1:2", b" ", b";\n"),
        (b"1", b" 1:2", b" ;\n"),
        (b"1 1:2 ", b"1:", b";\n"),
        (b"x,y,label\n", b'"', b"\n"),
        (b"x,y,label\n", b'"\n', b"a\n"),
        (b"x,y,label\n", b'",', b"\n"),
        (b"x y label\n1 2 ", b'"" ', b"\n"),
        (b"2 2\n", b"1 ", b"\n"),
        (b"sep=,\n", b",", b"\n"),
        (b'{"a": ', b'"', b"NaN"),
    ],
)
def test_ten_times_the_length_is_no_more_than_ten_times_the_work(before, pump, after, tmp_path):
    paths = [tmp_path / f"{count}.txt" for count in (3_000, 30_000, 300_000)]
    for path in paths:
        path.write_bytes(before + pump * int(path.stem) + after)
    answers(*paths)


PUMPS = [*" \t0ae_,.:;#%'\"\\", "\\a", "''", "' '"]


def patterns():
    """All regular expressions of the package, at the top of its modules and in their classes."""
    found = set()
    for each in pkgutil.walk_packages(kpgui.__path__, "kpgui."):
        if not each.name.startswith(("kpgui.ui", "kpgui.figure", "kpgui.app", "kpgui.__main__")):
            values = [*vars(importlib.import_module(each.name)).values()]
            values += [inner for value in values if isinstance(value, type) for inner in vars(value).values()]
            found |= {(value.pattern, value.flags) for value in values if isinstance(value, re.Pattern)}
    return sorted(found, key=repr)


def test_no_regular_expression_goes_back_and_back():
    assert len(patterns()) > 10
    code = f"""
import re, resource
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
for pattern, flags in {patterns()!r}:
    compiled = re.compile(pattern, flags)
    for before in ("", "1 1:2", "@attribute x", "'", '"'):
        for pump in {PUMPS!r}:
            for after in ("", "'", '"', "\\0", " x"):
                text = before + pump * 10_000 + after
                text = text.encode() if isinstance(pattern, bytes) else text
                compiled.match(text), compiled.fullmatch(text)
"""
    assert subprocess.run([sys.executable, "-c", code], timeout=300).returncode == 0
