"""Entry point of `python -m kpgui` and of the commands `kpgui` and `kpgui-cli`."""

# ruff: noqa: E402  # the Ctrl+C handler is installed before slow imports
import os
import signal
import sys

from kpgui.process import reopen_streams, stop, use_utf8

signal.signal(signal.SIGINT, stop)
reopen_streams()
use_utf8(os.environ)

from kpgui.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
