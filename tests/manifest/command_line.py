"""The command line, called in this process."""

import hashlib
import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple


class Answer(NamedTuple):
    code: int
    out: str
    err: str


def run(*words: str) -> Answer:
    """What `kpgui WORDS` prints, and its exit code."""
    from kpgui.__main__ import main

    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(list(words))
    out.flush()
    return Answer(code, out.buffer.getvalue().decode("utf-8", "replace"), err.getvalue().strip())


def file_or_problem(path: str, answer: Answer) -> str:
    """The digest of a file that a command wrote, or what it says instead."""
    if answer.code or not Path(path).is_file():
        return f"exit code {answer.code}: {answer.err}"
    return digest(Path(path).read_bytes()) + (f" and {answer.err}" if answer.err else "")


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def lines_of(content: bytes) -> list[str] | str:
    """A text's lines, or the digest of what is none."""
    try:
        return content.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        return digest(content)
