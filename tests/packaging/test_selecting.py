"""What `--fast` and `--changed` leave of the tests."""

import os
import subprocess
import sys

import pytest

from kpgui.kernels import KERNELS
from kpgui.learners import LEARNERS
from tests.selecting import ROOT, concerned_by


def collected(*words):
    """The tests that pytest would run."""
    command = [sys.executable, "-P", "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *words]
    output = subprocess.run(command, cwd=ROOT, env=os.environ, capture_output=True, text=True).stdout
    return [line for line in output.splitlines() if "::" in line]


@pytest.mark.slow
def test_a_quick_look_has_one_example_of_each_test_and_everything_registered():
    rooms = ["tests/kernels/test_every_kernel.py", "tests/learners/test_every_learner.py"]
    everything, quick = collected(*rooms), collected("--fast", *rooms)
    assert set(quick) < set(everything)
    assert len(quick) == len({test.partition("[")[0] for test in quick})
    for key in [*KERNELS.keys(), *LEARNERS.keys()]:
        assert any(key in test.partition("[")[2] for test in quick), key


@pytest.mark.parametrize(
    "changed, concerned, not_concerned",
    [
        ("kpgui/kernels/rbf.py", "tests.learners.test_budget", "tests.model.test_param"),
        ("kpgui/ui/instruments/why/words.py", "tests.e2e.test_analysis", "tests.kernels.test_every_kernel"),
        ("kpgui/cli/train.py", "tests.blackbox.test_trusted", "tests.e2e.test_analysis"),
        ("tests/e2e/conftest.py", "tests.e2e.test_analysis", "tests.cli.test_main"),
        ("tests/figure/golden/scene.png", "tests.figure.test_golden", "tests.cli.test_main"),
        ("docs/theory.md", "tests.docs.test_docs", "tests.cli.test_main"),
    ],
)
def test_a_change_concerns_what_imports_it_and_the_tests_of_these_rooms(changed, concerned, not_concerned):
    modules = concerned_by([changed])
    assert concerned in modules
    assert not_concerned not in modules


@pytest.mark.parametrize("changed", ["pyproject.toml", "tests/conftest.py", "kpgui/removed.py", "resources/icon.svg"])
def test_a_change_of_what_everything_rests_on_concerns_all_tests(changed):
    modules = concerned_by([changed])
    assert modules is None or ("tests.kernels.test_every_kernel" in modules and "tests.e2e.test_analysis" in modules)
