"""A picture that LaTeX typesets by its package pgfplots."""

from kpgui.figure.application import painting_application
from kpgui.figure.outputs.base import Output
from kpgui.figure.outputs.picture import Picture
from kpgui.figure.painter import parts_of
from kpgui.figure.pgfplots.picture import pgfplots_picture
from kpgui.model.cancel import UNWATCHED, Token


class Pgfplots(Output):
    key = "pgfplots"
    title = "pgfplots picture"
    suffixes = (".tex",)

    def content(self, picture: Picture, token: Token = UNWATCHED) -> bytes:
        token.check()
        painting_application()
        scene, style = picture.scene.styled(picture.style), picture.style
        return pgfplots_picture(scene, style, parts_of(scene, style, *picture.paper))
