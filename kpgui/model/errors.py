"""The exception whose message is written for the user."""

from kpgui.model.quoting import sentence


class KpguiError(ValueError):
    """An error that the user can correct. Its message is one clear sentence: what is wrong, where, and what to do.

    It is shown unchanged in a dialog, on the status bar, or on stderr. Whatever data it quotes, it is one line of at
    most `kpgui.model.quoting.LONGEST` characters. Any other exception is a bug.
    """

    def __init__(self, text: str) -> None:
        super().__init__(sentence(text))
