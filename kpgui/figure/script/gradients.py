"""Templates of the learners that may learn at any step: NORMA, Pegasos, the passive-aggressive one; and of the SVM."""

NORMA = '''
def train():
    """f *= 1 − ηλ; if y·f(x) was < ρ, then f += η·y·K(x, ·). Returns α, β, b and the margin ρ."""
    alpha, beta, b, rho = np.zeros(n, int), np.zeros(n), 0.0, RHO
    terms = []  # (point, coefficient), oldest first  #? truncate
    step = 0
    for epoch in range(EPOCHS):
        mistakes = 0
        for i in presented(epoch):
            if step == STEPS:
                return alpha, beta, b, rho
            step += 1
            eta = ETA  #? constant
            eta = ETA / np.sqrt(step)  #? sqrt
            margin = y[i] * score(beta, b, i)
            learns = margin < rho or margin == rho == 0
            mistakes += margin <= 0
            beta *= 1 - eta * LAM
            terms = [(j, (1 - eta * LAM) * c) for j, c in terms]  #? truncate
            if learns:
                alpha[i] += margin <= 0
                beta[i] += eta * y[i]
                b += eta * y[i]  #? bias
                terms.append((i, eta * y[i]))  #? truncate
                if len(terms) > TRUNCATE:  #? truncate
                    dropped, _ = terms.pop(0)  #? truncate
                    beta[dropped] = sum(c for j, c in terms if j == dropped)  #? truncate
            rho += eta * (NU - learns)  #? nu
        if mistakes == 0:
            break
    return alpha, beta, b, rho
'''

PEGASOS = '''
def train():
    """At the t-th step f *= 1 − 1/t; if y·f(x) was < 1, then f += y·K(x, ·) / (λt). Returns α, β and b.

    So β = y·count / (λt), where count is how often a point was inside the margin.
    """
    alpha, count, b = np.zeros(n, int), np.zeros(n), 0.0
    step = 0
    for epoch in range(EPOCHS):
        mistakes = 0
        for i in presented(epoch):
            if step == STEPS:
                return alpha, y * count / (LAM * max(1, step)), b
            margin = y[i] * score(y * count, b, i)  # λ(t − 1) times that of f
            if margin <= 0 or margin < LAM * step:
                count[i] += 1
            if margin <= 0:
                alpha[i] += 1
                mistakes += 1
            step += 1
        if mistakes == 0:
            break
    return alpha, y * count / (LAM * max(1, step)), b
'''

PASSIVE_AGGRESSIVE = '''
def train():
    """Where y·f(x) < 1, the smallest change of f that makes it 1, as far as C allows. Returns α, β and b."""
    alpha, beta, b = np.zeros(n, int), np.zeros(n), 0.0
    step = 0
    for epoch in range(EPOCHS):
        mistakes = 0
        for i in presented(epoch):
            if step == STEPS:
                return alpha, beta, b
            step += 1
            margin = y[i] * score(beta, b, i)
            loss = 1 - margin
            if loss <= TIE * abs(beta * K[i]).sum():
                continue
            if margin <= 0:
                alpha[i] += 1
                mistakes += 1
            tau = min(C, loss / K[i][i]) if K[i][i] > 0 else C  #? PA-I
            tau = loss / (max(0.0, K[i][i]) + 1 / (2 * C))  #? PA-II
            beta[i] += tau * y[i]
        if mistakes == 0:
            break
    return alpha, beta, b
'''

SVM = '''
def train():
    """Minimises ½αᵀQα − Σα, 0 ≤ α ≤ C, yᵀα = 0, with Q = yyᵀ∘K, by SMO: two α at a time. Returns α, β = αy and b.

    v = y − Σⱼ αⱼyⱼK(xⱼ, ·): α is optimal when no v of a point whose yα may grow is above a v of one whose yα may fall.
    """
    alpha, v = np.zeros(n), y.astype(float)
    diagonal = np.array([K[i][i] for i in range(n)])
    step = 0
    while True:
        grows = trained & np.where(y > 0, alpha < C, alpha > 0)
        falls = trained & np.where(y > 0, alpha > 0, alpha < C)
        top, bottom = v[grows].max(initial=-np.inf), v[falls].min(initial=np.inf)
        if top - bottom < TOL or step == STEPS:
            break
        if step == MAX_UPDATES:  #? max_updates
            break  #? max_updates
        i = np.argmax(np.where(grows, v, -np.inf))
        curvature = np.maximum(diagonal + diagonal[i] - 2 * K[i], 1e-12)
        gain = (v[i] - v) * (1 / np.sqrt(curvature))  # the larger, the more the pair (i, j) lowers the objective
        j = np.argmax(np.where(falls, gain, -np.inf))
        room = (C - alpha[i] if y[i] > 0 else alpha[i]), (alpha[j] if y[j] > 0 else C - alpha[j])
        t = min((v[i] - v[j]) / curvature[j], *room)
        alpha[i] = np.clip(alpha[i] + y[i] * t, 0, C) if t < room[0] else (C if y[i] > 0 else 0)
        alpha[j] = np.clip(alpha[j] - y[j] * t, 0, C) if t < room[1] else (0 if y[j] > 0 else C)
        v -= t * (K[i] - K[j])
        step += 1
    free = trained & (alpha > 0) & (alpha < C)
    edges = [edge for edge in (top, bottom) if np.isfinite(edge)]
    b = v[free].mean() if free.any() else np.mean(edges) if edges else 0.0
    return alpha, alpha * y, b
'''
