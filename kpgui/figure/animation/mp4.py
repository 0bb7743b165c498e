"""MP4 (H.264), by the program ffmpeg."""

import contextlib
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from kpgui.figure.animation.encoder import Encoder, rgb_of
from kpgui.figure.animation.film import Film
from kpgui.language import _, later
from kpgui.model.errors import KpguiError, Token
from kpgui.process import program

MISSING = later(
    "An MP4 needs the program ffmpeg, which is not installed: install ffmpeg, or kpgui with its extra `video` "
    "(pip install 'kpgui[video]'), or choose GIF or WebP."
)

QUALITY = 20
"""x264's constant rate factor: less is better and larger."""

BLOCK = 1 << 20


class Mp4(Encoder):
    key = "mp4"
    title = "MP4 video"
    meaning = "smallest; for slides and video sites"
    suffixes = (".mp4",)
    even = True

    def problem(self) -> str:
        return "" if ffmpeg() else _(MISSING)

    def pieces(self, film: Film, token: Token) -> Iterator[bytes]:
        encoder = ffmpeg()
        if encoder is None:
            raise KpguiError(_(MISSING))
        with tempfile.TemporaryDirectory(prefix="kpgui-", ignore_cleanup_errors=True) as folder:
            path, errors = Path(folder, "film.mp4"), Path(folder, "errors")
            with errors.open("wb") as log:
                process = _started([encoder, *_arguments(film), str(path)], log)
                try:
                    _feed(process, film, token)
                finally:
                    _end(process)
            if process.returncode:
                raise KpguiError(_("ffmpeg could not make the video: {errors}.").format(errors=_reason(errors)))
            with path.open("rb") as file:
                while block := file.read(BLOCK):
                    yield block


def ffmpeg() -> str | None:
    """The program: that of imageio-ffmpeg, which surely has H.264, or one on the PATH."""
    with contextlib.suppress(ImportError):
        import imageio_ffmpeg

        # Its own search would try a bare name, which the system looks for in an empty entry of the PATH as well.
        for path in Path(imageio_ffmpeg.__file__).parent.glob("binaries/ffmpeg-*"):
            return str(path)
    return program("ffmpeg")


def _arguments(film: Film) -> list[str]:
    """Raw frames in, H.264 that every player reads out; one thread leaves a core to the window."""
    rate = f"{film.settings.fps:g}"
    width, height = film.size
    hold = f"tpad=stop_mode=clone:stop_duration={film.settings.hold:g}"
    return [
        *("-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}"),
        *("-framerate", rate, "-i", "-", "-an"),
        *("-vf", f"{hold},scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"),
        *("-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"),
        *("-c:v", "libx264", "-crf", str(QUALITY), "-threads", "1", "-movflags", "+faststart"),
        *("-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact"),
    ]


def _started(command: list[str], log: IO[bytes]) -> "subprocess.Popen[bytes]":
    """The process, which writes its errors to `log`. Raises KpguiError when it cannot be started."""
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=log,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        problem = f"{command[0]}: {error.strerror}"
        raise KpguiError(_("ffmpeg could not make the video: {errors}.").format(errors=problem)) from error


def _feed(process: "subprocess.Popen[bytes]", film: Film, token: Token) -> None:
    """Writes the frames, and waits for the end."""
    assert process.stdin is not None
    try:
        for image in film.frames(token):
            process.stdin.write(rgb_of(image).tobytes())
        process.stdin.close()
    except BrokenPipeError:
        pass  # it has given up, and said why
    while True:
        token.check()
        try:
            process.wait(0.05)
            return
        except subprocess.TimeoutExpired:
            pass


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Ends the process, if it was cancelled or has failed, and closes its pipe."""
    process.kill()
    process.wait()
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()


def _reason(errors: Path) -> str:
    """What ffmpeg said last, for a sentence."""
    lines = errors.read_text("utf-8", "replace").strip().splitlines()
    return lines[-1].strip().rstrip(".") if lines else _("it ended without a word")
