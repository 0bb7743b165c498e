"""The one exception that carries a sentence for the person in front of the program."""

from kpgui.model.quoting import sentence


class KpguiError(ValueError):
    """Something the user can mend. Its text is one clear sentence: what is wrong, where, and what to do.

    It is shown as it is: in a dialog, on the status bar, or as one line on stderr. Whatever it quotes, it is one line
    of at most `kpgui.model.quoting.LONGEST` characters. Any other exception is a bug.
    """

    def __init__(self, text: str) -> None:
        super().__init__(sentence(text))
