"""The program, ended at random moments: nothing older than a few seconds is lost, and no file is half-written.

By kill −9; by a signal that it can hear (SIGTERM, SIGHUP, SIGINT) nothing at all is lost.

`python3 packaging/dev.py kills` does it 200 times; `tests/e2e/test_kills.py` a few times.
"""
