"""The kernel of an explicit feature map: K(x, z) = φ(x)·φ(z)."""

import numpy as np

from kpgui.kernels.base import Kernel, inner_products
from kpgui.model.arrays import Floats
from kpgui.model.dataclass import dataclass
from kpgui.model.feature_map import FeatureMap


@dataclass(frozen=True)
class Explicit(Kernel):
    """What a learner on a feature map sees instead of the session's kernel."""

    map: FeatureMap

    def values(self, X: Floats, Z: Floats) -> Floats:
        return inner_products(self.map.phi(X), self.map.phi(Z))

    def diagonal_values(self, X: Floats) -> Floats:
        features = self.map.phi(X)
        return np.einsum("ij,ij->i", features, features)

    @property
    def degree(self) -> int:
        return self.map.degree

    @property
    def rule(self) -> str:
        return "an inner product of features"

    def __str__(self) -> str:
        return f"the kernel of the {self.map.key} map"
