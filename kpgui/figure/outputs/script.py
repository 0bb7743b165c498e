"""A Python script that holds the model and draws the picture."""

from kpgui.figure.outputs.picture import Output, Picture
from kpgui.figure.script.drawing import look_of
from kpgui.figure.script.script import script
from kpgui.model.errors import UNWATCHED, Token


class Script(Output):
    key = "script"
    title = "Python script"
    suffixes = (".py",)

    def content(self, picture: Picture, token: Token = UNWATCHED) -> bytes:
        token.check()
        named, facts = look_of(picture.scene.styled(picture.style), picture.style, picture.size)
        return script(picture.session, picture.outcome, named, facts).encode()
