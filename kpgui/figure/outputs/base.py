"""The interface of outputs."""

from abc import ABC, abstractmethod
from typing import ClassVar

from kpgui.figure.outputs.picture import Picture
from kpgui.model.cancel import UNWATCHED, Token


class Output(ABC):
    """A kind of file that a picture is saved as. suffixes: of its files, the usual one first."""

    key: ClassVar[str]
    title: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]

    @abstractmethod
    def content(self, picture: Picture, token: Token = UNWATCHED) -> bytes:
        """The content of the file; the same picture always gives the same bytes.

        Raises KpguiError when it cannot be made, and Cancelled.
        """
