"""The kernel perceptron by its definition, point by point, in exact arithmetic if the kernel is exact."""

from fractions import Fraction
from typing import NamedTuple


def naive_kernel_perceptron(
    gram, labels, presentations, *, bias=False, eta=1, decay=1, decay_on="step", alpha_cap=0, max_updates=0
):
    """Every score from the whole sum, nothing kept. Returns (step, point, score) of each mistake, α, β, b.

    presentations: the points of each epoch. gram: K[i][j] as numbers of any kind.
    """
    n = len(labels)
    alpha, beta, b = [0] * n, [Fraction(0)] * n, Fraction(0)
    mistakes, per_epoch, step, updates, converged = [], [], 0, 0, False
    for visit in presentations:
        per_epoch.append(0)
        before = list(alpha)
        for i in visit:
            score = sum((beta[j] * gram[i][j] for j in range(n) if beta[j]), Fraction(0)) + b
            wrong = labels[i] * score <= 0
            learns = wrong and not (alpha_cap and alpha[i] >= alpha_cap)
            if wrong:
                mistakes.append((step, i, score))
                per_epoch[-1] += 1
            if decay_on == "step" or learns:
                beta, b = [decay * x for x in beta], decay * b
            if learns:
                alpha[i] += 1
                beta[i] += eta * labels[i]
                b += eta * labels[i] if bias else 0
                updates += 1
            step += 1
            if learns and updates == max_updates:
                return mistakes, per_epoch, alpha, beta, b, step, False
        if not per_epoch[-1]:
            converged = True
            break
        if alpha == before:  # whoever is mistaken is at the cap: no epoch to come can differ
            break
    return mistakes, per_epoch, alpha, beta, b, step, converged


class PairUpdate(NamedTuple):
    """One pair update of `naive_smo`. alpha: after it. unique: no other pair was nearly as good."""

    i: int
    j: int
    alpha: list
    unique: bool


def naive_smo(Q, labels, C, tol, most):
    """SMO by its definition in exact arithmetic, everything computed anew at each pair update: a list of `PairUpdate`.

    The second-order working set of Fan, Chen and Lin (2005), with LIBSVM's clipping.
    """
    Q, C, flattest = [[Fraction(q) for q in row] for row in Q], Fraction(C), Fraction(1e-12)
    labels, n, done = [int(y) for y in labels], len(labels), []
    alpha = [Fraction(0)] * n
    while len(done) < most:
        v = [-labels[t] * (sum(Q[t][s] * alpha[s] for s in range(n)) - 1) for t in range(n)]
        up = [t for t in range(n) if (alpha[t] < C if labels[t] > 0 else alpha[t] > 0)]
        low = [t for t in range(n) if (alpha[t] > 0 if labels[t] > 0 else alpha[t] < C)]
        if not up or not low or max(v[t] for t in up) - min(v[t] for t in low) < tol:
            break
        i = max(up, key=lambda t: v[t])
        K = [[labels[t] * labels[s] * Q[t][s] for s in range(n)] for t in range(n)]
        curvature = [max(K[i][i] + K[t][t] - 2 * K[i][t], flattest) for t in range(n)]
        gain = {t: (v[i] - v[t]) ** 2 / curvature[t] for t in low if v[t] < v[i]}
        j = max(gain, key=lambda t: gain[t])
        rivals = sum(v[t] >= v[i] - 1e-7 for t in up) + sum(g >= gain[j] * (1 - 1e-7) for g in gain.values())
        t = (v[i] - v[j]) / curvature[j]
        t = min(t, C - alpha[i] if labels[i] > 0 else alpha[i], alpha[j] if labels[j] > 0 else C - alpha[j])
        for k, sign in ((i, 1), (j, -1)):
            alpha[k] += sign * labels[k] * t
        done.append(PairUpdate(i, j, [float(a) for a in alpha], rivals == 2))
    return done
