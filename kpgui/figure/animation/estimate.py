"""An estimate of an animation's size, made before all of its frames are."""

from kpgui.figure.animation.encoder import Encoder
from kpgui.figure.animation.film import Film
from kpgui.language import _
from kpgui.model.cancel import UNWATCHED, Token
from kpgui.model.number import shown
from kpgui.words.counters import plural

PLACES, RUN = 3, 4
"""Places in the film at which so many consecutive frames are encoded: what one adds depends on how much changes."""


def estimated_size(encoder: Encoder, film: Film, token: Token = UNWATCHED) -> int:
    """About how many bytes it will have: a first frame, and for each further one what frames add in some places.

    Exact when it is short. Raises as `Encoder.pieces` does.
    """

    def size(start: int, stop: int) -> int:
        token.check()
        return sum(map(len, encoder.pieces(film.excerpt(range(start, stop)), Token(token.cancelled))))

    count = len(film)
    if count <= PLACES * RUN:
        return size(0, count)
    starts = [round(k * (count - RUN) / (PLACES - 1)) for k in range(PLACES)]
    alone = [size(start, start + 1) for start in starts]
    added = sum(size(start, start + RUN) - one for start, one in zip(starts, alone, strict=True))
    return round(alone[0] + (count - 1) * added / (PLACES * (RUN - 1)))


def summary(film: Film, size: int | None = None) -> str:
    """Frames, length and size in words.

    size: in bytes; None while it is not known.
    """
    length = film.settings.length(len(film))
    parts = [plural(len(film), "{n} frame", "{n} frames"), f"{shown(length, 3)} s"]
    if size is not None:
        parts.append(_("about {size}").format(size=megabytes(size)))
    return ", ".join(parts)


def megabytes(size: int) -> str:
    """
    >>> megabytes(1_234_567), megabytes(40_000)
    ('1.2 MB', '40 kB')
    """
    return f"{shown(size / 1e6, 2)} MB" if size >= 1e5 else f"{shown(max(1.0, size / 1e3), 2)} kB"
