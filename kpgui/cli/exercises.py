"""`kpgui exercises` makes a sheet of personal variants with their key, and `kpgui grade` compares answers with it."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kpgui.cli.arguments import (
    STREAM,
    Command,
    add_file_arguments,
    add_format_argument,
    check_apart,
    file_name,
    loaded,
    output_name,
    whole_number,
)
from kpgui.model.errors import KpguiError, printable
from kpgui.words.exercise_sheet.band import BAND

if TYPE_CHECKING:
    from kpgui.words.exercise_sheet.setting import ExerciseSetting

SUFFIXES = ".pdf", ".xml", ".csv"


class Exercises(Command):
    name = "exercises"
    synopsis = "FILE -o OUT [--variants N] [--seed S] [--kernel EXPR] [--learner EXPR]"
    meaning = "make personal variants of an exercise, to be worked by hand, with their exact key"
    epilog = f"""\
FILE is a session, or a lesson (lesson.md or its folder), of which the first step counts that can be done by hand.
Kernel, learner, conventions and order are those of FILE; points are drawn anew. A kernel is linear or polynomial.
{BAND}
No two are the same, not after reordering, mirroring, a quarter turn or with the classes exchanged either.
OUT is a sheet to print (.pdf), questions to import into Moodle (.xml), or the key for `kpgui grade` (.csv),
or - for standard output; the same FILE and seed make the same variants in all three."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        add_file_arguments(parser)
        parser.add_argument("-o", "--output", metavar="OUT", type=file_name, required=True, help="the file to write")
        add_format_argument(parser, ".csv")
        parser.add_argument("--kernel", metavar="EXPR", help="kernel, in place of that of FILE")
        parser.add_argument("--learner", metavar="EXPR", help="learner, in place of that of FILE")
        parser.add_argument("--variants", type=whole_number, metavar="N", default=30, help="how many; 30 if not given")
        parser.add_argument(
            "--seed", type=whole_number, metavar="S", default=0, help="the same seed, the same variants"
        )

    def run(self, arguments: argparse.Namespace) -> str | bytes:
        from kpgui.figure.wording import formula_of
        from kpgui.formats.storage import write_file
        from kpgui.process import unwinding
        from kpgui.words.exercise_sheet.key_file import key_csv
        from kpgui.words.exercise_sheet.moodle import moodle_xml
        from kpgui.words.exercise_sheet.variants import variants

        output = output_name(arguments, ".csv")
        suffix, title = Path(output).suffix.lower(), _title(arguments.file)
        if suffix not in SUFFIXES:
            raise KpguiError(f"{output}: the name of a sheet must end in {' or '.join(SUFFIXES)}.")
        check_apart([arguments.file], [output])
        setting = _setting(arguments)
        with arguments.console.working("drawing variants") as token:
            sheet = variants(setting, arguments.variants, arguments.seed, token)
        formula = formula_of(setting.kernel, letters=False) if setting.learner.feature_map is None else ""
        with arguments.console.working(f"writing {output}") as token, unwinding():
            if suffix == ".pdf":
                from kpgui.figure.sheet import sheet_pdf

                content = sheet_pdf(sheet, title, formula, token)
            else:
                content = key_csv(sheet) if suffix == ".csv" else moodle_xml(sheet, title, formula)
            if arguments.output == STREAM:
                return content
            write_file(Path(output), [content])
        return f"Wrote {len(sheet)} variants to {printable(output)}."


def _title(path: str) -> str:
    place = Path(path)
    named = place.resolve().parent if place.name == "lesson.md" else place
    return "exercise" if path == STREAM else printable(named.stem)


def _setting(arguments: argparse.Namespace) -> "ExerciseSetting":
    """That of the file, or of the first step of a lesson that can be done by hand. Raises KpguiError."""
    from kpgui.words.exercise_sheet.setting import ExerciseSetting
    from kpgui.words.lessons.file import read_lesson

    path = Path(arguments.file)
    given = {name: getattr(arguments, name) for name in ("kernel", "learner") if getattr(arguments, name)}
    if path.suffix.lower() != ".md" and not path.is_dir():
        return ExerciseSetting.of(replace(loaded(arguments, arguments.file), **given))
    reason = "it has no steps"
    for step in read_lesson(path).steps:
        try:
            return ExerciseSetting.of(replace(step.session, **given))
        except KpguiError as error:
            reason = str(error)
    raise KpguiError(f"No step of {path} can be done by hand: {reason}")
