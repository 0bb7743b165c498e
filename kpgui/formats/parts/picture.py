"""Base class of the pictures that carry the session they show."""

import zlib
from abc import abstractmethod
from collections.abc import Iterator

from kpgui.formats.base import RECOGNISED_BYTES, Format
from kpgui.formats.session import SessionFile
from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.model.session import Session

MOST = 32_000_000
"""Bytes of a session's text in a picture, some 600 000 points: together with the largest file they fit in memory."""

_PIECE = 1 << 16
"""Bytes that are inflated at a time."""


class PictureFormat(Format):
    """A picture that carries the text of a session file beside what it shows, which is all that is read of it.

    The picture itself is never decoded. kpgui draws pictures but does not save sessions as such.
    """

    can_write = False
    holds_session = True

    def read(self, content: bytes, where: str) -> Session:
        start = content[:RECOGNISED_BYTES]
        if not start.removeprefix(b"\xef\xbb\xbf").strip():
            raise KpguiError(_("{where} is empty; it should be a picture that carries a session.").format(where=where))
        if not self.recognises(start):
            raise KpguiError(
                _("{where} is no {title}, whatever its name says.").format(where=where, title=_(self.title))
            )
        text = self.text_in(content, where)
        if text is None:
            raise KpguiError(
                _(
                    "{where} is a picture without a kpgui session; pictures that kpgui draws carry one, "
                    "unless another program saved them again."
                ).format(where=where)
            )
        return SessionFile().read(text, _("{where} (its session)").format(where=where))

    def in_pieces(self, session: Session) -> Iterator[bytes]:
        raise KpguiError(
            _("A session is not saved as a {title}; draw one with: kpgui render.").format(title=_(self.title))
        )

    @abstractmethod
    def text_in(self, content: bytes, where: str) -> bytes | None:
        """The text of the session file in a picture, None when there is none.

        Raises KpguiError when it is damaged or larger than MOST.
        """


def check_room(session_text: bytes) -> None:
    """Raises KpguiError for a session file that is too large to be read back from a picture."""
    if len(session_text) > MOST:
        raise KpguiError(
            _(
                "The session has more than the {most} MB that a picture can carry; save the picture "
                "without it, and the session in a .kpgui file."
            ).format(most=MOST // 1_000_000)
        )


def deflated(text: bytes) -> bytes:
    """The text as a zlib stream. Of numbers level 4 makes 4 % more than level 9 in a fifth of the time."""
    return zlib.compress(text, 4)


def inflated(packed: bytes | memoryview, where: str, room: int = MOST) -> bytes:
    """The zlib stream at the beginning of `packed`; what follows it is ignored.

    Raises KpguiError, before more than `room` bytes are unpacked, for a stream of more, and for a damaged one.
    """
    inflater, found, left = zlib.decompressobj(), [], room
    for start in range(0, len(packed), _PIECE):
        try:
            found.append(inflater.decompress(packed[start : start + _PIECE], left + 1))
        except zlib.error:
            raise damaged(where) from None
        left -= len(found[-1])
        if left < 0:
            raise too_large(where)
        if inflater.eof:
            return b"".join(found)
    raise damaged(where)


def damaged(where: str) -> KpguiError:
    return KpguiError(
        _("{where} carries a kpgui session that is damaged; take an earlier copy of the picture.").format(where=where)
    )


def too_large(where: str) -> KpguiError:
    return KpguiError(
        _("{where} carries a session of more than {most} MB, the most that is read from a picture.").format(
            where=where, most=MOST // 1_000_000
        )
    )
