"""The way in: `python -m kpgui`, and the commands `kpgui` and `kpgui-cli`."""

import sys

from kpgui.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
