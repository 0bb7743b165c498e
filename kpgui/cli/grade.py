"""`kpgui grade` compares answers with the key that `kpgui exercises` has made."""

import argparse
from pathlib import Path

from kpgui.cli.arguments import Command, PartlyFailed, file_name, sentence_about
from kpgui.cli.console import say


class Grade(Command):
    name = "grade"
    synopsis = "KEY ANSWERS…"
    meaning = "compare answers with the key of an exercise sheet: what is right, and which step went wrong first"
    epilog = """\
KEY is the .csv of `kpgui exercises`. ANSWERS are files of three kinds: a .csv with a column variant, one for each
question, named as in the key, and perhaps name; what *Save my answers* in the window writes; or sessions (.kpgui),
with the answers in them and the run as far as it was taken. Each row, file or session is one line."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("key", metavar="KEY", type=file_name, help="the key, a .csv")
        parser.add_argument(
            "answers", metavar="ANSWERS", type=file_name, nargs="+", help="files of answers, or sessions"
        )

    def run(self, arguments: argparse.Namespace) -> str:
        from kpgui.words.exercise_sheet.grading import graded
        from kpgui.words.exercise_sheet.key_file import read_key
        from kpgui.words.exercise_sheet.predicted import Rerun

        with arguments.console.working(f"reading {arguments.key}"):
            key = read_key(Path(arguments.key))
        reruns = {number: Rerun(variant) for number, (variant, _) in key.items()}
        lines, problems = list[str](), list[str]()
        with arguments.console.working("grading") as token:
            for number, path in enumerate(arguments.answers, 1):
                try:
                    for line, failed in graded(Path(path), key, reruns):
                        (problems if failed else lines).append(line)
                except Exception as error:  # whatever it is, the others are graded
                    sentence = sentence_about(error)
                    problems.append(sentence if path in sentence else f"{path}: {sentence}")
                token.report(number / len(arguments.answers))
        for problem in problems:
            say(problem)
        if problems:
            raise PartlyFailed("\n".join(lines))
        return "\n".join(lines)
