"""How texts are marked: so that they can be collected, and translated as whole sentences."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "kpgui"
MARKS = ("_", "later", "ngettext")


def calls(tree, names):
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
    ]


def texts_of(call):
    """The arguments that are texts: the count is the last of ngettext's, and the first of plural's."""
    return {"ngettext": call.args[:2], "plural": call.args[1:]}.get(call.func.id, call.args)


def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.mark.slow
def test_no_marked_text_is_filled_in_before_it_is_looked_up():
    """An f-string is never found in a catalogue: `_("… {n} …").format(n=n)`."""
    wrong = [
        f"{path}:{call.lineno}"
        for path in PACKAGE.rglob("*.py")
        for call in calls(parsed(path), (*MARKS, "plural"))
        if any(isinstance(each, ast.JoinedStr | ast.BinOp) for each in texts_of(call))
    ]
    assert not wrong


@pytest.mark.slow
def test_no_text_is_looked_up_while_a_module_is_imported():
    """The language is set later: constants are marked with `later`, and looked up when they are shown."""
    wrong = []
    for path in PACKAGE.rglob("*.py"):
        tree = parsed(path)
        inside = {
            id(node)
            for function in ast.walk(tree)
            if isinstance(function, ast.FunctionDef | ast.Lambda)
            for part in (function.body if isinstance(function.body, list) else [function.body])
            for node in ast.walk(part)
        }
        wrong += [f"{path}:{each.lineno}" for each in calls(tree, ("_", "ngettext")) if id(each) not in inside]
    assert not wrong


@pytest.mark.slow
def test_the_underscore_is_no_variable_where_it_marks_texts():
    wrong = []
    for path in PACKAGE.rglob("*.py"):
        tree = parsed(path)
        imported = any(
            isinstance(node, ast.ImportFrom) and any(each.name == "_" for each in node.names) for node in ast.walk(tree)
        )
        bound = [
            node.lineno
            for node in ast.walk(tree)
            if (isinstance(node, ast.arg) and node.arg == "_")
            or (isinstance(node, ast.FunctionDef) and node.name == "_" and "language" not in path.parts)
            or (isinstance(node, ast.Name) and node.id == "_" and isinstance(node.ctx, ast.Store))
        ]
        wrong += [f"{path}:{line}" for line in bound if imported]
    assert not wrong


def test_the_fields_of_a_text_have_names_that_a_translator_understands():
    """`{name}`, not `{}` or `{0}`: the order of words is another one in other languages."""
    for path in PACKAGE.rglob("*.py"):
        for call in calls(parsed(path), MARKS):
            for text in call.args:
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    assert "{}" not in text.value and "{0" not in text.value, f"{path}:{text.lineno}"


def test_no_plural_is_made_by_appending_an_s():
    """Other languages have other plurals, and more than one: `plural` and `ngettext` have the forms."""
    wrong = []
    for path in (PACKAGE / folder for folder in ("ui", "words", "geometry", "analysis", "learners", "figure")):
        for file in path.rglob("*.py"):
            for node in ast.walk(parsed(file)):
                appended = isinstance(node, ast.IfExp) and {"", "s"} == {
                    each.value for each in (node.body, node.orelse) if isinstance(each, ast.Constant)
                }
                repeated = (
                    isinstance(node, ast.BinOp)
                    and isinstance(node.op, ast.Mult)
                    and isinstance(node.left, ast.Constant)
                    and node.left.value == "s"
                )
                if appended or repeated:
                    wrong.append(f"{file}:{node.lineno}")
    assert not wrong


def test_no_text_is_marked_inside_an_f_string():
    """There it is not collected."""
    wrong = []
    for path in (path for path in PACKAGE.rglob("*.py") if "cli" not in path.parts):
        for joined in (node for node in ast.walk(parsed(path)) if isinstance(node, ast.JoinedStr)):
            wrong += [
                f"{path}:{call.lineno}"
                for call in calls(joined, (*MARKS, "plural"))
                if any(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in call.args)
            ]
    assert not wrong
