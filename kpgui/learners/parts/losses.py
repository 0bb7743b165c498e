"""Hinge losses of all points, for learners that minimise them."""

from typing import Any

import numpy as np

from kpgui.language import _
from kpgui.model.arrays import Floats
from kpgui.model.mechanism import Bars
from kpgui.model.param import param
from kpgui.model.reading import Moment


def c_param(meaning: str, slider: float) -> Any:
    """The parameter `C`, the weight of the loss. slider: the value that its slider goes up to."""
    return param(1.0, meaning, scale="log", low=0, open_low=True, high=1e9, slider=(0.01, slider))


def losses(moment: Moment, margins: Floats) -> Floats:
    """max(0, 1 − y·f(x)) of each point, (n,); 0 for points that are held out. margins: y·f(x), (n,)."""
    return np.where(moment.session.dataset.held_out, 0.0, np.maximum(0.0, 1.0 - margins))


def loss_bars(moment: Moment, found: Floats | None) -> Bars:
    """The points with the largest losses; where they are not known, those with the largest |β|."""
    if found is None:
        beta = moment.frame.expansion.beta
        return Bars.largest(_("|β|, the largest first: no losses, behind the last step"), "β", beta)
    return Bars.largest(_("Loss ℓ = max(0, 1 − y·f) now, the largest first"), "ℓ", found)


def mean_loss(moment: Moment, found: Floats | None) -> float | None:
    """The mean over the points trained on."""
    return None if found is None else float(found.sum()) / max(1, len(moment.session.dataset.training))
