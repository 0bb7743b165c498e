"""Reading a file for the window, in a background thread. Formats are imported when first used."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

from kpgui.language import _
from kpgui.model.cancel import Token
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session
from kpgui.model.split import subsample
from kpgui.ui.look.thumbnails import thumbnail
from kpgui.words.counters import plural

if TYPE_CHECKING:
    from kpgui.formats.importing import Recognised
    from kpgui.formats.tabular.choices import Choices
    from kpgui.formats.tabular.report import FilePreview
    from kpgui.recovery.fingerprint import Fingerprint


@dataclass(frozen=True)
class Read:
    """A file that was read: its session and a thumbnail. whole: whether it holds a session, not points alone.

    fingerprint: of the file when it was read. remarks: what was skipped or changed, one sentence each.
    """

    path: Path
    session: Session
    picture: QImage
    whole: bool
    fingerprint: "Fingerprint | None"
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Unclear:
    """A file whose columns, classes or header the user must choose. remarks: sentences to show once it is open."""

    path: Path
    file: "Recognised"
    preview: "FilePreview"
    remarks: tuple[str, ...] = ()


def read_file(
    path: Path, remembered: "Choices | None", token: Token, ask: bool = False, remarks: tuple[str, ...] = ()
) -> Read | Unclear:
    """Read a file, or return it as Unclear if `ask`, or if it is ambiguous and the `remembered` choices do not fit.

    remarks: added to those on the file. Also removes unfinished files that killed processes left in the folder.
    Raises KpguiError.
    """
    from kpgui.formats.importing import recognise
    from kpgui.formats.storage.unfinished import sweep

    sweep(path.parent)
    file = recognise(path)
    if not file.form.holds_session and (ask or os.path.isfile(path)):
        found, unclear = _looked_at(file, remembered)
        if ask or unclear:
            return Unclear(path, file, found, remarks)
    return read_as_chosen(path, file, remembered, token, remarks)


def read_as_chosen(
    path: Path, file: "Recognised", choices: "Choices | None", token: Token, remarks: tuple[str, ...] = ()
) -> Read:
    """Read a file that was opened before, under these choices. Raises KpguiError."""
    from kpgui.api import checked
    from kpgui.recovery.fingerprint import Fingerprint

    imported = file.read(choices, token)
    session = checked(imported.session, path)
    if session.dataset.d != 2:
        raise KpguiError(
            _(
                "{path} has points with {coordinates}, and the canvas draws 2; train on it with: kpgui train {name}"
            ).format(
                path=path, coordinates=plural(session.dataset.d, "{n} coordinate", "{n} coordinates"), name=path.name
            )
        )
    fingerprint = Fingerprint.of_content(file.content, file.status) if file.status else None
    remarks = imported.report.remarks + remarks
    return Read(path, session, thumbnail(session.dataset), file.form.holds_session, fingerprint, remarks)


def read_first(paths: Sequence[Path], token: Token) -> Read | Unclear:
    """Read the first of these files that can be read. Raises KpguiError when there is none."""
    problems: list[str] = []
    for path in paths:
        try:
            left = ", ".join(other.name for other in paths if other != path)
            return read_file(
                path, None, token, remarks=(_("One file at a time: {left} was left aside.").format(left=left),)
            )
        except KpguiError as error:
            problems.append(str(error))
    raise KpguiError(
        _("None of the {count} files can be opened. The first: {first}").format(count=len(problems), first=problems[0])
    )


def sampled(read: Read, count: int, seed: int) -> Read:
    """Return what was read with a random sample of `count` points instead of all."""
    dataset = subsample(read.session.dataset, count, seed)
    return replace(read, session=replace(read.session, dataset=dataset), picture=thumbnail(dataset))


def _looked_at(file: "Recognised", remembered: "Choices | None") -> tuple["FilePreview", bool]:
    """A preview under the remembered choices, and whether to ask: they are missing or no longer fit the file."""
    from kpgui.words.importing import needs_asking

    if remembered is None:
        found = file.preview()
        return found, needs_asking(found)
    try:
        found = file.preview(remembered)
    except KpguiError:
        return file.preview(), True
    return found, bool(found.problem)
