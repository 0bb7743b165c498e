"""The interface of outputs."""

from abc import ABC, abstractmethod
from typing import ClassVar

from kpgui.figure.outputs.picture import Picture
from kpgui.model.cancel import UNWATCHED, Token


class Output(ABC):
    """A kind of file that a picture is saved as. suffixes: of its files, the usual one first.

    drawn: whether it is made by `Picture.draw` alone, so that small multiples can be saved so, too.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]
    drawn: ClassVar[bool] = False

    @abstractmethod
    def content(self, picture: Picture, token: Token = UNWATCHED) -> bytes:
        """The content of the file; the same picture always gives the same bytes.

        Raises KpguiError when it cannot be made, and Cancelled.
        """
