"""The one exception that carries a sentence for the person in front of the program."""


class KpguiError(ValueError):
    """Something the user can mend. Its text is one clear sentence: what is wrong, where, and what to do.

    It is shown as it is: in a dialog, on the status bar, or as one line on stderr. Any other exception
    is a bug.
    """
