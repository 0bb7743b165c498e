"""The texts of lessons: simple marks, and numbers that say how they are computed."""

import re
from html import escape

CLAIM = re.compile(r"\{([^{}|]{1,40})\|([^{}|]{1,200})\}")
"""A number in a text and how it is computed, as in `{5|mistakes}`: only the number is shown."""

_MARKS = (
    (re.compile(r"`([^`\n]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*\n]+)\*\*"), r"<b>\1</b>"),
    (re.compile(r"\*([^*\n]+)\*"), r"<i>\1</i>"),
)


def plain_text(text: str) -> str:
    """The text without marks, and without how its numbers are computed.

    >>> plain_text("It makes {5|mistakes} *mistakes*.")
    'It makes 5 mistakes.'
    """
    shown = CLAIM.sub(r"\1", text)
    for mark, __ in _MARKS:
        shown = mark.sub(r"\1", shown)
    return shown


def rich_text(text: str) -> str:
    """The text as HTML: *italics*, **bold**, `code`. Everything else is shown as it is, so nothing can be loaded.

    >>> rich_text("a *b* <img src=x>")
    'a <i>b</i> &lt;img src=x&gt;'
    """
    html = escape(CLAIM.sub(r"\1", text), quote=False)
    for mark, shown in _MARKS:
        html = mark.sub(shown, html)
    return html
