"""Collects the texts anew, brings the catalogues up to date and says what is missing in each language.

    python packaging/languages/refresh.py [--check]

`--check` changes nothing, and fails if a catalogue is not up to date. Needs Babel, and Qt's libraries: the actions and
panels are collected from the window's own tables.
"""

import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# E402: found only with the path above, and Qt reads the environment.
from babel.messages.catalog import Catalog  # noqa: E402
from babel.messages.extract import extract_from_dir  # noqa: E402
from babel.messages.pofile import read_po, write_po  # noqa: E402
from compiling import LANGUAGES, compile_catalogues  # noqa: E402
from declared import declared  # noqa: E402

from kpgui.language import ENGLISH, NAMES  # noqa: E402

MARKS = {"_": None, "later": None, "ngettext": (1, 2), "plural": (2, 3)}
TEMPLATE = ROOT / LANGUAGES / "kpgui.pot"


def template() -> Catalog:
    """All texts, in the order of files; with the file that each comes from, not the line, which would always change."""
    catalog = Catalog(project="kpgui", copyright_holder="kpgui authors", fuzzy=False)
    catalog.mime_headers = [("Content-Type", "text/plain; charset=utf-8")]
    for text, place in sorted(collected(), key=lambda each: each[1]):
        catalog.add(text, locations=[(place, None)])
    return catalog


def collected() -> Iterator[tuple[str | tuple[str, ...], str]]:
    """Each text, or pair of forms for counts, and where it is from."""
    for file, _, text, _, _ in extract_from_dir(ROOT / "kpgui", keywords=MARKS, method_map=[("**.py", "python")]):
        yield text, f"kpgui/{file}"
    yield from declared()


def po_path(code: str) -> Path:
    return ROOT / LANGUAGES / code / "LC_MESSAGES" / "kpgui.po"


def refreshed(code: str, texts: Catalog) -> Catalog:
    """The catalogue of a language with all texts: new ones without translation, those that are gone left out."""
    path = po_path(code)
    catalog = Catalog(locale=code)
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=code)
    catalog.update(texts, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def written(catalog: Catalog, plurals: bool) -> bytes:
    """A catalogue as a file, without the dates that would make each one new."""
    catalog.fuzzy = False
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=120, omit_header=True, include_lineno=False)
    lines = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit"]
    if plurals:
        lines = [f"Language: {catalog.locale_identifier}", f"Plural-Forms: {catalog.plural_forms}", *lines]
    header = "".join(f'"{line}\\n"\n' for line in lines)
    return f'msgid ""\nmsgstr ""\n{header}\n'.encode() + buffer.getvalue().lstrip()


def untranslated(catalog: Catalog) -> list[str]:
    """The texts that a catalogue does not translate."""
    return [forms_of(each.id)[0] for each in catalog if each.id and not all(forms_of(each.string))]


def forms_of(text: str | Sequence[str] | None) -> tuple[str, ...]:
    return (text or "",) if isinstance(text, str | None) else tuple(text)


def main(arguments: list[str]) -> int:
    texts = template()
    files = {TEMPLATE: written(texts, plurals=False)}
    for code in NAMES:
        if code != ENGLISH:
            catalog = refreshed(code, texts)
            files[po_path(code)] = written(catalog, plurals=True)
            missing = untranslated(catalog)
            print(f"{code}: {len(catalog) - len(missing)} of {len(catalog)}", *missing, sep="\n  ")
    old = [path for path, content in files.items() if not path.exists() or path.read_bytes() != content]
    if "--check" in arguments:
        print(*(f"not up to date: {path.relative_to(ROOT)}" for path in old), sep="\n")
        return 1 if old else 0
    for path in old:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(files[path])
    compile_catalogues(ROOT)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
