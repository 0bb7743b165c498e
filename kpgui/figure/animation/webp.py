"""WebP, for web pages: all colours, a few hundred kilobytes."""

import io
from collections.abc import Iterator
from typing import Any

from kpgui.figure.animation.encoder import Encoder, rgb_of
from kpgui.figure.animation.film import Film
from kpgui.model.errors import Token

QUALITY, METHOD = 85, 2
"""Of 100, and the effort of the encoder, of 6."""


class WebP(Encoder):
    key = "webp"
    title = "WebP animation"
    meaning = "small, in all colours; for web pages"
    suffixes = (".webp",)

    def pieces(self, film: Film, token: Token) -> Iterator[bytes]:
        file = io.BytesIO()
        timing = {"duration": film.durations, "loop": 0}
        _lazy_image(film, token).save(file, "WEBP", save_all=True, quality=QUALITY, method=METHOD, **timing)
        yield file.getvalue()


def _lazy_image(film: Film, token: Token) -> Any:
    """The frames as one image of Pillow's, which has only one of them in memory."""
    from PIL import Image

    class LazyImage(Image.Image):
        n_frames = len(film)

        def seek(self, number: int) -> None:
            token.report(number / len(film))
            self.im = Image.fromarray(rgb_of(film.frame(number))).im

        def tell(self) -> int:
            return 0

    image = LazyImage()
    image._mode, image._size = "RGB", film.size
    if len(film) == 1:
        image.seek(0)  # a still picture is not sought in
    return image
