"""What's This: a click on any part of the window, or of a dialog, says what it is for."""

from html import escape

from PySide6.QtWidgets import QAbstractButton, QWhatsThis, QWidget

from kpgui.language import without_key
from kpgui.ui.look.plain_text import rich


def enter(window: QWidget) -> None:
    """Begin the mode in which the next click asks. The texts are set only now: some tooltips change as one works."""
    for widget in (window, *window.findChildren(QWidget)):
        if text := sentence(widget):
            widget.setWhatsThis(rich(text))
    QWhatsThis.enterWhatsThisMode()


def sentence(widget: QWidget) -> str:
    """The name of a widget, and below it its tooltip or what a screen reader says of it; "" if it has neither.

    What has none is explained by what it is in, as a label is by its panel: Qt asks from the inside out.
    """
    told = widget.toolTip() or widget.accessibleDescription()
    if not told:
        return ""
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    name = without_key(widget.accessibleName() or text)
    body = escape(told).replace("\n", "<br>")
    return f"<p><b>{escape(name)}</b></p><p>{body}</p>" if name and name != told else f"<p>{body}</p>"
