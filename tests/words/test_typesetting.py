import pytest

from kpgui.kernels import KERNELS
from kpgui.words.kernel_tree import WRAPS
from kpgui.words.typesetting import (
    LONGEST,
    SPACE,
    STAYS,
    Fence,
    Fraction,
    Node,
    Raised,
    Root,
    Row,
    Text,
    kept_together,
    statements,
)

FORMULAS = [kernel.formula for kernel in KERNELS] + [wrap.formula for wrap in WRAPS]


def text_of(node: Node) -> str:
    """The formula as a text in which every structure is spelt out."""
    match node:
        case Text():
            return node.text
        case Row():
            return "".join(text_of(part) for part in node.parts)
        case Raised():
            return f"{text_of(node.base)}^{{{text_of(node.exponent)}}}"
        case Fraction():
            return f"[{text_of(node.above)} over {text_of(node.below)}]"
        case Root():
            return f"root{{{text_of(node.body)}}}"
        case Fence():
            return f"{node.opening}{text_of(node.body)}{')' if node.opening == '(' else node.opening}"


def read(formula: str) -> list[str]:
    return [text_of(row) for row in statements(formula)]


@pytest.mark.parametrize(
    ("formula", "tree"),
    [
        ("exp(−‖x − z‖² / (2σ²))", ["exp(−[‖x − z‖^{2} over 2σ^{2}])"]),
        ("(γ x·z + c)^d", ["(γ x·z + c)^{d}"]),
        ("(1 + ‖x − z‖² / (2αℓ²))^−α", ["(1 + [‖x − z‖^{2} over 2αℓ^{2}])^{−α}"]),
        ("(1 + s + s²/3) exp(−s),  s = √5 ‖x − z‖₂ / ℓ", [
            "(1 + s + [s^{2} over 3]) exp(−s),", "s = [root{5} ‖x − z‖₂ over ℓ]",
        ]),
        ("x·z / (‖x‖ ‖z‖)", ["[x·z over ‖x‖ ‖z‖]"]),
        ("Π exp(−2 sin²(π(xₐ − zₐ)/p) / ℓ²)", ["Π exp(−[2 sin^{2}([π(xₐ − zₐ) over p]) over ℓ^{2}])"]),
        ("K / √(K(x, x) K(z, z))", ["[K over root{K(x, x) K(z, z)}]"]),
        ("∏ₐ 1 / cosh((xₐ − zₐ) / σ)", ["∏ₐ [1 over cosh([(xₐ − zₐ) over σ])]"]),
        ("1 − ℓ / K(x, x)", ["1 − [ℓ over K(x, x)]"]),
        ("2/sin²(x) + 1/√t", ["[2 over sin^{2}(x)] + [1 over root{t}]"]),
    ],
)  # fmt: skip
def test_a_formula_on_one_line_is_read_as_it_is_meant(formula, tree):
    assert read(formula) == tree


@pytest.mark.parametrize("formula", FORMULAS)
def test_every_formula_of_a_kernel_is_read_without_leftovers(formula):
    def leftovers(node: Node) -> bool:
        match node:
            case Text():
                return any(sign in node.text for sign in "^√/²()‖")
            case Row():
                return any(leftovers(part) for part in node.parts)
            case Raised():
                return leftovers(node.base) or leftovers(node.exponent)
            case Fraction():
                return leftovers(node.above) or leftovers(node.below)
            case Root() | Fence():
                return leftovers(node.body)

    assert not any(leftovers(row) for row in statements(formula))


@pytest.mark.parametrize("formula", ["exp(−x", "a) + b", "‖x", "x^", "√", "1 /"])
def test_what_is_not_a_formula_stays_text(formula):
    assert statements(formula) == (Row((Text(formula),)),)


def test_single_letters_are_variables_and_words_are_not():
    (row,) = statements("tanh x₁ 2")
    assert row == Row((Text("tanh"), SPACE, Text("x₁", variable=True), SPACE, Text("2")))


@pytest.mark.parametrize(
    "text",
    [
        "3_of_40 (7.5_%) trained on",
        "200_points:_100_of class_+1, 100_of_−1",
        "f_=_1.01, y·f_=_−1.01_≤_0: mistake. α₃_0_→_1.",
        "Converged: epoch_2 passed without a mistake, after 14_mistakes in all.",
        "19 shown:_−2.266 + 1 055 others",
    ],
)
def test_a_number_stays_with_what_it_counts_and_with_its_sign(text):
    text = text.replace("_", STAYS)
    assert kept_together(text.replace(STAYS, " ")) == text


def test_nothing_but_spaces_changes():
    text = "Step 3 · point 3 (−1): f = 1.01 and 100 of class +1"
    assert kept_together(text).replace(STAYS, " ") == text


def test_a_chain_that_would_not_fit_a_line_may_break():
    chain = "y₁₀₃·f(x₁₀₃) += K(x₁₀₃, x₁₀₃) = 1 × 2 × 3 × 4 = 24 = 12 × 2"
    assert max(len(run) for run in kept_together(chain).split(" ")) <= LONGEST
