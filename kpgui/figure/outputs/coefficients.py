"""The points with their α and β as CSV, for a spreadsheet."""

from kpgui.figure.outputs.base import Output
from kpgui.figure.outputs.numbers import coefficients_csv
from kpgui.figure.outputs.picture import Picture
from kpgui.model.cancel import UNWATCHED, Token


class Coefficients(Output):
    key = "coefficients"
    title = "Coefficients"
    suffixes = (".csv",)

    def content(self, picture: Picture, token: Token = UNWATCHED) -> bytes:
        token.check()
        return coefficients_csv(picture.session, picture.outcome)
