"""The format of recovery copies: one file per session, written in milliseconds, however many points there are.

The first line holds a magic string and the SHA-256 of the rest, the second a JSON object; then follow the arrays in
binary. Writing text, as in a `.kpgui` file, would keep Python's interpreter, and so the window, busy for seconds.
"""

import hashlib
import json
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from kpgui.formats.parts.session import answers_of, conventions_of, ghosts_of, written_answer, written_ghost
from kpgui.language import _
from kpgui.model.dataset import Dataset
from kpgui.model.errors import KpguiError
from kpgui.model.multiclass import AllPoints, all_points, parted
from kpgui.model.session import ORDER, SEED, Reached, Session, View
from kpgui.recovery.fingerprint import Fingerprint

_MAGIC = b"kpgui recovery copy 1 "


@dataclass(frozen=True)
class Copy:
    """An unsaved session.

    path: the file it belongs to. fingerprint: that of the file when it was last opened or saved. at: when the copy was
    made, in seconds since 1970.
    """

    session: Session
    path: Path | None
    fingerprint: Fingerprint | None
    at: float


def packed(copy: Copy) -> bytes:
    """The content of a recovery file that holds this copy."""
    session, dataset, found = copy.session, copy.session.dataset, copy.session.dataset.multiclass
    points, labels, held_out, codes = dataset.points, dataset.labels, dataset.held_out, np.zeros(0, np.int64)
    if found is not None:
        every = all_points(dataset, found)
        points, labels, held_out, codes = every.points, found.signs[every.codes], every.held_out, every.codes
    head = {
        "path": None if copy.path is None else str(copy.path),
        "stamp": None if copy.fingerprint is None else asdict(copy.fingerprint),
        "at": copy.at,
        "kernel": session.kernel,
        "learner": session.learner,
        "order": session.order,
        "seed": session.seed,
        "view": asdict(session.view),
        "shape": points.shape,
        "reached": None if session.reached is None else asdict(session.reached),
        "live": session.live,
        "generator": session.shape,
        "columns": dataset.columns,
        "classes": dataset.classes,
        "ghosts": list(map(written_ghost, session.ghosts)),
        "conventions": session.conventions.changed,
        "answers": list(map(written_answer, session.answers)),
        "multiclass": found and (found.names, found.positive, found.negative),
    }
    arrays = (points.astype("<f8", copy=False), labels, held_out, codes.astype("<i8", copy=False))
    rest = b"".join([json.dumps(head).encode(), b"\n", *(array.tobytes() for array in arrays)])
    return b"".join([_MAGIC, hashlib.sha256(rest).hexdigest().encode(), b"\n", rest])


def unpacked(content: bytes) -> Copy:
    """The inverse of `packed`, bit for bit. Raises KpguiError when the content is incomplete or damaged."""
    first, __, rest = content.partition(b"\n")
    if first != _MAGIC + hashlib.sha256(rest).hexdigest().encode():
        raise KpguiError(_("It is not a whole recovery copy of this version."))
    line, __, arrays = rest.partition(b"\n")
    try:
        return _read(json.loads(line), arrays)
    except (KeyError, TypeError, ValueError, RecursionError):
        raise KpguiError(_("It is not a recovery copy that can be understood.")) from None


def _read(head: dict[str, Any], arrays: bytes) -> Copy:
    n, d = head["shape"]
    points = np.frombuffer(arrays, "<f8", n * d).reshape(n, d)
    labels = np.frombuffer(arrays, np.int8, n, offset=8 * n * d)
    held_out = np.frombuffer(arrays, bool, n, offset=8 * n * d + n)
    columns = head.get("columns", ())
    if head.get("multiclass"):
        codes = np.frombuffer(arrays, "<i8", n, offset=8 * n * d + 2 * n)
        names, positive, negative = head["multiclass"]
        dataset = parted(AllPoints(points, held_out, codes, np.arange(n)), names, positive, negative, columns)
    else:
        dataset = Dataset.of(points, labels, held_out).named(columns, head.get("classes", ()))
    view = View(**{name: float(edge) for name, edge in head["view"].items()})
    if not (isfinite(view.xmax - view.xmin) and isfinite(view.ymax - view.ymin)):
        raise ValueError("a view without size")
    session = Session(
        dataset=dataset,
        kernel=str(head["kernel"]),
        learner=str(head["learner"]),
        order=ORDER.validate(head["order"], "order"),  # type: ignore[arg-type]  # a choice
        seed=SEED.validate(head["seed"], "seed"),  # type: ignore[arg-type]  # a whole number
        view=view,
        reached=_reached(head.get("reached")),  # copies of before have neither it nor the next three, nor names
        live=bool(head.get("live", False)),
        shape=str(head.get("generator", "")),
        ghosts=ghosts_of(head.get("ghosts", []), _("The recovery copy")),
        conventions=conventions_of(head.get("conventions", {}), _("The recovery copy")),
        answers=answers_of(head.get("answers", []), _("The recovery copy")),
    )
    path = None if head["path"] is None else Path(head["path"])
    fingerprint = None if head["stamp"] is None else Fingerprint(**head["stamp"])
    return Copy(session, path, fingerprint, float(head["at"]))


def _reached(value: dict[str, Any] | None) -> Reached | None:
    return None if value is None else Reached(**{name: int(count) for name, count in value.items()})
