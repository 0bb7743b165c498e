"""Numbered PNGs in a folder, for LaTeX's animate package, video editors and flip books."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from kpgui.figure.animation.encoder import Encoder
from kpgui.figure.animation.film import Film
from kpgui.figure.outputs.png import png_of
from kpgui.formats.storage.files import writing_problem
from kpgui.formats.storage.unfinished import REPLACED, unfinished_folder
from kpgui.language import _
from kpgui.model.cancel import UNWATCHED, Token
from kpgui.model.errors import KpguiError


class Numbered(Encoder):
    """A folder `run.frames` with run-0001.png, run-0002.png and so on."""

    key = "frames"
    title = "Numbered PNG pictures"
    meaning = "a folder of pictures, one a frame; for LaTeX and video editors"
    suffixes = (".frames",)

    def pieces(self, film: Film, token: Token) -> Iterator[bytes]:
        return (png_of(image) for image in film.frames(token))

    def write(self, film: Film, path: Path, token: Token = UNWATCHED) -> None:
        """The frames go to a new folder beside it, which takes its place when all are there; a link stays one."""
        check_frames(path)
        place = Path(os.path.realpath(path))
        try:
            with unfinished_folder(place.parent) as folder:
                new, old = folder / "new", folder / REPLACED
                new.mkdir()
                for number, content in enumerate(self.pieces(film, token), 1):
                    (new / f"{path.stem}-{number:04d}.png").write_bytes(content)
                try:
                    if place.exists():
                        place.replace(old)
                    new.replace(place)
                except BaseException:
                    if old.exists() and not place.exists():
                        old.replace(place)
                    raise
        except OSError as error:
            raise _problem(path, error) from error


def check_frames(path: Path) -> None:
    """Raises KpguiError for a path at which there is something else than an earlier folder of frames."""
    if os.path.isdir(path):
        frame = re.compile(re.escape(path.stem) + r"-[0-9]{4,}\.png")
        try:
            with os.scandir(path) as inside:
                others = sorted(each.name for each in inside if each.is_dir() or not frame.fullmatch(each.name))
        except OSError as error:
            raise _problem(path, error) from error
        if others:
            raise KpguiError(
                _("{path} cannot be replaced: it is a folder with other files in it, such as {others}.").format(
                    path=path, others=others[0]
                )
            )
    elif os.path.lexists(path):
        raise KpguiError(
            _("{path} cannot be saved: it is a file, and the frames need a folder; choose another name.").format(
                path=path
            )
        )


def _problem(path: Path, error: OSError) -> KpguiError:
    """What the system says of a folder of frames."""
    place = Path(os.path.realpath(path))
    beside = place.with_name(f"{place.name}.new")  # that the place itself is a folder is no problem here
    return KpguiError(_("{path} cannot be saved: {reason}.").format(path=path, reason=writing_problem(beside, error)))
