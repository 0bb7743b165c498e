"""The model as JSON: all that f takes, for other programs."""

from kpgui.figure.outputs.base import Output
from kpgui.figure.outputs.numbers import model_json
from kpgui.figure.outputs.picture import Picture
from kpgui.model.cancel import UNWATCHED, Token


class Model(Output):
    key = "model"
    title = "Model"
    suffixes = (".json",)

    def content(self, picture: Picture, token: Token = UNWATCHED) -> bytes:
        token.check()
        return model_json(picture.session, picture.outcome)
