"""A session as a line of letters and digits that survives a chat: kernel, learner, settings and points.

`kpgui1-` and a number in base 62: the check sum, then the deflated text of a session file. Letters and digits alone are
left as they are by programs that make italics of `*` and `_`, and smileys of colons.
"""

import re
import zlib
from dataclasses import replace
from math import ceil, log10
from string import ascii_letters, digits

from kpgui.formats.session import SessionFile
from kpgui.language import _
from kpgui.model.errors import KpguiError
from kpgui.model.param import grouped
from kpgui.model.session import Session, View

PREFIX, VERSION = "kpgui", 1
SHORT = 1000
"""Most characters with all digits of the points; in a longer text they are rounded."""

MOST = 4000
"""Most characters, those of a message in most chats."""

MOST_INFLATED = 1_000_000
"""Most bytes of the session's text: what is pasted comes from strangers."""

MOST_LINES = 100
"""Most lines into which a mail may have broken it."""

_DIGITS = digits + ascii_letters
_TEXT = re.compile(rf"\b{PREFIX}(\d{{1,6}})-([0-9A-Za-z\s]+)")


def setting_text(session: Session) -> tuple[str, int | None]:
    """The session as text, and to how many decimals its points are rounded there, None if they are not.

    Its view, ghosts and answers are left out. Raises KpguiError when it has too many points.
    """
    shown = Session(
        session.dataset, session.kernel, session.learner, session.order, session.seed, conventions=session.conventions
    )
    text, decimals = _encoded(shown), None
    if len(text) > SHORT and len(session.dataset):
        points = session.dataset.points
        decimals = max(2, 3 - ceil(log10(max(float((points.max(axis=0) - points.min(axis=0)).max()), 1e-300))))
        text = _encoded(replace(shown, dataset=replace(session.dataset, points=points.round(decimals))))
    if len(text) > MOST:
        raise KpguiError(
            _("{n} points make a text of {count} characters, and a message has {most}: save a file instead.").format(
                n=grouped(len(session.dataset)), count=grouped(len(text)), most=grouped(MOST)
            )
        )
    return text, decimals


def setting_in(text: bytes) -> Session | None:
    """The session in a UTF-8 text, with other words around it and line breaks in it; None if there is none.

    Raises KpguiError when it is not as it was copied, is from a newer version, or is no session.
    """
    found = _TEXT.search(text.decode(errors="replace"))
    if found is None:
        return None
    if int(found[1]) != VERSION:
        raise KpguiError(_("This setting was copied from a newer kpgui; update kpgui to paste it."))
    words = found[2][: 2 * MOST].split()[:MOST_LINES]
    content = next(filter(None, (_decoded("".join(words[:k])) for k in range(len(words), 0, -1))), None)
    if content is None:
        raise KpguiError(_("The setting on the clipboard is not as it was copied; copy the whole of it again."))
    session = SessionFile().read(content, _("The clipboard"))
    return replace(session, view=View.around(session.dataset.points))


def _encoded(session: Session) -> str:
    content = SessionFile().write(session)
    squeezed = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    body = squeezed.compress(content) + squeezed.flush()
    number = int.from_bytes(b"\1" + zlib.crc32(body).to_bytes(4) + body)
    text = ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        text = _DIGITS[digit] + text
    return f"{PREFIX}{VERSION}-{text}"


def _decoded(text: str) -> bytes | None:
    """The session's text; None if the check sum is not that of the rest."""
    number = 0
    for each in text:
        number = number * len(_DIGITS) + _DIGITS.index(each)
    data = number.to_bytes(-(-number.bit_length() // 8))
    check, body = data[1:5], data[5:]
    if zlib.crc32(body).to_bytes(4) != check:
        return None
    try:
        return zlib.decompressobj(wbits=-zlib.MAX_WBITS).decompress(body, MOST_INFLATED)
    except zlib.error:
        return None
