"""The kinds of entries: a module each, which declares `collect(part, folder)`."""

from importlib import import_module
from typing import Any, NamedTuple

LANGUAGES = "en", "de", "fr", "es", "zh_CN"


class Kind(NamedTuple):
    """key: of --only, of the module, and of the file. parts: collected in a process and kept in a file each."""

    letter: str
    key: str
    what: str
    parts: tuple[str, ...] = ("",)

    def collect(self, part: str, folder: str) -> dict[str, Any]:
        """The entries by their names; `folder` is where pictures are kept, "" if they are not."""
        return import_module(f"tests.manifest.{self.key}").collect(part, folder)


KINDS = (
    Kind("a", "training", "`train --json` of files, kernels and learners"),
    Kind("b", "pictures", "digests of `render` as PNG, SVG and PDF"),
    Kind("c", "screenshots", "digests of the canvas in each theme and size"),
    Kind("d", "names", "ids of actions, shortcuts, object names"),
    Kind("e", "sessions", "sessions saved, opened and converted"),
    Kind("f", "listing", "`kpgui list`"),
    Kind("g", "instruments", "texts and tables of the instruments", LANGUAGES),
    Kind("h", "exports", "every export of data"),
    Kind("i", "film", "the frames of animations"),
    Kind("j", "accessibility", "the accessibility tree and the order of focus"),
)


def chosen(words: str) -> list[Kind]:
    """The kinds of a list of keys or letters; all for "". Raises ValueError for one that there is not."""
    wanted = set(filter(None, words.split(",")))
    unknown = wanted - {name for kind in KINDS for name in (kind.key, kind.letter)}
    if unknown:
        raise ValueError(f"no kind {', '.join(sorted(unknown))}; there are {', '.join(kind.key for kind in KINDS)}")
    return [kind for kind in KINDS if not wanted or wanted & {kind.key, kind.letter}]
