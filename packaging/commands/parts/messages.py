"""What is said to whoever runs a command."""

import sys


def say(sentence: str) -> None:
    """Print to stderr: stdout belongs to the program, and another program may read it."""
    print("kpgui:", sentence, file=sys.stderr, flush=True)
