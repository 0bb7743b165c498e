"""`kpgui lesson`: plays a lesson in the window, or writes it as a page."""

import argparse
from pathlib import Path

from kpgui.cli import window
from kpgui.cli.arguments import Command, Misuse, file_name
from kpgui.cli.language import add_language_argument, in_language
from kpgui.model.errors import printable


class PlayLesson(Command):
    name = "lesson"
    synopsis = "FILE"
    meaning = "play a lesson in the window: lesson.md, or the folder that it is in; or write it as a page"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a lesson.md, or its folder")
        parser.add_argument(
            "-o", "--output", metavar="OUT", type=file_name, help="write a page for any browser there instead: .html"
        )
        add_language_argument(parser)

    def run(self, arguments: argparse.Namespace) -> str:
        from kpgui.words.lessons.file import read_lesson

        if arguments.output and Path(arguments.output).suffix.lower() != ".html":
            raise Misuse("a lesson is written as a page, whose name ends in .html.")
        lesson = read_lesson(Path(arguments.file))  # what is wrong with it is said here, not in a window
        if not arguments.output:
            arguments.code = window.shown(None, arguments.file)
            return ""
        from kpgui.figure.animation.page.lesson import write_lesson_page
        from kpgui.figure.animation.registry import check_target, encoder_for
        from kpgui.process import unwinding

        target = Path(arguments.output)
        check_target(target)
        with (
            arguments.console.working(f"recording {arguments.file}") as token,
            unwinding(),
            in_language(arguments),
        ):
            write_lesson_page(lesson, target, token)
        if remark := encoder_for(target).remark(target):
            arguments.console.remark(remark)
        return f"Wrote {printable(arguments.output)}: {len(lesson.steps)} steps, {len(lesson.questions)} questions."
