"""The fuzzer of `packaging/dev.py fuzz` finds what is planted, says it once, and makes the same inputs again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.case import Case
from tests.fuzz.making import case_of
from tests.fuzz.shrinking import shrunk
from tests.fuzz.targets import MAKERS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="its limits are those of Linux")

PLANTED = """
import re, sys, warnings
from pathlib import Path
from tests.fuzz import checks, rules
from kpgui.model.errors import KpguiError
from tests.fuzz.__main__ import Hunt, MAKERS
from tests.fuzz.case import Case

def refuse(text):
    error = KpguiError("")
    error.args = (text,)  # as it would be if it were not made one short line
    raise error

ANSWERS = {
    "fine": lambda: 1,
    "refused": lambda: refuse("file has no rows; add one."),
    "endless": lambda: re.match("(a*)*b", "a" * 40),
    "hungry": lambda: len(b"x" * 100_000_000),
    "runaway": lambda: bytearray(10**11),
    "warns": lambda: warnings.warn("overflow"),
    "prints": lambda: print("noise", file=sys.stderr),
    "long": lambda: refuse("x" * 301 + "."),
    "lines": lambda: refuse("one\\ntwo."),
    "bug": lambda: refuse("This is a bug in kpgui."),
    "raises": lambda: {}["x"],
}
rules.CPU = 0.5
rules.MEMORY = 50_000_000  # half a gigabyte takes 0.5 s itself, when the machine is busy
checks.TARGETS.clear()
for name, answer in ANSWERS.items():
    checks.TARGETS[name] = lambda case, ask, name=name, answer=answer: ask(name, answer)
    MAKERS[name] = 1, lambda rng, name=name: Case(name, name, b"")
hunt = Hunt(2, Path(sys.argv[1]), shrinking=0.1)
for name in ANSWERS:
    before = hunt.asked
    while hunt.asked == before:  # the time may be over before the first is asked
        hunt.run(0, 0.02, [name])
hunt.close()
for kind, question, _ in sorted(hunt.found):
    print("FOUND", question, "by", kind)
"""


def started(*arguments):
    environ = os.environ | {"PYTHONPATH": str(Path.cwd())}
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, env=environ, timeout=240)
    assert not done.stderr
    return done


@pytest.mark.slow
def test_every_kind_of_failure_is_found_and_said_once(tmp_path):
    said = started("-c", PLANTED, str(tmp_path)).stdout
    found = {line.split()[1]: line.split(maxsplit=3)[3] for line in said.splitlines() if line.startswith("FOUND")}
    assert found == {
        "endless": "time",
        "hungry": "memory",
        "runaway": "memory",
        "warns": "warning",
        "prints": "stderr",
        "long": "message too long",
        "lines": "message not on one line",
        "bug": "message names a bug",
        "raises": "KeyError",
    }
    assert said.count("--replay") == len(found) == len(list(tmp_path.iterdir()))


@pytest.mark.slow
def test_a_short_hunt_says_how_much_was_asked_and_a_saved_input_is_replayed(tmp_path):
    done = started("-m", "tests.fuzz", "1", "--only", "formula", "--jobs", "1", "--folder", str(tmp_path / "found"))
    assert " inputs in 1 s (seed 0), 0 different failures" in done.stdout
    assert done.returncode == 0
    path = Case("file", "given", b"x,y,label\n1,2,a\n3,4,b\n", {"suffix": ".csv"}).save(tmp_path)
    assert started("-m", "tests.fuzz", "--replay", str(path)).stdout == f"{path.name}: clean\n"


@pytest.mark.parametrize("family", MAKERS)
def test_a_seed_makes_the_same_inputs_again(family):
    made = [case_of(7, number, [family]) for number in range(3)]
    assert made == [case_of(7, number, [family]) for number in range(3)]
    assert made != [case_of(8, number, [family]) for number in range(3)]


def test_what_fails_is_made_smaller_as_long_as_it_fails():
    options = {"suffix": ".csv", "choices": {"header": True, "delimiter": ";"}}
    case = Case("file", "mutation", b"1,2,3\n" * 50 + b"bad" + b"4,5,6\n" * 50, options)
    small = shrunk(case, lambda each: b"bad" in each.content and "header" in each.options.get("choices", {}), 10)
    assert small == Case("file", "mutation", b"bad", {"choices": {"header": True}})


def test_making_smaller_ends_when_its_time_is_up():
    tried = []
    case = Case("file", "large-flood", b" " * 1_000_000)
    assert shrunk(case, lambda each: bool(tried.append(each)), 0) == case
    assert not tried


def test_an_expression_stays_one_while_it_is_made_smaller():
    case = Case("kernel", "kernel", b"exp((rbf() + exp(2*(linear()))**1)**2)")
    assert shrunk(case, lambda each: b"linear" in each.content, 10).content == b"linear"


def test_a_saved_case_comes_back(tmp_path):
    case = Case("file", "mutation", b"\0\n\xff", {"choices": {"label": 2}})
    assert Case.load(case.save(tmp_path)) == case
    other = tmp_path / "points.csv"
    other.write_bytes(b"1,2,1\n")
    assert Case.load(other) == Case("file", "given", b"1,2,1\n")
