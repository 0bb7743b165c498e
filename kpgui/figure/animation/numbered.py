"""Numbered PNGs in a folder, for LaTeX's animate package, video editors and flip books."""

import os
import re
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

from kpgui.figure.animation.encoder import Encoder
from kpgui.figure.animation.film import Film
from kpgui.figure.outputs.png import png_of
from kpgui.formats.storage.files import write_file, writing_problem
from kpgui.model.cancel import UNWATCHED, Token
from kpgui.model.errors import KpguiError

FRAME = re.compile(r".*-[0-9]{4,}\.png")


class Numbered(Encoder):
    """A folder `run.frames` with run-0001.png, run-0002.png and so on."""

    key = "frames"
    title = "Numbered PNG pictures"
    meaning = "a folder of pictures, one a frame; for LaTeX and video editors"
    suffixes = (".frames",)

    def pieces(self, film: Film, token: Token) -> Iterator[bytes]:
        return (png_of(image) for image in film.frames(token))

    def write(self, film: Film, path: Path, token: Token = UNWATCHED) -> None:
        """The frames go to a new folder beside it, which takes its place when all are there."""
        check_folder(path)
        new = path.with_name(f".kpgui-{secrets.token_hex(8)}.tmp")
        try:
            new.mkdir()
            for number, content in enumerate(self.pieces(film, token), 1):
                write_file(new / f"{path.stem}-{number:04d}.png", [content])
            if path.exists():
                shutil.rmtree(path)
            new.replace(path)
        except OSError as error:
            raise KpguiError(f"{path} cannot be saved: {writing_problem(path, error)}.") from error
        finally:
            shutil.rmtree(new, ignore_errors=True)


def check_folder(path: Path) -> None:
    """Raises KpguiError for a path at which there is something else than an earlier folder of frames."""
    if os.path.isdir(path):
        others = sorted(each.name for each in path.iterdir() if not FRAME.fullmatch(each.name))
        if others:
            raise KpguiError(f"{path} cannot be replaced: it is a folder with other files in it, such as {others[0]}.")
    elif os.path.lexists(path):
        raise KpguiError(f"{path} cannot be saved: it is a file, and the frames need a folder; choose another name.")
