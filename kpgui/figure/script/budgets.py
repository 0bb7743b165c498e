"""Templates of the learners on a budget: forgetron, random budget perceptron, projectron."""

FORGETRON = '''
def train():
    """The kernel perceptron; over budget, all β shrink by φ and the oldest term is dropped. Returns α, β and b."""
    alpha, beta, b = np.zeros(n, int), np.zeros(n), 0.0
    memory = []  # (point, coefficient) of each term, oldest first
    damage = 0.0  # Q, what dropping has cost so far  #? self_tuned
    step = 0
    for epoch in range(EPOCHS):
        mistakes = 0
        for i in presented(epoch):
            if step == STEPS:
                return alpha, beta, b
            step += 1
            if y[i] * score(beta, b, i) > 0:
                continue
            mistakes += 1
            alpha[i] += 1
            beta[i] += y[i]
            memory.append((i, y[i]))
            if len(memory) > BUDGET:
                # the largest φ ≤ 1 with Q + (sφ)² + 2sφ − 2sφ²μ ≤ 15/32 of the mistakes so far  #? self_tuned
                oldest, coefficient = memory[0]  #? self_tuned
                s, mu = abs(coefficient), np.sign(coefficient) * (beta @ K[oldest])  #? self_tuned
                p, q, r = s * s - 2 * s * mu, 2 * s, damage - 15 / 32 * alpha.sum()  #? self_tuned
                phi = 1.0 if p + q + r <= 0 else -2 * r / (q + np.sqrt(max(0.0, q * q - 4 * p * r)))  #? self_tuned
                damage += p * phi**2 + q * phi  #? self_tuned
                # φ depends on the budget, and keeps ‖f‖ ≤ U  #? basic
                size = BUDGET + 1  #? basic
                norm = np.sqrt(max(0.0, sum(c * (beta @ K[j]) for j, c in memory)))  #? basic
                phi = size ** (-1 / (2 * size))  #? basic
                if norm > 0:  #? basic
                    phi = min(phi, np.sqrt(size / np.log(size)) / 4 / norm)  #? basic
                memory = [(j, phi * c) for j, c in memory[1:]]
                beta = np.zeros(n)
                for j, c in memory:
                    beta[j] += c
        if mistakes == 0:
            break
    return alpha, beta, b
'''

RANDOM_BUDGET_PERCEPTRON = '''
def train():
    """The kernel perceptron; over budget, a random term is dropped. Returns α, β and b."""
    rng = np.random.default_rng([SEED, 0, 1])
    alpha, beta, b = np.zeros(n, int), np.zeros(n), 0.0
    memory = []  # the point of each term, oldest first
    step = 0
    for epoch in range(EPOCHS):
        mistakes = 0
        for i in presented(epoch):
            if step == STEPS:
                return alpha, beta, b
            step += 1
            if y[i] * score(beta, b, i) <= 0:
                mistakes += 1
                alpha[i] += 1
                if len(memory) == BUDGET:
                    j = memory.pop(rng.integers(BUDGET))
                    beta[j] -= y[j]
                memory.append(i)
                beta[i] += y[i]
        if mistakes == 0:
            break
    return alpha, beta, b
'''

PROJECTRON = '''
def train():
    """The kernel perceptron; a mistake close to the span of the support vectors is projected onto it.

    Returns α, β and b. The distance has a rounding error, and near η² or 0 it may fall on another side than in kpgui.
    """
    alpha, beta, b = np.zeros(n, int), np.zeros(n), 0.0
    vectors = []  # the support vectors
    step = 0
    for epoch in range(EPOCHS):
        mistakes = 0
        for i in presented(epoch):
            if step == STEPS:
                return alpha, beta, b
            step += 1
            if y[i] * score(beta, b, i) > 0:
                continue
            mistakes += 1
            alpha[i] += 1
            k = K[i][vectors]
            d = np.linalg.solve(np.array([K[j][vectors] for j in vectors]).reshape(len(k), len(k)), k)
            delta = K[i][i] - k @ d  # the squared distance from the span, in feature space
            lengths = np.sqrt([K[j][j] for j in [i, *vectors]])
            if delta <= max(ETA**2, 1e-14 * (lengths @ abs(np.array([1, *d]))) ** 2):
                beta[vectors] += y[i] * d
            else:
                vectors.append(i)
                beta[i] += y[i]
        if mistakes == 0:
            break
    return alpha, beta, b
'''
