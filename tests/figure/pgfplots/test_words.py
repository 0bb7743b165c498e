"""Titles in LaTeX."""

import pytest

from kpgui.figure.pgfplots.words import latex


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("RBF σ = 0.5", r"RBF $\sigma = 0.5$"),
        ("Polynomial (d = 2, γ = 1, c = −1)", r"Polynomial ($d = 2$, $\gamma = 1$, $c = -1$)"),
        ("margins: f̄ = ±0.5", r"margins: $\bar{f} = \pm 0.5$"),
        ("boundary: v₁₂ = 0", r"boundary: $v_{12} = 0$"),
        ("Matérn 3/2 ℓ = 2×10⁻³", r"Matérn 3/2 $\ell = 2\times 10^{-3}$"),
        ("[RBF]^3 − Cosine", r"[RBF]$^{3}$ $-$ Cosine"),
        ("decay on = update · 50 %", r"decay on = update $\cdot$ 50 \%"),
        ("φ = full_quadratic", r"$\varphi = \textrm{full\_quadratic}$"),
        ("n = 1\N{NARROW NO-BREAK SPACE}234 (3 held out)", r"$n = 1\,234$ (3 held out)"),
        ("a\\b{c}$d&e#f^g~", r"a\textbackslash{}b\{c\}\$d\&e\#f\^{}g\~{}"),
    ],
)
def test_names_and_numbers_are_mathematics_and_the_rest_is_text(text, code):
    assert latex(text) == code
