"""How difficult a variant is: what `kpgui exercises --help` tells. It imports nothing, so that help is instant."""

LEAST_POINTS, MOST_POINTS, USUAL_POINTS = 3, 8, 6
"""A variant has as many points as the file, if these are few enough, or else the usual number."""

FARTHEST = 3
"""The largest |coordinate|; coordinates are whole numbers, and no point is at the origin."""

LEAST_UPDATES, MOST_UPDATES = 4, 8

MOST_EPOCHS = 4
"""Epochs after which a variant's run ends, if the file's learner does not end it before."""

CONVERGING = 0.75
"""Share of the variants whose run converges, where both kinds are found."""

LARGEST, LARGEST_BOUND, FINEST = 999, 99_999, 100
"""The largest numerator of f, w and b, the largest (R/γ)², and the largest denominator of what is computed with."""

MOST_VARIANTS = 2000

BAND = (
    f"A variant has {LEAST_POINTS} to {MOST_POINTS} points, as many as FILE, or {USUAL_POINTS}; whole coordinates "
    f"from -{FARTHEST} to {FARTHEST};\n{LEAST_UPDATES} to {MOST_UPDATES} updates in at most {MOST_EPOCHS} epochs; no "
    f"f, w or b above {LARGEST}. About {CONVERGING:.0%} of them converge."
)
