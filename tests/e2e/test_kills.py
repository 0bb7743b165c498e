"""kill −9 and other signals at random moments: what is older than a moment is not lost, and no file is half-written.

`python3 packaging/dev.py kills` does the same 200 times, with the usual time between two copies.
"""

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.kills.killing import ASKED, Desk

PERIOD, ALLOWED = 0.05, 1.5
"""Seconds. A copy takes milliseconds; the rest is for a machine that has other things to do."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="another process cannot be killed in the middle of a write there")
def test_after_each_of_ten_kills_the_work_is_there(tmp_path):
    desks = [Desk(tmp_path / str(points), points, PERIOD, 2.0, points) for points in (5, 3000)]
    with ThreadPoolExecutor() as pool:
        done = [kill for some in pool.map(lambda desk: [desk.kill_once() for _ in range(5)], desks) for kill in some]
    assert max(kill.lost for kill in done) <= ALLOWED
    assert [kill for kill in done if kill.signal in ASKED and (kill.lost or kill.problem)] == []
    assert max(kill.worked for kill in done) > ALLOWED
    assert any(kill.copied for kill in done)
