"""The answers that can be made of the hypotheses of one run: the last one, the vote of all, and their mean."""

from dataclasses import dataclass

from kpgui.model.expansion import Expansion
from kpgui.model.votes import Votes


@dataclass(frozen=True, eq=False)
class Answers:
    """The answers at a moment. count: number of hypotheses.

    vote: None if the hypotheses are too many to be asked, or the record of the first ones is dropped.
    """

    count: int
    last: Expansion
    vote: Votes | None
    mean: Expansion
