"""The program, killed at random moments: nothing older than a few seconds is lost, and no file is half-written.

`python3 packaging/dev.py kills` does it 200 times; `tests/e2e/test_kills.py` a few times.
"""
