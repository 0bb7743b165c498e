"""Templates of the perceptrons: with α, with weights, averaged, voted."""

SCORE = '''
def score(beta, b, i):
    """f(xᵢ) = Σⱼ βⱼ K(xⱼ, xᵢ) + b, and 0 if it is at most TIE of the size of its terms."""
    terms = beta * K[i]
    f = terms.sum() + b
    return f if abs(f) > TIE * (abs(terms).sum() + abs(b)) else 0.0
'''

DECISION = '''
def f(Z, beta, b):
    """f(z) = Σᵢ βᵢ K(xᵢ, z) + b at each row of Z."""
    values = np.full(len(Z), b)
    for i in np.flatnonzero(beta):
        values += beta[i] * kernel(X[i], Z)
    return values
'''

KERNEL_PERCEPTRON = '''
def train():
    """If y·f(x) ≤ 0, then α += 1 and f += η·y·K(x, ·). Returns α, β and b."""
    alpha, beta, b = np.zeros(n, int), np.zeros(n), 0.0
    step = 0
    for epoch in range(EPOCHS):
        learned = 0
        for i in presented(epoch):
            if step == STEPS:
                return alpha, beta, b
            step += 1
            mistake = y[i] * score(beta, b, i) <= 0
            if beta.any() and abs(beta).max() > TINY:  #? decay, step
                beta, b = DECAY * beta, DECAY * b  #? decay, step
            if mistake:  #? not alpha_cap
            if mistake and alpha[i] < ALPHA_CAP:  #? alpha_cap
                if beta.any() and abs(beta).max() > TINY:  #? decay, update
                    beta, b = DECAY * beta, DECAY * b  #? decay, update
                alpha[i] += 1
                beta[i] += ETA * y[i]
                b += ETA * y[i]  #? bias
                learned += 1
                if alpha.sum() == MAX_UPDATES:  #? max_updates
                    return alpha, beta, b  #? max_updates
        if not learned:
            break
    return alpha, beta, b
'''

TINY = '''
TINY = 1e-200
"""Coefficients that are all below this shrink no further: rounded to 0 they would make every score a tie."""
'''

MAPS = {
    "identity": "return x",
    "squares": "return np.concatenate([x, x**2], axis=-1)",
    "quadratic": "return (x[..., :, None] * x[..., None, :]).reshape(*x.shape[:-1], -1)",
    "full_quadratic": (
        "products = (x[..., :, None] * x[..., None, :]).reshape(*x.shape[:-1], -1)\n"
        "    return np.concatenate([np.ones_like(x[..., :1]), x, x, products], axis=-1)"
    ),
}
"""The bodies of `phi`, for points along the last axis."""

PERCEPTRON = '''
def train():
    """If y·(w·φ(x) + b) ≤ 0, then w += η·y·φ(x), α += 1 and β += η·y. Returns α, β and b; w = Σ βᵢ φ(xᵢ)."""
    alpha, beta, w, b = np.zeros(n, int), np.zeros(n), np.zeros(phi(X).shape[1]), 0.0
    added = np.zeros_like(w)  # what w is a sum of, in size
    step = 0
    for epoch in range(EPOCHS):
        mistakes = 0
        for i in presented(epoch):
            if step == STEPS:
                return alpha, beta, b
            step += 1
            score = w @ phi(X[i]) + b
            if y[i] * score <= TIE * (added @ abs(phi(X[i])) + abs(b)):
                alpha[i] += 1
                beta[i] += ETA * y[i]
                w += ETA * y[i] * phi(X[i])
                b += ETA * y[i]  #? bias
                added += ETA * abs(phi(X[i]))
                mistakes += 1
        if mistakes == 0:
            break
    return alpha, beta, b
'''

AVERAGED_PERCEPTRON = '''
def train():
    """The kernel perceptron; returns α, and of the mean of f over all steps β and b."""
    alpha, beta, b = np.zeros(n, int), np.zeros(n), 0.0
    total_beta, total_b = np.zeros(n), 0.0
    step = 0
    for epoch in range(EPOCHS):
        mistakes = 0
        for i in presented(epoch):
            if step == STEPS:
                return alpha, total_beta / max(1, step), total_b / max(1, step)
            step += 1
            if y[i] * score(beta, b, i) <= 0:
                alpha[i] += 1
                beta[i] += y[i]
                b += y[i]  #? bias
                mistakes += 1
            total_beta += beta
            total_b += b  #? bias
        if mistakes == 0:
            break
    return alpha, total_beta / max(1, step), total_b / max(1, step)
'''

VOTED_PERCEPTRON = '''
def train():
    """The kernel perceptron, whose hypotheses v₁, v₂, … all vote.

    Each has a vote for the step that made it and for each that it survived. Returns α, of the last hypothesis β and b,
    and of each mistake, which makes a hypothesis, the point and the votes.
    """
    alpha, beta, b = np.zeros(n, int), np.zeros(n), 0.0
    points, votes = [], []
    step = 0
    for epoch in range(EPOCHS):
        mistakes = 0
        for i in presented(epoch):
            if step == STEPS:
                return alpha, beta, b, points, votes
            step += 1
            if y[i] * score(beta, b, i) <= 0:
                alpha[i] += 1
                beta[i] += y[i]
                b += y[i]  #? bias
                points.append(i)
                votes.append(0)
                mistakes += 1
            votes[-1] += 1  # the first step is always a mistake, since f = 0
        if mistakes == 0:
            break
    return alpha, beta, b, points, votes
'''

VOTE = '''
def f(Z, points, votes):
    """f(z) = Σ cₖ sgn(vₖ(z)) / Σ cₖ at each row of Z, where vₖ has cₖ votes. Where vₖ is 0 a sign is rounding's."""
    v, total = np.zeros(len(Z)), np.zeros(len(Z))
    for i, count in zip(points, votes):
        v += y[i] * kernel(X[i], Z)  #? not bias
        v += y[i] * (kernel(X[i], Z) + 1)  #? bias
        total += count * np.sign(v)
    return total / max(1, sum(votes))
'''
