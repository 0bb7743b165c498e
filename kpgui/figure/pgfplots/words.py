"""Words of a picture in LaTeX: names and numbers in mathematics, letters as they are."""

import re

SPECIAL = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "η": "eta", "κ": "kappa", "λ": "lambda",
    "μ": "mu", "ν": "nu", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "varphi", "ℓ": "ell", "±": "pm", "×": "times",
    "·": "cdot", "≤": "le", "≥": "ge", "∞": "infty", "…": "dots",
}  # fmt: skip
"""Commands of mathematics for characters."""

ESCAPED = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "^": r"\^{}", "~": r"\~{}",
}  # fmt: skip

RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")

SETTING = re.compile(r"\b(?P<name>\w\N{COMBINING MACRON}?[₀-₉]*) = (?P<value>[^ ,;)]+)")
"""A parameter or number that has a symbol, and its value."""

TOKEN = re.compile(
    r"(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)|(?P<lowered>[₀-₉]+)|(?P<space>[\N{NARROW NO-BREAK SPACE}\N{NO-BREAK SPACE}])|"
    r"(?P<mean>\w)\N{COMBINING MACRON}|(?P<minus>−)|\^(?P<power>\d+)|(?P<other>.)"
)


def latex(text: str) -> str:
    r"""The text for LaTeX: settings such as σ = 0.5 in mathematics, and every character that LaTeX knows another way.

    >>> print(latex("RBF σ = 0.5 · 50 % of −2×10⁻⁹"))
    RBF $\sigma = 0.5$ $\cdot$ 50 \% of $-$2$\times$10$^{-9}$
    """
    parts, at = [], 0
    for match in SETTING.finditer(text):
        parts += [_plain(text[at : match.start()]), f"${_maths(match['name']).strip()} = {_maths(match['value'])}$"]
        at = match.end()
    return "".join([*parts, _plain(text[at:])])


def _plain(text: str) -> str:
    return "".join(_token(match, mathematics=False) for match in TOKEN.finditer(text))


def _maths(text: str) -> str:
    """A name or a value inside of mathematics; a word is set upright."""
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]+", text):
        return rf"\textrm{{{_plain(text)}}}"
    return "".join(_token(match, mathematics=True) for match in TOKEN.finditer(text))


def _token(match: re.Match[str], mathematics: bool) -> str:
    found, text = match.lastgroup, match[0]
    if found == "space":
        return r"\,"
    if found == "other" and text not in SPECIAL:
        return ESCAPED.get(text, text)
    if found == "raised":
        code = f"^{{{text.translate(RAISED)}}}"
    elif found == "power":
        code = f"^{{{text[1:]}}}"
    elif found == "lowered":
        code = f"_{{{text.translate(LOWERED)}}}"
    elif found == "mean":
        code = rf"\bar{{{match['mean']}}}"
    elif found == "minus":
        code = "-"
    else:
        code = "\\" + SPECIAL[text]
        code += " " if mathematics else ""
    return code if mathematics else f"${code}$"
