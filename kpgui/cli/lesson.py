"""`kpgui lesson`: plays a lesson in the window."""

import argparse
from pathlib import Path

from kpgui.cli import window
from kpgui.cli.arguments import Command


class PlayLesson(Command):
    name = "lesson"
    synopsis = "FILE"
    meaning = "play a lesson in the window: lesson.md, or the folder that it is in"

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a lesson.md, or its folder")

    def run(self, arguments: argparse.Namespace) -> str:
        from kpgui.words.lessons.file import read_lesson

        read_lesson(Path(arguments.file))  # what is wrong with it is said here, not in a window
        arguments.code = window.shown(None, arguments.file)
        return ""
