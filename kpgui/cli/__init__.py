"""The command line. A command imports what it needs only when it runs, so that --help is instant."""

import contextlib
import errno
import io
import os
import sys
from collections.abc import Sequence

from kpgui.cli import analyse, data, exercises, grade, lesson, listing, render, train, window
from kpgui.cli.arguments import Answered, Command, Misuse, PartlyFailed, sentence_about, whole_parser
from kpgui.cli.console import Console, say
from kpgui.model.errors import printable
from kpgui.process import INTERRUPTED

COMMANDS: tuple[Command, ...] = (
    train.Train(),
    analyse.Analyse(),
    render.Render(),
    data.Convert(),
    data.Generate(),
    lesson.PlayLesson(),
    exercises.Exercises(),
    grade.Grade(),
    listing.List(),
)

DONE, FAILED, MISUSED = 0, 1, 2


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line `argv`, by default that of the process. Returns the exit code; raises nothing.

    0: done. 1: it failed, and one line on stderr says why. 2: wrong usage, or no display for the window.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without α is no reason to stop
    try:
        code, text = _run(list(sys.argv[1:] if argv is None else argv))
    except PartlyFailed as rest:
        return _print(str(rest)) or FAILED
    except Misuse as error:
        return _fail(str(error), MISUSED)
    except KeyboardInterrupt:
        return _fail("stopped.", INTERRUPTED)
    except Exception as error:  # the last resort: a sentence instead of a traceback
        return _fail(sentence_about(error))
    return _print(text) or code


def _run(words: list[str]) -> tuple[int, str | bytes]:
    """Runs a command. Returns the exit code and what to print."""
    try:
        parser = whole_parser(COMMANDS)
        if words[:1] and words[0] in {each.name for each in COMMANDS}:
            arguments, strange = parser.parse_known_args(words)
            if strange:
                raise Misuse(f"unrecognized arguments: {' '.join(strange)}; see `kpgui {words[0]} --help`.")
            arguments.console = Console(quiet=arguments.quiet, verbose=arguments.verbose)
            arguments.code = DONE
            text = arguments.command.run(arguments)
            return arguments.code, text
        return window.run(parser, words, tuple(each.name for each in COMMANDS)), ""
    except Answered as answer:
        return DONE, str(answer)


def _print(text: str | bytes) -> int:
    try:
        if isinstance(text, str):
            if text:
                print(*map(printable, text.split("\n")), sep="\n")
        elif sys.stdout:
            sys.stdout.buffer.write(text)
        if sys.stdout:  # None for a windowed program on Windows
            sys.stdout.flush()
        elif text:
            return _fail("the output cannot be written: the standard output is closed.")
    except BrokenPipeError:  # the reader has closed the pipe
        _forget_output()
    except OSError as error:
        _forget_output()
        reason = "the standard output is closed" if error.errno == errno.EBADF else error.strerror
        return _fail(f"the output cannot be written: {reason}.")
    return DONE


def _fail(sentence: str, code: int = FAILED) -> int:
    """Prints one line on stderr, whatever characters a file name or a message contains. Returns the exit code."""
    with contextlib.suppress(OSError):
        say(sentence)
    return code


def _forget_output() -> None:
    """Redirects stdout to nowhere, or Python would report the unwritten output once more at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
