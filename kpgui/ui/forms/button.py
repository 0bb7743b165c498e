"""Push buttons of panels and dialogs."""

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton, QWidget

from kpgui.ui.look.plain_text import plain


def push_button(
    parent: QWidget, name: str, text: str, act: Callable[[], object], tip: str = "", link: bool = False
) -> QPushButton:
    """A button that does something when it is clicked, but not at Return in a field. link: that it looks like one."""
    button = QPushButton(text, parent)
    button.setObjectName(name)
    button.setProperty("link", link)
    button.setToolTip(plain(tip))
    button.setAutoDefault(False)
    button.clicked.connect(act)
    return button
