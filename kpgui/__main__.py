"""The way in: `python -m kpgui`, and the commands `kpgui` and `kpgui-cli`."""

# ruff: noqa: E402  # nothing that takes time is imported before Ctrl+C is heard
import signal
import sys

from kpgui.process import reopen_streams, stop

signal.signal(signal.SIGINT, stop)
reopen_streams()

from kpgui.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
