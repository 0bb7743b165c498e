"""The kernel perceptron as tutorials write it: a Python call for each kernel value, a whole sum for each score."""

import numpy as np


class TextbookPerceptron:
    def __init__(self, sigma: float, epochs: int) -> None:
        self.sigma, self.epochs = sigma, epochs

    def kernel(self, x: np.ndarray, z: np.ndarray) -> float:
        return np.exp(-(np.linalg.norm(x - z) ** 2) / (2 * self.sigma**2))

    def fit(self, points: np.ndarray, labels: np.ndarray) -> "TextbookPerceptron":
        self.alpha = np.zeros(len(points))
        gram = np.array([[self.kernel(x, z) for z in points] for x in points])
        for _ in range(self.epochs):
            for i in range(len(points)):
                if np.sign(np.sum(self.alpha * labels * gram[i])) != labels[i]:
                    self.alpha[i] += 1
        return self
