"""The registered formats, the recognition of a file's format, and what a format cannot store."""

from pathlib import Path

from kpgui.formats.arff import Arff
from kpgui.formats.base import RECOGNISED_BYTES, Format
from kpgui.formats.csv import Csv, Tsv
from kpgui.formats.mldemos import MlDemos
from kpgui.formats.npz import Npz
from kpgui.formats.orange import OrangeTab
from kpgui.formats.page import PageFormat
from kpgui.formats.pdf import Pdf
from kpgui.formats.png import Png
from kpgui.formats.session import SessionFile
from kpgui.formats.svg import Svg
from kpgui.formats.svmlight import Svmlight
from kpgui.formats.table import Table
from kpgui.language import _, later
from kpgui.model.errors import KpguiError, short
from kpgui.model.registry import Registry
from kpgui.model.session import Session, View

SETTINGS = {
    "kernel": later("the kernel"),
    "learner": later("the learner"),
    "order": later("the order"),
    "seed": later("the seed"),
    "reached": later("the step of the run"),
    "live": later("that Live is on"),
    "shape": later("the settings of the shape"),
    "ghosts": later("the ghosts"),
    "answers": later("the answers"),
    "conventions": later("the conventions"),
}
"""Fields of a session that a file of points cannot hold, and their names in a sentence."""


def losses(session: Session, form: Format, default: Session | None = None) -> tuple[str, ...]:
    """What would be lost if this session were saved in this format, one sentence each; empty when nothing is.

    Every format stores points bit for bit, in any number of dimensions, with their labels, order and held-out flags.
    Settings count as lost only where they differ from those that a file of points is opened with, which `default` has
    if they are spelt in another way than in `Session()`. Ids belong to the running program; no file stores them.
    """
    if form.holds_session:
        return ()
    lost = []
    default = default or Session()
    settings = [_(words) for name, words in SETTINGS.items() if getattr(session, name) != getattr(default, name)]
    if session.dataset.multiclass is not None:
        settings.append(_("more than two classes"))
    if settings:
        lost.append(
            _("{title} cannot hold {settings}; a .kpgui file can.").format(
                title=_(form.title), settings=_listed(settings)
            )
        )
    if session.view not in (View(), View.around(session.dataset.drawn)):
        lost.append(_("{title} cannot hold the view; a .kpgui file can.").format(title=_(form.title)))
    if not len(session.dataset):
        lost.append(
            _("{title} cannot be read back without a point in it; a .kpgui file can.").format(title=_(form.title))
        )
    return tuple(lost)


def _listed(words: list[str]) -> str:
    if len(words) == 1:
        return words[0]
    return _("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])


FORMATS: Registry[Format] = Registry(
    "format",
    (
        SessionFile(),
        Npz(),
        Png(),
        Pdf(),
        PageFormat(),
        Svg(),
        Arff(),
        OrangeTab(),
        MlDemos(),
        Svmlight(),
        Csv(),
        Tsv(),
        Table(),
    ),
)
"""All formats, in the order in which recognition tries them: those that accept the most content come last."""


def format_of(content: bytes, path: str | Path) -> Format:
    """The format of a file: the first that recognises its content; the suffix decides when none does.

    The suffix also decides when it names a special case of the recognised format, as TSV is of CSV.
    Raises KpguiError when neither content nor suffix is known.
    """
    claimed = by_suffix(path)
    start = content[:RECOGNISED_BYTES]
    found = next((each for each in FORMATS if each.can_read and each.recognises(start)), claimed)
    if found is None and not start.strip():
        raise KpguiError(
            _("{where} is empty; it should have one row for each point, such as 0.5,-1.2,1.").format(where=path)
        )
    if found is None:
        raise KpguiError(
            _("{path} is of no format that kpgui knows; known are {known}.").format(path=path, known=known())
        )
    return claimed if isinstance(claimed, type(found)) else found


def format_for(path: str | Path) -> Format:
    """The format in which a file of this name is saved. Raises KpguiError that lists the known suffixes."""
    found = by_suffix(path)
    if found is None or not found.can_write:
        suffix = Path(path).suffix
        problem = (
            _("the suffix {suffix!r} belongs to no format").format(suffix=short(suffix))
            if suffix
            else _("it has no suffix")
        )
        if found is not None:
            problem = _("it would be a {title}, which Save picture and kpgui render draw").format(title=_(found.title))
        raise KpguiError(
            _("{path} cannot be saved: {problem}; known are {known}.").format(
                path=path, problem=problem, known=known(written=True)
            )
        )
    return found


def by_suffix(path: str | Path) -> Format | None:
    """The format that has the suffix of this path, in any case; None if there is none."""
    suffix = Path(path).suffix.lower()
    return next((each for each in FORMATS if suffix in each.suffixes), None)


def known(written: bool = False) -> str:
    """The suffixes of all formats, or of those that are written, for messages."""
    return ", ".join(suffix for each in FORMATS if each.can_write or not written for suffix in each.suffixes)
