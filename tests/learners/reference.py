"""The kernel perceptron by its definition, point by point, in exact arithmetic if the kernel is exact."""

from fractions import Fraction


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
    return mistakes, per_epoch, alpha, beta, b, step, converged
