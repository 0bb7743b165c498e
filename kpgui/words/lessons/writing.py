"""Writing a step to a lesson's folder: its text, its session, and what is locked."""

from collections.abc import Sequence
from pathlib import Path

from kpgui.formats import save
from kpgui.formats.storage import write_file
from kpgui.language import _
from kpgui.model.errors import KpguiError, clean_name
from kpgui.model.lesson import Lesson
from kpgui.model.session import Session
from kpgui.words.lessons.file import MOST_STEPS, NAME, parsed, read_lesson

MINUTES = 5
"""That a new lesson is said to take."""


def keep_step(
    folder: Path,
    title: str,
    text: str,
    session: Session,
    locks: Sequence[str],
    question: Sequence[tuple[str, str]] = (),
) -> Lesson:
    """Adds a step to the lesson in a folder, or begins one there. Returns the lesson with it.

    locks: of `LOCKS`. question: lines of its block, as in ("ask", "Why?"); none for no question. Raises KpguiError that
    says what is wrong; then the lesson is as it was.
    """
    path = folder / NAME
    count = len(read_lesson(path).steps) if path.exists() else 0
    old = path.read_text(encoding="utf-8-sig") if count else _head(title)
    if count >= MOST_STEPS:
        raise KpguiError(_("{path} has {most} steps, as many as a lesson can have.").format(path=path, most=MOST_STEPS))
    number = count + 1
    while (folder / f"step-{number}.kpgui").exists():
        number += 1
    file = folder / f"step-{number}.kpgui"
    whole = f"{old.rstrip()}\n\n{_step(title, text, file.name, locks, question)}"
    save(session, file)
    try:
        lesson = parsed(path, whole)
        write_file(path, [whole.encode()])
    except (KpguiError, UnicodeError) as error:
        file.unlink()
        raise KpguiError(str(error)) from error
    return lesson


def _head(title: str) -> str:
    name = clean_name(title)
    return f"---\ntitle: {name}\nabout: {name}\nminutes: {MINUTES}\n---\n"


def _step(title: str, text: str, session: str, locks: Sequence[str], question: Sequence[tuple[str, str]]) -> str:
    """The text of a step. A line of the text that would mean something else is moved in by a blank."""
    lines = [f" {line}" if line.startswith(("# ", "```")) else line for line in text.strip().splitlines()]
    setup = [f"session: {session}", f"lock: {' '.join(locks) or 'nothing'}"]
    parts = [f"# {clean_name(title)}", "\n".join(lines), "\n".join(["```setup", *setup, "```"])]
    if question:
        asked = [f"{name}: {clean_name(value)}" for name, value in question]
        parts.append("\n".join(["```question", *asked, "```"]))
    return "\n\n".join(parts) + "\n"
