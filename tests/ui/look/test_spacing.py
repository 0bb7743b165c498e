"""The distances between the parts of the window are those of one list."""

import ast
from pathlib import Path

import kpgui.ui

SETTERS = {"setSpacing", "setHorizontalSpacing", "setVerticalSpacing", "addSpacing", "setContentsMargins"}
FOLDER = Path(kpgui.ui.__file__).parent


def own_distances(source: str) -> list[int]:
    """The numbers of pixels that a program gives as spacing or margins, 0 and the style's own (-1) apart."""
    given: list[ast.expr] = []
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        if isinstance(call.func, ast.Attribute) and call.func.attr in SETTERS:
            given += call.args
        given += [each.value for each in call.keywords if each.arg in ("spacing", "margins")]
        if isinstance(call.func, ast.Name) and call.func.id in ("in_row", "in_column", "fill"):
            given += [each for each in call.args if isinstance(each, ast.Constant)]
    numbers = [node.value for each in given for node in ast.walk(each) if isinstance(node, ast.Constant)]
    return sorted(each for each in numbers if isinstance(each, int) and not isinstance(each, bool) and each > 1)


def test_spacing_is_from_the_list():
    own = {
        str(path.relative_to(FOLDER)): own_distances(path.read_text(encoding="utf-8")) for path in FOLDER.rglob("*.py")
    }
    assert {path: numbers for path, numbers in own.items() if numbers} == {}


def test_a_distance_of_its_own_is_found():
    assert own_distances("in_row(a, 5, b, margins=(0, 3, APART, 0), spacing=-1)\nbox.setSpacing(7)") == [3, 5, 7]
