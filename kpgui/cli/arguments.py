"""The interface of a command, the parser of all of them, and arguments that several have in common."""

import argparse
import os
import re
import sys
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NoReturn

from kpgui.model.errors import KpguiError, short


class Misuse(Exception):
    """Wrong usage; its text is the message to print."""


class Answered(Exception):
    """--help or --version was asked for; its text is the answer."""


class PartlyFailed(Exception):
    """Some of several things failed, and that was said. Its text is what to print about the others."""


class Parser(argparse.ArgumentParser):
    """A parser that prints nothing itself: it raises Misuse with one sentence, or Answered.

    color: whether help is coloured at a terminal. Python 3.14's argparse hands its own to the parsers of commands.
    """

    def __init__(
        self, prog: str, description: str, epilog: str, usage: str | None = None, *, color: bool = False
    ) -> None:
        super().__init__(
            prog=prog,
            usage=usage,
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self.color = color

    def print_help(self, file: object = None) -> NoReturn:
        raise Answered(self.format_help().rstrip())

    def error(self, message: str) -> NoReturn:
        raise Misuse(f"{message}; see `{self.prog} --help`.")


class Command(ABC):
    """A subcommand, `kpgui NAME`. synopsis: its arguments. meaning: one line for the list of commands."""

    name: ClassVar[str]
    synopsis: ClassVar[str]
    meaning: ClassVar[str]
    epilog: ClassVar[str] = ""

    @property
    def description(self) -> str:
        return self.meaning[:1].upper() + self.meaning[1:] + "."

    @abstractmethod
    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    @abstractmethod
    def run(self, arguments: argparse.Namespace) -> str | bytes:
        """Runs the command. Returns what to print: text, or the content of a file as it is.

        Raises KpguiError or PartlyFailed when it fails.
        """


WINDOW = "kpgui [FILE] | kpgui COMMAND … | kpgui --version | kpgui --help"
DESCRIPTION = """\
See kernel classifiers learn. Without a command, the window opens, with FILE in it if one is given: a session or a file
of labelled points."""


def whole_parser(commands: Sequence[Command]) -> Parser:
    """The parser of `kpgui COMMAND …`; what it parses has the command as `command`, None without one."""
    parser = Parser(
        prog="kpgui",
        usage=WINDOW,
        description=DESCRIPTION,
        epilog="\n".join(
            [
                *(f"  kpgui {each.name} {each.synopsis}" for each in commands),
                "",
                "`kpgui COMMAND --help` says more. `kpgui ./train` opens a file that is called like a command.",
            ]
        ),
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    parser.set_defaults(command=None)
    parts = parser.add_subparsers(title="commands", metavar="COMMAND", prog="kpgui")
    for command in commands:
        part = parts.add_parser(
            command.name, help=command.meaning, description=command.description, epilog=command.epilog
        )
        part.set_defaults(command=command)
        command.add_arguments(part)
        _add_loudness(part)
    return parser


def _add_loudness(parser: argparse.ArgumentParser) -> None:
    """Adds how much is said on stderr."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("-q", "--quiet", action="store_true", help="say nothing on stderr but what went wrong")
    group.add_argument("-v", "--verbose", action="store_true", help="say on stderr what is done, and how long it takes")


if TYPE_CHECKING:
    from kpgui.api import Model
    from kpgui.formats import Choices
    from kpgui.model.session import Session
    from kpgui.model.stopping import StoppingPoint

FIGURE = "figure."
"""How the names of a figure's choices begin, among those of `--set`."""

ORDERS = ("dataset", "shuffled_once", "shuffled_each_epoch", "reversed")
"""The same as in `kpgui.model.session`, whose import would load NumPy."""

ENCODINGS = ("utf-8", "utf-16", "windows-1252", "windows-1250", "windows-1251", "gb18030")
"""The same as in `kpgui.formats.tabular.choices`."""

STREAM = "-"
"""The name of standard input, and of standard output."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
"""At most 18 digits: Python refuses to parse more than 4300, and no seed, step or count needs more."""

SETTINGS = ("kernel", "learner", "order", "seed")

CONVENTIONS = {"tie": "tie", "first": "first", "alpha": "start_alpha", "w": "start_w", "b": "start_b"}
"""The options by the names of their fields."""

TIES = ("mistake", "+1", "-1")
"""The same as in `kpgui.model.conventions`, whose import would load NumPy."""

EPILOG = """\
FILE is a session (.kpgui), a picture that carries one, or points with labels in any of the formats of
`kpgui list formats`; - is standard input.
EXPR is an expression, such as "rbf(sigma=0.5) + 0.3*poly(degree=2)" or "kernel_perceptron(epochs=20)";
`kpgui list kernels` and `kpgui list learners` show what there is."""


def add_file_arguments(
    parser: argparse.ArgumentParser, name: str = "file", metavar: str = "FILE", *, several: bool = False
) -> None:
    """Adds the file, or a list of them, and the options to read one with several classes or more than two columns."""
    what = "sessions or files of labelled points" if several else "a session or a file of labelled points"
    parser.add_argument(name, metavar=metavar, type=file_name, nargs="+" if several else None, help=what)
    group = parser.add_argument_group("which columns, classes and rows of a file of points")
    group.add_argument("--columns", metavar="A,B,…", help="the columns of the coordinates, by name or number from 1")
    group.add_argument("--label-column", metavar="NAME", help="the column of the classes, by name or number from 1")
    group.add_argument("--positive", metavar="CLASS", help="the class that is +1; all others are −1")
    group.add_argument("--negative", metavar="CLASS", help="the class that is −1; with --positive others are left out")
    group.add_argument("--encoding", type=one_of(ENCODINGS), metavar="NAME", help="of a text that is not UTF-8")
    group.add_argument("--standardise", action="store_true", help="bring coordinates to mean 0 and deviation 1")
    group.add_argument("--skip-bad-rows", action="store_true", help="leave out rows that cannot be read, and say so")


def loaded(arguments: argparse.Namespace, path: str) -> "Session":
    """The session in a file, read as these arguments say; reports skipped rows on stderr. Raises KpguiError."""
    from kpgui import api
    from kpgui.formats import Choices

    columns = arguments.columns
    choices = Choices(
        coordinates=None if columns is None else tuple(name.strip() for name in columns.split(",")),
        label=arguments.label_column,
        positive=arguments.positive,
        negative=arguments.negative,
        standardise=arguments.standardise,
        skip_bad_rows=arguments.skip_bad_rows,
        encoding=arguments.encoding,
    )
    with arguments.console.working(f"reading {source_name(path)}"):
        session, remarks = _from_stream(choices) if path == STREAM else api.load_with_remarks(path, choices)
    for remark in remarks:
        arguments.console.remark(remark)
    return session


def _from_stream(choices: "Choices") -> tuple["Session", tuple[str, ...]]:
    """The session on standard input, of a format that its content tells, and remarks on it. Raises KpguiError."""
    from kpgui import api
    from kpgui.formats.importing import Recognised
    from kpgui.formats.registry import format_of
    from kpgui.formats.tabular.limits import MAX_BYTES, too_large

    where = source_name(STREAM)
    try:
        content = sys.stdin.buffer.read(MAX_BYTES + 1)
    except OSError as error:
        raise KpguiError(f"{where} cannot be read: {error.strerror}.") from error
    if len(content) > MAX_BYTES:
        raise too_large(where)
    imported = Recognised(content, where, format_of(content, where)).read(choices)
    return api.checked(imported.session, where), imported.report.remarks


def source_name(path: str) -> str:
    """What messages call the file that is read."""
    return "standard input" if path == STREAM else path


def add_format_argument(parser: argparse.ArgumentParser, usual: str) -> None:
    """Adds the option that stands for the suffix of OUT where that is standard output."""
    parser.add_argument(
        "--format", metavar="F", help=f"if OUT is - (standard output), its format by a suffix; {usual} if not given"
    )


def output_name(arguments: argparse.Namespace, usual: str) -> str:
    """OUT, or for standard output a name with the suffix of its format, which is `usual` unless --format says another.

    Raises Misuse for --format with another OUT.
    """
    if arguments.output == STREAM:
        return f"standard output.{(arguments.format or usual).removeprefix('.')}"
    if arguments.format is not None:
        raise Misuse(f"--format is for standard output (-); the name {short(arguments.output)!r} tells the format.")
    return str(arguments.output)


def file_name(text: str) -> str:
    """Argparse type of a file name: refuses the empty word that an unset shell variable leaves behind."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty; give that of a file")
    return text


def one_of(names: tuple[str, ...]) -> Callable[[str], str]:
    """Argparse type of one of these names, with a clearer error than `choices` gives."""

    def chosen(text: str) -> str:
        if text not in names:
            raise argparse.ArgumentTypeError(f"there is no {short(text)!r}; choose one of {', '.join(names)}")
        return text

    chosen.names = names  # type: ignore[attr-defined]  # read by what makes completions
    return chosen


def whole_number(text: str) -> int:
    """Argparse type of an integer, with a clearer error than `int` gives."""
    if not _WHOLE.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{short(text)!r} is not a whole number of at most 18 digits, such as 200")
    return int(text)


def number(text: str) -> float:
    """Argparse type of a number, with a clearer error than `float` gives."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{short(text)!r} is not a number, such as 0.2") from None


def sentence_about(error: Exception) -> str:
    """What to say of an exception that ended a command, or a part of one: one sentence instead of a traceback."""
    if isinstance(error, KpguiError):
        return str(error)
    if isinstance(error, MemoryError):
        return "there is not enough memory for this; take fewer points."
    hint = "KPGUI_DEBUG=1 shows where"
    if os.environ.get("KPGUI_DEBUG"):
        traceback.print_exception(error)
        hint = "see above"
    return f"this is a bug in kpgui, please report it ({type(error).__name__}: {error}; {hint})."


def add_session_arguments(parser: argparse.ArgumentParser, *, several: bool = False) -> None:
    """Adds the file of a session, or of several, and the options that override its settings."""
    add_file_arguments(parser, several=several)
    parser.add_argument("--kernel", metavar="EXPR", help="kernel, in place of the session's")
    parser.add_argument("--learner", metavar="EXPR", help="learner, in place of the session's")
    parser.add_argument(
        "--order",
        type=_order,
        metavar="ORDER",
        help=f"order in which an epoch presents the points: {', '.join(ORDERS)}, or their numbers from 0, as in 2,0,1",
    )
    parser.add_argument("--seed", type=whole_number, metavar="N", help="seed of every random choice")
    group = parser.add_argument_group("conventions of a textbook")
    group.add_argument("--tie", type=one_of(TIES), metavar="RULE", help=f"what f = 0 counts as: {', '.join(TIES)}")
    group.add_argument("--first", type=whole_number, metavar="I", help="the point that each epoch begins with, from 0")
    group.add_argument("--start-alpha", type=_numbers, metavar="A,B,…", help="α at the start, one number per point")
    group.add_argument("--start-w", type=_numbers, metavar="A,B,…", help="w at the start, as in --start-w=-1,0.5")
    group.add_argument("--start-b", type=number, metavar="B", help="b at the start")


def _order(text: str) -> str | list[float]:
    """Argparse type of an order: one of ORDERS, or the numbers of the points."""
    return one_of(ORDERS)(text) if text[:1].isalpha() or not text else _numbers(text)


_order.names = ORDERS  # type: ignore[attr-defined]  # read by what makes completions


def _numbers(text: str) -> list[float]:
    """Argparse type of a list of numbers, whole ones as such."""
    return [int(each) if _WHOLE.fullmatch(each.strip()) else number(each) for each in text.split(",")]


def trained(arguments: argparse.Namespace, session: "Session", stop: "StoppingPoint | None", name: str) -> "Model":
    """What a session's learner learns, to a place in its run or its end. name: of its file. Raises KpguiError."""
    from kpgui import api

    with arguments.console.working(f"training {name}") as token:
        model = api.train(session, stop, token)
    counted = f"{model.steps} steps, {model.mistakes} mistakes, {len(model.support)} support vectors"
    arguments.console.detail(f"{session.learner} with {model.kernel}: {counted}")
    return model


def chosen_session(arguments: argparse.Namespace, session: "Session") -> "Session":
    """The session with the settings that these arguments override."""
    from kpgui.model.conventions import Conventions

    given = {name: getattr(arguments, name) for name in SETTINGS if getattr(arguments, name) is not None}
    changed = {name: getattr(arguments, option) for name, option in CONVENTIONS.items()}
    if "order" in given:  # one of the names, which then holds as it stands, or a list
        by_hand = isinstance(given["order"], list)
        changed |= {"order": given["order"] if by_hand else ()}
        given |= {"order": "dataset" if by_hand else given["order"]}
    now = {name: value for name, value in changed.items() if value is not None}
    return replace(session, **given, conventions=Conventions.of(asdict(session.conventions) | now))


NAME = "{name}"
"""What stands in a pattern for the name of the file that is read, without its folder and suffix."""

SEE = "see `kpgui render --help`"


def targets(sources: list[str], output: str, suffix: str) -> list[str]:
    """The file to write for each source. output: a file, a folder, or a pattern with `{name}` in it.

    suffix: of the files in a folder. A folder is one that ends with a slash, or is there and has no suffix. Raises
    Misuse when several sources have the same target.
    """
    is_folder = output.endswith(("/", os.sep)) or (not Path(output).suffix and os.path.isdir(output))
    pattern = str(Path(output, NAME + suffix)) if is_folder else output
    if NAME not in pattern and len(sources) > 1:
        problem = f"{len(sources)} files need a folder or a pattern such as '{NAME}{suffix}' to be drawn to"
        raise Misuse(f"{problem}, not {short(output)!r}; {SEE}.")
    paths = [pattern.replace(NAME, Path(source).stem) for source in sources]
    _check_different(sources, paths)
    return paths


def _check_different(sources: list[str], paths: list[str]) -> None:
    by_target: dict[str, str] = {}
    for source, target in zip(sources, paths, strict=True):
        place = os.path.normcase(os.path.abspath(target))  # noqa: PTH100  # Path.resolve follows links, as nobody asked
        if place in by_target:
            both = f"{short(by_target[place])} and {short(source)}"
            raise Misuse(f"{both} would both be drawn to {short(target)}; {SEE}.")
        by_target[place] = source


def check_apart(sources: list[str], paths: list[str]) -> None:
    """Raises KpguiError when a target is one of the sources: a picture can be drawn from a picture, too."""
    read = {_identity(source) for source in sources} - {None}
    for target in paths:
        if _identity(target) in read:
            raise KpguiError(f"{target} cannot be saved: it is a file that is read; choose another name.")


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return None  # nothing there, or nothing that can be looked at: said when it is read or written
    return status.st_dev, status.st_ino
